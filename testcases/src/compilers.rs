//! The compilers of solutions, with the arguments of an online judge.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use crate::languages::Source;

/// Names of C compilers, of which the first that is found is taken.
const C_COMPILERS: [&str; 4] = ["cc", "gcc", "clang", "cl"];

/// A compiler with its arguments, but for the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiler {
    /// The command line.
    pub command: Vec<String>,
}

impl Compiler {
    /// A compiler by its command line. `cc` stands for the C compiler that the environment variable
    /// `CC` names, or else for the first of `cc`, `gcc`, `clang` and `cl` that is found.
    pub fn new(command: &[&str]) -> Self {
        let mut command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
        if command[0] == "cc" {
            command.splice(..1, c_compiler());
        }
        let mut compiler = Self { command };
        if compiler.is_microsofts() {
            // It knows no older C than its own.
            compiler.command.truncate(1);
            compiler.command.extend(["/nologo", "/O2", "/DONLINE_JUDGE"].map(str::to_owned));
        }
        compiler
    }

    /// The C compiler for the twins: the strictest that an online judge has, with warnings as errors.
    pub fn for_twins() -> Self {
        Self::new(Source::C.plain().compile).denying_warnings()
    }

    /// The same compiler with warnings as errors. Microsoft's warns of half the standard library
    /// and stays as it is.
    pub fn denying_warnings(mut self) -> Self {
        let deny: &[&str] = if self.is_microsofts() {
            &[]
        } else if self.is_for_c() {
            &["-Werror"]
        } else {
            &["-D", "warnings"]
        };
        self.command.extend(deny.iter().map(|&word| word.to_owned()));
        self
    }

    fn is_for_c(&self) -> bool {
        self.is_microsofts() || self.command.iter().any(|word| word.starts_with("-std="))
    }

    fn is_microsofts(&self) -> bool {
        Path::new(&self.command[0]).file_stem().is_some_and(|name| name.eq_ignore_ascii_case("cl"))
    }

    /// Whether the compiler can be run at all and, if it is for C, has its headers.
    pub fn exists(&self) -> bool {
        let mut command = Command::new(&self.command[0]);
        if self.is_for_c() && !self.is_microsofts() {
            command.args(&self.command[1..]).args(["-E", "-x", "c", "-"]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = command.spawn() else { return false };
        if let Some(mut stdin) = child.stdin.take() {
            // One that reads nothing closes the pipe.
            let _ = stdin.write_all(b"#include <stdio.h>\n");
        }
        child.wait().is_ok_and(|status| status.success())
    }

    /// A line on a C compiler that cannot be run.
    pub fn how_to_get(&self) -> String {
        let command = &self.command[0];
        format!("no C compiler: cannot run {command}: install it, or name another in CC")
    }

    /// Compiles one file, alone in `folder`, which is emptied first; its complaints go to stderr.
    ///
    /// # Errors
    /// One line, if the program is refused, needs what no online judge has, or the compiler cannot be run.
    pub fn compile(&self, file: &str, text: &str, folder: &Path) -> Result<PathBuf, String> {
        let in_folder = |error| format!("{}: {error}", folder.display());
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(in_folder(error)),
            _ => fs::create_dir_all(folder).map_err(in_folder)?,
        }
        fs::write(folder.join(file), text).map_err(in_folder)?;
        let program = folder.join(format!("program{}", env::consts::EXE_SUFFIX));
        let list_what_is_read: &[&str] = if self.is_microsofts() {
            &[]
        } else if self.is_for_c() {
            &["-MMD", "-MP", "-MFread"]
        } else {
            &["--emit=link,dep-info=read"]
        };
        let status = self
            .to_program(Path::new(file), &program, folder)
            .args(list_what_is_read)
            .stdout(Stdio::null())
            .status()
            .map_err(|error| self.cannot_run(&error))?;
        if !status.success() {
            return Err(format!("it does not compile: {} {file}", self.command.join(" ")));
        }
        let read = fs::read_to_string(folder.join("read")).unwrap_or_default();
        match read_elsewhere(file, &read) {
            Some(what) => Err(format!("it needs {what} to compile, which no online judge has")),
            None => Ok(program),
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
        let is_current = || {
            modified(&built).is_ok_and(|built| modified(source).is_ok_and(|source| built > source))
        };
        if is_current() {
            return Ok(built);
        }
        // Another process may compile it at the same time: each writes a file of its own.
        let unfinished =
            folder.join(format!("{name}-{}{}", process::id(), env::consts::EXE_SUFFIX));
        let output = self
            .to_program(source, &unfinished, folder)
            .output()
            .map_err(|error| self.cannot_run(&error))?;
        if !output.status.success() {
            let _ = fs::remove_file(&unfinished);
            let complaints = [output.stdout, output.stderr].concat();
            let complaints = String::from_utf8_lossy(&complaints).trim_end().to_owned();
            return Err(format!("{} does not compile:\n{complaints}", source.display()));
        }
        match fs::rename(&unfinished, &built) {
            Err(error) if !is_current() => Err(format!("{}: {error}", built.display())),
            _ => Ok(built),
        }
    }

    /// The command that makes a program of a file, and other files in `folder` alone.
    fn to_program(&self, source: &Path, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).current_dir(folder).stdin(Stdio::null());
        if self.is_microsofts() {
            command.arg(format!("/Fe:{}", program.display())).arg(source);
        } else {
            command.arg("-o").args([program, source]);
        }
        command
    }

    fn cannot_run(&self, error: &io::Error) -> String {
        match error.kind() {
            ErrorKind::NotFound if self.is_for_c() => self.how_to_get(),
            _ => format!("cannot run {}: {error}", self.command[0]),
        }
    }
}

/// Whether a compiler that is missing is a failure: under CI, which has one.
pub fn must_be_complete() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty())
}

