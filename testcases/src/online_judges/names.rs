//! Names that cargo and file systems take, made of any text.

use crate::suite::can_be_stored;

/// The longest name of a package.
const LONGEST: usize = 64;
/// The longest part of a name that one text gives.
const LONGEST_PART: usize = 48;

/// The letters and digits of a text in lower case, all else one `-` between them. A text that has
/// none gives a number that only it has, or nothing if it is empty.
pub(super) fn slug(text: &str) -> String {
    let ascii = without_escapes(text);
    let words: Vec<String> = ascii
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .map(str::to_ascii_lowercase)
        .filter(|word| word.bytes().any(|byte| byte != b'_'))
        .collect();
    let slug = words.join("-");
    if slug.len() > LONGEST_PART {
        let start = slug[..LONGEST_PART - 7].trim_end_matches(['-', '_']);
        return format!("{start}-{}", number(text, 6));
    }
    let has_others = text.chars().any(|c| !c.is_ascii() && c.is_alphanumeric()) || ascii != text;
    let says_enough = slug.len() > 2 || slug.contains(|c: char| c.is_ascii_digit());
    match (slug.is_empty(), has_others) {
        (true, true) => number(text, 6),
        (false, true) if !says_enough => format!("{slug}-{}", number(text, 6)),
        _ => slug,
    }
}

/// The text without escapes of what is not UTF-8.
fn without_escapes(text: &str) -> String {
    let mut pieces = text.split('%');
    let mut rest = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let is_escape =
            piece.get(..2).is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        rest.push(' ');
        rest.push_str(if is_escape { &piece[2..] } else { piece });
    }
    rest
}

/// A number of so many digits, the same on every machine: FNV-1a.
///
/// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>.
pub(super) fn number(text: &str, digits: usize) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    // The high bits depend on all bytes.
    let hash = (hash ^ (hash >> 32)) % 10_u64.pow(digits as u32);
    format!("{hash:0digits$}")
}

/// The name in the form that all names have: it begins with a letter, has at most 64 characters,
/// and is nobody's keyword.
pub(super) fn fit(name: &str) -> String {
    let mut name = name.trim_end_matches(['-', '_']).to_owned();
    if name.is_empty() {
        name.push_str("problem");
    }
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || is_reserved(&name) {
        name.insert_str(0, "judge-");
    }
    if name.len() > LONGEST {
        let number = number(&name, 10);
        name.truncate(LONGEST - 1 - number.len());
        name = format!("{}-{number}", name.trim_end_matches(['-', '_']));
    }
    name
}

/// Words that Rust and cargo keep for themselves, and the folder in which cargo builds.
///
/// Source: the Rust reference, "Keywords"; the Cargo book, "Package layout", and what `cargo new` refuses.
const KEPT: &str = "\
    abstract alloc as async await become box break build const continue core crate deps do \
    dyn else enum examples extern false final fn for gen if impl in incremental let loop \
    macro match mod move mut override priv proc-macro proc_macro pub ref return self static \
    std struct super target test trait true try type typeof unsafe unsized use virtual where \
    while yield";

/// The name that a person chooses for a package, if every system and cargo take it.
pub fn chosen_name(name: &str) -> Option<String> {
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    let is_lower = !name.bytes().any(|byte| byte.is_ascii_uppercase());
    let fits =
        begins && is_lower && name.len() <= LONGEST && !KEPT.split(' ').any(|word| word == name);
    (fits && can_be_stored(name)).then(|| name.to_owned())
}

/// Whether cargo, Rust or Windows keeps the name for itself. Most such names are letters alone,
/// which no problem's name is: one that is gets a prefix.
fn is_reserved(name: &str) -> bool {
    let device = name.strip_prefix("com").or(name.strip_prefix("lpt"));
    name.bytes().all(|byte| byte.is_ascii_lowercase())
        || device.is_some_and(|number| number.len() == 1)
        || matches!(name, "proc-macro" | "proc_macro")
}
