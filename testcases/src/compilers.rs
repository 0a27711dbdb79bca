//! The compilers that a solution is tried with: a judge's own command, and the others that a judge
//! might have.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use crate::judges::Source;

/// The oldest compiler that a solution must suit: Debian 12's, and about what judges have.
const OLDEST: &str = "1.63";
const BITS_32: &str = "i686-unknown-linux-gnu";

/// A compiler with its arguments, but for the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiler {
    /// The name for people.
    pub name: String,
    /// The command line.
    pub command: Vec<String>,
    /// Whether what it makes runs on this machine.
    pub runs_here: bool,
}

impl Compiler {
    /// A compiler by its command line. `cc` stands for what the environment variable `CC` says; if
    /// that is not set, for `gcc` on Windows, where MinGW has no `cc`.
    pub fn new(name: &str, command: &[&str]) -> Self {
        let mut command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
        if command[0] == "cc" {
            let cc = env::var("CC").unwrap_or_default();
            let words: Vec<String> = cc.split_whitespace().map(str::to_owned).collect();
            if !words.is_empty() {
                command.splice(..1, words);
            } else if cfg!(windows) {
                command[0] = "gcc".to_owned();
            }
        }
        Self { name: name.to_owned(), command, runs_here: true }
    }

    /// The C compiler for the twins: the strictest that a judge has, with warnings as errors.
    pub fn for_twins() -> Self {
        Self::new("C", Source::C.plain().compile).denying_warnings()
    }

    /// The same compiler with warnings as errors.
    pub fn denying_warnings(mut self) -> Self {
        let deny: &[&str] = if self.is_for_c() { &["-Werror"] } else { &["-D", "warnings"] };
        self.command.extend(deny.iter().map(|&word| word.to_owned()));
        self
    }

    fn is_for_c(&self) -> bool {
        self.command.iter().any(|word| word.starts_with("-std="))
    }

    /// Whether the compiler can be run at all, and has its headers if it is for C: they may be
    /// missing for 32 bits alone.
    pub fn exists(&self) -> bool {
        if self.is_for_c() {
            self.finds_headers().unwrap_or(false)
        } else {
            version(&[&self.command[0]]).is_some()
        }
    }

    fn finds_headers(&self) -> io::Result<bool> {
        let mut child = Command::new(&self.command[0])
            .args(&self.command[1..])
            .args(["-E", "-x", "c", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(b"#include <stdio.h>\n")?;
        }
        Ok(child.wait()?.success())
    }

    /// A line on a compiler that does not exist.
    pub fn how_to_get(&self) -> String {
        let command = &self.command[0];
        match self.name.as_str() {
            "MinGW" => format!("{command}: install gcc-mingw-w64-i686"),
            name if self.command.contains(&"-m32".to_owned()) => {
                format!("{name}: install {command} and gcc-multilib")
            }
            "gcc" | "clang" | "g++" => format!("{command}: install it"),
            _ if self.is_for_c() => {
                format!("{command}: install it, or name another C compiler in CC")
            }
            _ => format!("{command}: install it"),
        }
    }

    /// Compiles one file, alone in `folder`, which is emptied first; its complaints go to stderr.
    ///
    /// # Errors
    /// One line, if the program is refused or the compiler cannot be run.
    pub fn compile(&self, file: &str, source: &[u8], folder: &Path) -> Result<PathBuf, String> {
        let program = folder.join(format!("program{}", env::consts::EXE_SUFFIX));
        let in_folder = |error| format!("{}: {error}", folder.display());
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(in_folder(error)),
            _ => fs::create_dir_all(folder).map_err(in_folder)?,
        }
        fs::write(folder.join(file), source).map_err(in_folder)?;
        let status = Command::new(&self.command[0])
            .args(&self.command[1..])
            .arg("-o")
            .arg(&program)
            .arg(file)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => self.how_to_get(),
                _ => format!("{}: cannot run it: {error}", self.command[0]),
            })?;
        if status.success() {
            Ok(program)
        } else {
            Err(format!("it does not compile: {} {file}", self.command.join(" ")))
        }
    }

    /// Compiles a C program into `folder`, unless this very command did so since the program was
    /// last changed.
    ///
    /// # Errors
    /// What the compiler complains of, if the program is refused; one line, if it cannot be run.
    pub fn compile_changed(&self, source: &Path, folder: &Path) -> Result<PathBuf, String> {
        let mut hasher = DefaultHasher::new();
        self.command.hash(&mut hasher);
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{stem}-c-{:016x}", hasher.finish());
        let built = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
        let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified());
        let is_current = || match (modified(&built), modified(source)) {
            (Ok(built), Ok(source)) => built > source,
            _ => false,
        };
        if is_current() {
            return Ok(built);
        }
        // Another process may compile it at the same time: each writes a file of its own.
        let unfinished =
            folder.join(format!("{name}-{}{}", process::id(), env::consts::EXE_SUFFIX));
        let output = Command::new(&self.command[0])
            .args(&self.command[1..])
            .arg("-o")
            .args([&unfinished, source])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("no C compiler: cannot run {}: {error}", self.command[0]))?;
        if !output.status.success() {
            let _ = fs::remove_file(&unfinished);
            let complaints = String::from_utf8_lossy(&output.stderr);
            return Err(format!(
                "{} does not compile:\n{}",
                source.display(),
                complaints.trim_end()
            ));
        }
        match fs::rename(&unfinished, &built) {
            Err(error) if !is_current() => Err(format!("{}: {error}", built.display())),
            _ => Ok(built),
        }
    }
}