fn c_compiler() -> Vec<String> {
    let named = words(&env::var("CC").unwrap_or_default());
    if !named.is_empty() {
        return named;
    }
    let found = first_in(&env::var_os("PATH").unwrap_or_default());
    vec![found.unwrap_or(C_COMPILERS[0]).to_owned()]
}

/// The first C compiler that lies in a folder of `path`.
fn first_in(path: &OsStr) -> Option<&'static str> {
    C_COMPILERS.into_iter().find(|name| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(path).any(|folder| folder.join(&file).is_file())
    })
}

/// The words of a command line: a path with spaces stands alone, or in quotation marks.
fn words(line: &str) -> Vec<String> {
    if Path::new(line).is_file() {
        return vec![line.to_owned()];
    }
    let pieces = line.split('"').enumerate();
    pieces
        .flat_map(|(index, piece)| match index % 2 {
            0 => piece.split_whitespace().map(str::to_owned).collect(),
            _ => vec![piece.to_owned()],
        })
        .collect()
}

/// What a compiler read beside the file itself: another file, or a variable of the environment
/// that is set.
///
/// `dependencies` is what rustc writes for `--emit=dep-info`, and C compilers for `-MMD -MP`: rules
/// of make, one without prerequisites for each file; rustc adds a comment for each variable.
fn read_elsewhere(file: &str, dependencies: &str) -> Option<String> {
    dependencies.lines().find_map(|line| {
        if let Some(variable) = line.strip_prefix("# env-dep:") {
            let (name, _) = variable.split_once('=')?;
            return Some(format!("the environment variable {name}"));
        }
        let read = line.strip_suffix(':').filter(|&read| read != file)?;
        Some(format!("the file {}", read.replace("\\ ", " ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_compiler_may_have_a_path_with_spaces() {
        let folder = env::temp_dir().join(format!("C compilers {}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let compiler = folder.join("gcc.exe");
        fs::write(&compiler, "").unwrap();
        let compiler = compiler.to_str().unwrap();
        assert_eq!(words(compiler), [compiler]);
        assert_eq!(words(&format!("\"{compiler}\" -m32")), [compiler, "-m32"]);
        assert_eq!(words(" ccache  gcc "), ["ccache", "gcc"]);
        assert!(words("").is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_first_c_compiler_that_is_here_is_taken() {
        let folder = env::temp_dir().join(format!("C compilers of {}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(first_in(folder.as_os_str()), None);
        for name in ["cl", "clang", "gcc", "cc"] {
            fs::write(folder.join(name).with_extension(env::consts::EXE_EXTENSION), "").unwrap();
            assert_eq!(first_in(folder.as_os_str()), Some(name));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn microsofts_compiler_gets_arguments_of_its_own() {
        let compiler = Compiler::new(&["CL.exe", "-std=c89", "-Wall"]).denying_warnings();
        assert_eq!(compiler.command, ["CL.exe", "/nologo", "/O2", "/DONLINE_JUDGE"]);
        let command = compiler.to_program(Path::new("a.c"), Path::new("a.exe"), Path::new("."));
        let arguments: Vec<_> = command.get_args().skip(3).collect();
        assert_eq!(arguments, ["/Fe:a.exe", "a.c"]);
    }

    #[test]
    fn what_lies_elsewhere_is_found_among_the_dependencies() {
        let alone = "program: main.rs\n\nmain.rs:\n\n# env-dep:UNSET\n";
        assert_eq!(read_elsewhere("main.rs", alone), None);
        let file = "program: main.rs /a\\ b.rs\n\nmain.rs:\n/a\\ b.rs:\n";
        assert_eq!(read_elsewhere("main.rs", file), Some("the file /a b.rs".to_owned()));
        let variable = format!("{alone}# env-dep:HOME=/home/x\n");
        let found = Some("the environment variable HOME".to_owned());
        assert_eq!(read_elsewhere("main.rs", &variable), found);
    }
}
