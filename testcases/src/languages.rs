//! The languages of solutions: the file that holds one, and the command that compiles it.

/// The files that a problem's package has for online judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// `src/main.rs`.
    Rust,
    /// The C twin.
    C,
}

/// A language as one judge has it.
#[derive(Debug, PartialEq)]
pub struct Language {
    /// Which file is pasted.
    pub source: Source,
    /// What to choose in the judge's form: version numbers may follow there, and change.
    pub choice: &'static str,
    /// The compiler and its arguments, but for the file.
    pub compile: &'static [&'static str],
}

static PLAIN: [Language; 2] = [Language::rust("Rust"), Language::c("C")];

impl Language {
    /// Every language, for a judge whose languages are not known: Rust first.
    pub fn plain() -> &'static [Self] {
        &PLAIN
    }

    /// Rust as most judges compile it.
    pub const fn rust(choice: &'static str) -> Self {
        Self {
            source: Source::Rust,
            choice,
            compile: &["rustc", "--edition=2021", "-O", "--cfg", "ONLINE_JUDGE"],
        }
    }

    /// The strictest way to compile C: what passes it, any C compiler of any judge takes.
    pub const fn c(choice: &'static str) -> Self {
        Self {
            source: Source::C,
            choice,
            compile: &[
                "cc",
                "-std=c89",
                "-pedantic-errors",
                "-Wall",
                "-Wextra",
                "-O2",
                "-DONLINE_JUDGE",
            ],
        }
    }
}

impl Source {
    /// The language's name for people.
    pub fn language(self) -> &'static str {
        self.plain().choice
    }

    /// The language on the command line.
    pub fn option(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::C => "c",
        }
    }

    /// The language for a judge that is not known to take it.
    pub fn plain(self) -> &'static Language {
        match self {
            Self::Rust => &PLAIN[0],
            Self::C => &PLAIN[1],
        }
    }
}