/// Whether a compiler that is missing is a failure: under CI, which installs all of them.
pub fn must_be_complete() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty())
}

/// The compilers for Rust that a judge might have beside its own: those that are here, and a line
/// for each that is missing.
pub fn for_rust(target: &Path) -> (Vec<Compiler>, Vec<String>) {
    let mut compilers: Vec<Compiler> = ["2015", "2018", "2021", "2024"]
        .iter()
        .map(|edition| rust(&format!("edition {edition}"), &["rustc"], edition, &[]))
        .collect();
    let mut missing = Vec::new();
    if cfg!(target_os = "linux") {
        match oldest() {
            Some(command) => {
                compilers.push(rust(&format!("rustc {OLDEST}"), command, "2021", &[]));
            }
            None => missing.push(format!(
                "rustc {OLDEST}: `rustup toolchain install {OLDEST}.0 --profile minimal`, or \
                 Debian 12's package rustc"
            )),
        }
        match bits_32(target) {
            Some(compiler) => compilers.push(compiler),
            None => {
                missing.push(format!("{BITS_32}: `rustup target add {BITS_32}` and gcc-multilib"))
            }
        }
    }
    (compilers, missing)
}

/// The compilers for C that a judge might have beside its own, whether they are here or not: the
/// ones that POJ offers are C90 and C++98, for 32 bits, on Windows.
pub fn for_c() -> Vec<Compiler> {
    if cfg!(not(target_os = "linux")) {
        return Vec::new();
    }
    let mut windows = c("MinGW", &["i686-w64-mingw32-gcc", "-std=c89"]);
    windows.runs_here = false;
    vec![
        c("gcc", &["gcc", "-std=c89"]),
        c("gcc for 32 bits", &["gcc", "-std=c89", "-m32"]),
        c("clang", &["clang", "-std=c89"]),
        c("clang for 32 bits", &["clang", "-std=c89", "-m32"]),
        c("g++", &["g++", "-x", "c++", "-std=c++98"]),
        windows,
    ]
}

fn c(name: &str, command: &[&str]) -> Compiler {
    let strict = ["-pedantic-errors", "-Wall", "-Wextra", "-O2", "-DONLINE_JUDGE"];
    Compiler::new(name, &[command, &strict].concat())
}

fn rust(name: &str, command: &[&str], edition: &str, arguments: &[&str]) -> Compiler {
    let edition = format!("--edition={edition}");
    let judges = [edition.as_str(), "-O", "--cfg", "ONLINE_JUDGE"];
    Compiler::new(name, &[command, &judges, arguments].concat())
}

/// The oldest compiler's command, if it is here.
fn oldest() -> Option<&'static [&'static str]> {
    const COMMANDS: [&[&str]; 2] = [&["rustc", "+1.63.0"], &["/usr/bin/rustc"]];
    let expected = format!("rustc {OLDEST}.");
    COMMANDS
        .into_iter()
        .find(|command| version(command).is_some_and(|version| version.starts_with(&expected)))
}

/// A compiler for 32 bits: the current one, or Debian's with the libraries of its own that lie
/// unpacked in `tools/i686` of cargo's target folder.
fn bits_32(target: &Path) -> Option<Compiler> {
    let library = |root: &Path| root.join("lib/rustlib").join(BITS_32).join("lib");
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(sysroot.stdout).ok()?;
    if library(Path::new(sysroot.trim())).is_dir() {
        return Some(rust("32 bits", &["rustc"], "2021", &["--target", BITS_32]));
    }
    let unpacked = library(&target.join("tools/i686/usr"));
    let arguments = ["--target", BITS_32, "-L", unpacked.to_str()?];
    let debian = ["/usr/bin/rustc"];
    (unpacked.is_dir() && version(&debian).is_some())
        .then(|| rust("32 bits", &debian, "2021", &arguments))
}

/// What a compiler says of its version.
fn version(command: &[&str]) -> Option<String> {
    let output = Command::new(command[0])
        .args(&command[1..])
        .arg("--version")
        // A toolchain that is missing is said to be missing, not fetched.
        .env("RUSTUP_AUTO_INSTALL", "0")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let version = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(version)
}
