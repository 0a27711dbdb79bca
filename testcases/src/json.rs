//! Reads JSON as RFC 8259 defines it: tasks from a browser, and what `cargo metadata` prints.

/// The deepest nesting that is read. A deeper text is refused, since it could overflow the stack.
const MAX_DEPTH: usize = 128;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// Always finite.
    Number(f64),
    /// A text with its escapes resolved.
    String(String),
    /// The elements of an array.
    Array(Vec<Value>),
    /// The members of an object in the order of the text.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Reads a text of one value, with or without white space around it.
    ///
    /// # Errors
    /// One line: what was expected, what was found, and where.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, String> {
        let chunk = text.as_ref().utf8_chunks().next();
        let (text, invalid) =
            chunk.map_or(("", None), |chunk| (chunk.valid(), chunk.invalid().first()));
        let mut reader = Reader { text, at: 0 };
        if let Some(byte) = invalid {
            reader.at = text.len();
            return Err(reader.expected_not("UTF-8", &format!("the byte 0x{byte:02X}")));
        }
        let value = reader.value(0)?;
        reader.skip_white_space();
        match reader.peek() {
            None => Ok(value),
            Some(_) => Err(reader.expected("the end of the text")),
        }
    }

    /// The member of an object by that name: the last of several, as in JavaScript.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Self::Object(members) => {
                let member = members.iter().rev().find(|(name, _)| name == key);
                member.map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is a whole one from 0 to 2⁵³. Above that an `f64` does not hold every one.
    pub fn as_u64(&self) -> Option<u64> {
        let value = self.as_f64()?;
        let whole = value.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&value);
        whole.then_some(value as u64)
    }

    /// The text, if it is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(value) => Some(value),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The members in the order of the text, if it is an object.
    pub fn as_object(&self) -> Option<&[(String, Value)]> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The byte that is read next; always between two characters.
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Value, String> {
        self.skip_white_space();
        if depth > MAX_DEPTH {
            return Err(self.expected(&format!("at most {MAX_DEPTH} values inside one another")));
        }
        match self.peek() {
            Some(b'{') => self.list(b'}', |reader| reader.member(depth + 1)).map(Value::Object),
            Some(b'[') => self.list(b']', |reader| reader.value(depth + 1)).map(Value::Array),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take_word("null") => Ok(Value::Null),
            _ if self.take_word("true") => Ok(Value::Bool(true)),
            _ if self.take_word("false") => Ok(Value::Bool(false)),
            _ => Err(self.expected("a value")),
        }
    }

    /// The items between two brackets, separated by commas.
    fn list<T>(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        self.at += 1;
        let mut items = Vec::new();
        while !self.take_next(close) {
            if !items.is_empty() && !self.take(b',') {
                return Err(self.expected(&format!("',' or '{}'", char::from(close))));
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn member(&mut self, depth: usize) -> Result<(String, Value), String> {
        self.skip_white_space();
        if self.peek() != Some(b'"') {
            return Err(self.expected("a key in double quotes"));
        }
        let key = self.string()?;
        if !self.take_next(b':') {
            return Err(self.expected("':'"));
        }
        Ok((key, self.value(depth)?))
    }

    fn string(&mut self) -> Result<String, String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain =
                rest.find(|c| matches!(c, '"' | '\\' | '\0'..='\x1f')).unwrap_or(rest.len());
            string.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escape()?),
                Some(_) => return Err(self.expected("an escape such as \\n")),
                None => return Err(self.expected("'\"'")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        self.at += 1;
        let character = match self.peek() {
            Some(plain @ (b'"' | b'\\' | b'/')) => char::from(plain),
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.expected("one of \" \\ / b f n r t u after '\\'")),
        };
        self.at += 1;
        Ok(character)
    }

    /// One `uXXXX`, or two that are a surrogate pair. A surrogate alone is not a character.
    fn unicode_escape(&mut self) -> Result<char, String> {
        let start = self.at;
        let first = self.code_unit()?;
        let mut units = vec![first];
        if matches!(first, 0xD800..=0xDBFF) && self.text[self.at..].starts_with("\\u") {
            self.at += 1;
            units.push(self.code_unit()?);
        }
        if let Some(Ok(character)) = char::decode_utf16(units).next() {
            return Ok(character);
        }
        self.at = start;
        let found = format!("the lone surrogate \\u{first:04X}");
        Err(self.expected_not("a character or a surrogate pair", &found))
    }

    fn code_unit(&mut self) -> Result<u16, String> {
        self.at += 1;
        let mut unit = 0;
        for _ in 0..4 {
            match self.peek().and_then(|byte| char::from(byte).to_digit(16)) {
                Some(digit) => unit = unit << 4 | digit as u16,
                None => return Err(self.expected("four hexadecimal digits after '\\u'")),
            }
            self.at += 1;
        }
        Ok(unit)
    }

    fn number(&mut self) -> Result<Value, String> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        let digits = &self.text[start..self.at];
        match digits.parse() {
            Ok(number) if f64::is_finite(number) => Ok(Value::Number(number)),
            _ => {
                // Cut, since a number may be as long as the text.
                let found = format!("{digits:.20}");
                self.at = start;
                Err(self.expected_not("a number below 1.8e308", &found))
            }
        }
    }

    fn digits(&mut self) -> Result<(), String> {
        let rest = &self.text[self.at..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits == 0 {
            return Err(self.expected("a digit"));
        }
        self.at += digits;
        Ok(())
    }

    fn skip_white_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn take_next(&mut self, byte: u8) -> bool {
        self.skip_white_space();
        self.take(byte)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn expected(&self, expected: &str) -> String {
        let found = match self.text[self.at..].chars().next() {
            Some(character) => format!("{character:?}"),
            None => "the end of the text".to_owned(),
        };
        self.expected_not(expected, &found)
    }

    /// Names the line and the column, counted from 1 in characters.
    fn expected_not(&self, expected: &str, found: &str) -> String {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        format!("line {line}, column {column}: expected {expected}, found {found}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Value {
        Value::String(value.to_owned())
    }

    #[test]
    fn reads_every_kind_of_value() {
        let value =
            Value::parse(" {\"a\" : [null, true,false , -0.5e+1, 12], \"b\":{} ,\"c\":[]}\r\n");
        let numbers = vec![
            Value::Null,
            Value::Bool(true),
            Value::Bool(false),
            Value::Number(-5.0),
            Value::Number(12.0),
        ];
        let members = vec![
            ("a".to_owned(), Value::Array(numbers)),
            ("b".to_owned(), Value::Object(vec![])),
            ("c".to_owned(), Value::Array(vec![])),
        ];
        assert_eq!(value, Ok(Value::Object(members)));
    }

    #[test]
    fn an_accessor_reads_its_own_kind_alone() {
        let kinds = |value: &Value| {
            [
                value.as_bool().is_some(),
                value.as_f64().is_some(),
                value.as_str().is_some(),
                value.as_array().is_some(),
                value.as_object().is_some(),
            ]
        };
        let values = Value::parse(r#"[true, 0.5, "x", [1], {"a": 1}]"#).unwrap();
        for (place, value) in values.as_array().unwrap().iter().enumerate() {
            let own: Vec<bool> = (0..5).map(|kind| kind == place).collect();
            assert_eq!(kinds(value).to_vec(), own, "{value:?}");
            assert_eq!(value.get("missing"), None, "{value:?}");
        }
    }

    #[test]
    fn whole_numbers_are_exact_or_none() {
        let number = |text: &str| Value::parse(text).unwrap().as_u64();
        assert_eq!(number("0"), Some(0));
        assert_eq!(number("1e3"), Some(1000));
        assert_eq!(number("9007199254740992"), Some(1 << 53));
        assert_eq!(number("9007199254740994"), None);
        assert_eq!(number("-1"), None);
        assert_eq!(number("1.5"), None);
    }

    #[test]
    fn the_last_of_equal_keys_wins() {
        let value = Value::parse(r#"{"a":1,"b":2,"a":3}"#).unwrap();
        assert_eq!(value.get("a"), Some(&Value::Number(3.0)));
    }

    #[test]
    fn escapes_and_any_character_are_read() {
        let cases = [
            (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\x08\x0c\n\r\t"),
            (r#""\u0041\u00e9\u20AC""#, "Aé€"),
            (r#""\uD83D\uDE00 \ud83d\ude00 😀""#, "😀 😀 😀"),
            (r#""\u0000\uFFFF""#, "\0\u{ffff}"),
            ("\"\u{7f}\u{2028}\u{feff}\"", "\u{7f}\u{2028}\u{feff}"),
            (r#""""#, ""),
        ];
        for (json, expected) in cases {
            assert_eq!(Value::parse(json), Ok(text(expected)), "{json}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        let cases: [(&str, &str); 36] = [
            ("", "1:1 a value, found the end of the text"),
            (" \n ", "2:2 a value, found the end of the text"),
            ("\u{feff}1", "1:1 a value, found '\\u{feff}'"),
            ("nul", "1:1 a value, found 'n'"),
            ("nulll", "1:5 the end of the text, found 'l'"),
            ("True", "1:1 a value, found 'T'"),
            ("NaN", "1:1 a value, found 'N'"),
            ("'a'", "1:1 a value, found '\\''"),
            ("1 2", "1:3 the end of the text, found '2'"),
            ("01", "1:2 the end of the text, found '1'"),
            ("+1", "1:1 a value, found '+'"),
            ("-", "1:2 a digit, found the end of the text"),
            (".5", "1:1 a value, found '.'"),
            ("1.", "1:3 a digit, found the end of the text"),
            ("1.e1", "1:3 a digit, found 'e'"),
            ("1e", "1:3 a digit, found the end of the text"),
            ("1e+", "1:4 a digit, found the end of the text"),
            ("0x10", "1:2 the end of the text, found 'x'"),
            ("-1e999", "1:1 a number below 1.8e308, found -1e999"),
            ("[1,]", "1:4 a value, found ']'"),
            ("[,1]", "1:2 a value, found ','"),
            ("[1 2]", "1:4 ',' or ']', found '2'"),
            ("[1\n", "2:1 ',' or ']', found the end of the text"),
            ("{\"a\":1,}", "1:8 a key in double quotes, found '}'"),
            ("{a:1}", "1:2 a key in double quotes, found 'a'"),
            ("{\"a\" 1}", "1:6 ':', found '1'"),
            ("{\"a\":1 \"b\":2}", "1:8 ',' or '}', found '\"'"),
            ("[1}", "1:3 ',' or ']', found '}'"),
            ("// c\n1", "1:1 a value, found '/'"),
            ("\"é", "1:3 '\"', found the end of the text"),
            ("\"a\nb\"", "1:3 an escape such as \\n, found '\\n'"),
            ("\"\\x\"", "1:3 one of \" \\ / b f n r t u after '\\', found 'x'"),
            ("\"\\u12é4\"", "1:6 four hexadecimal digits after '\\u', found 'é'"),
            (
                "\"\\ud83d\"",
                "1:3 a character or a surrogate pair, found the lone surrogate \\uD83D",
            ),
            (
                "\"\\ude00\\ud83d\"",
                "1:3 a character or a surrogate pair, found the lone surrogate \\uDE00",
            ),
            (
                "\"\\ud83d\\u0041\"",
                "1:3 a character or a surrogate pair, found the lone surrogate \\uD83D",
            ),
        ];
        for (json, expected) in cases {
            let (place, expected) = expected.split_once(' ').unwrap();
            let (line, column) = place.split_once(':').unwrap();
            let message = format!("line {line}, column {column}: expected {expected}");
            assert_eq!(Value::parse(json), Err(message), "{json}");
        }
    }

    #[test]
    fn invalid_utf8_is_refused() {
        assert_eq!(
            Value::parse(b"[\n\"\xc3\xa9\xff\"]"),
            Err("line 2, column 3: expected UTF-8, found the byte 0xFF".to_owned())
        );
        assert!(Value::parse(b"\"\xed\xa0\xbd\"").is_err(), "a surrogate");
        assert!(Value::parse(b"\"\xc3").is_err(), "a character cut off");
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(Value::parse(nested(MAX_DEPTH + 1)).is_ok());
        assert_eq!(
            Value::parse(nested(MAX_DEPTH + 2)),
            Err(format!(
                "line 1, column {}: expected at most {MAX_DEPTH} values inside one another, \
                 found '['",
                MAX_DEPTH + 2
            ))
        );
        assert!(Value::parse("{\"a\":".repeat(1_000_000)).is_err());
    }

    #[test]
    fn long_texts_are_read_whole() {
        let json = format!("[{}\"{}\"]", "1,".repeat(100_000), "é\\n".repeat(100_000));
        let value = Value::parse(json).unwrap();
        let elements = value.as_array().unwrap();
        assert_eq!(elements.len(), 100_001);
        assert_eq!(elements[100_000], text(&"é\n".repeat(100_000)));
    }
}
