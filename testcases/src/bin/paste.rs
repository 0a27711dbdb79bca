//! `cargo paste`: from stored cases to the judge's form in one command.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use testcases::clipboard::{self, Copied};
use testcases::compilers::{self, Compiler};
use testcases::judge::{Judge, Judgement, Verdict};
use testcases::judges::{Destination, Language, Source, VJUDGE};
use testcases::report::{self, Color, Style};
use testcases::suite::Case;
use testcases::workspace::{Problem, Workspace};

const HELP: &str = "\
Judges a solution as it would be pasted, puts it on the clipboard, and says where to go with it.

Usage: cargo paste [PROBLEM] [OPTIONS]

Without a problem it lists what can be pasted where.

Options:
      --to JUDGE    another judge that carries the problem, or vjudge
      --lang LANG   rust or c, whatever the judge takes
      --force       paste it even if it is not Accepted, or too long
      --print       write the file to stdout, and nothing else there
      --check       judge every file for every judge and with other compilers; paste none
  -h, --help        show this

What is pasted is the file as it stands. It is compiled alone, as the judge does, and judged on all
stored cases under the limits of the suite. [package.metadata.judge] also = [\"URL\"] in a problem's
Cargo.toml names its pages on other judges. CC names the C compiler. Exit status: 0 if it may be
pasted, 1 if not, 2 for arguments that are not understood.
";

fn main() -> ExitCode {
    let arguments = match Arguments::parse(env::args_os().skip(1)) {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("error: {error}; --help lists all");
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // A closed pipe, as `| head` leaves it, needs no message.
            if error.kind() != io::ErrorKind::BrokenPipe {
                let _ = writeln!(io::stderr(), "error: {error}");
            }
            ExitCode::FAILURE
        }
    }
}

#[derive(Default)]
struct Arguments {
    problem: Option<String>,
    to: Option<String>,
    language: Option<Source>,
    force: bool,
    print: bool,
    check: bool,
    help: bool,
}

impl Arguments {
    fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut parsed = Self::default();
        let mut arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
        while let Some(argument) = arguments.next() {
            let (option, value) = match argument.split_once('=') {
                Some((option, value)) if option.starts_with("--") => {
                    (option, Some(value.to_owned()))
                }
                _ => (&*argument, None),
            };
            let takes_value = ["--to", "--lang"].contains(&option);
            if value.is_some() && !takes_value {
                return Err(format!("{option}: expected no value, found one"));
            }
            let mut required = |expected: &str| {
                let value = value.clone().or_else(|| arguments.next());
                value.ok_or_else(|| format!("{option}: expected {expected}, found nothing"))
            };
            match option {
                "--to" => parsed.to = Some(required("a judge")?),
                "--lang" => parsed.language = Some(source(&required("rust or c")?)?),
                "--force" => parsed.force = true,
                "--print" => parsed.print = true,
                "--check" => parsed.check = true,
                "-h" | "--help" => parsed.help = true,
                _ if option.starts_with('-') => {
                    return Err(format!("expected an option, found {option}"));
                }
                _ if parsed.problem.is_some() => {
                    return Err(format!("expected one problem, found {option:?} too"));
                }
                _ => parsed.problem = Some(argument),
            }
        }
        parsed.contradiction().map_or(Ok(parsed), Err)
    }

    /// Why the options of a paste are out of place.
    fn contradiction(&self) -> Option<String> {
        let option = self.options().into_iter().next().filter(|_| !self.help)?;
        if self.check {
            Some(format!("expected --check or {option}, found both"))
        } else if self.problem.is_none() {
            Some(format!("{option}: expected a problem, found none"))
        } else {
            None
        }
    }

    /// The options of a paste, as a person writes them.
    fn options(&self) -> Vec<String> {
        let to = self.to.as_ref().map(|to| format!("--to {to}"));
        let language = self.language.map(|source| format!("--lang {}", source.option()));
        let force = self.force.then(|| "--force".to_owned());
        let print = self.print.then(|| "--print".to_owned());
        [to, language, force, print].into_iter().flatten().collect()
    }

    /// The command that writes to stdout what these arguments paste.
    fn to_print(&self, problem: &Problem) -> String {
        let options: String = self.options().iter().map(|option| format!("{option} ")).collect();
        format!("cargo paste {} {options}--print", problem.name)
    }
}

fn source(name: &str) -> Result<Source, String> {
    [Source::Rust, Source::C]
        .into_iter()
        .find(|source| source.option() == name.to_lowercase())
        .ok_or_else(|| format!("--lang: expected rust or c, found {name:?}"))
}

/// Does what the arguments ask for; says whether all went well.
fn run(arguments: &Arguments) -> io::Result<bool> {
    let mut screen = Screen::new(arguments.print);
    if arguments.help {
        return screen.show(HELP).map(|()| true);
    }
    let workspace = Workspace::find(&env::current_dir()?).map_err(io::Error::other)?;
    let problem = arguments.problem.as_deref();
    let problem = problem.map(|name| find(&workspace, name)).transpose()?;
    if problem.is_none() && !arguments.check {
        return list(&workspace.problems, &mut screen).map(|()| true);
    }
    let scratch = Scratch::new(&workspace.target.join("paste"))?;
    let mut session = Session { workspace: &workspace, screen, scratch };
    match (problem, arguments.check) {
        (Some(problem), false) => session.paste(problem, arguments),
        (Some(problem), true) => session.check(std::slice::from_ref(problem)),
        (None, _) => session.check(&workspace.problems),
    }
}

/// Where what a person reads goes: stdout, or stderr where stdout takes the file.
struct Screen {
    out: Box<dyn Write>,
    style: Style,
}

impl Screen {
    fn new(stdout_is_taken: bool) -> Self {
        if stdout_is_taken {
            Self { out: Box::new(io::stderr()), style: Style::of_stdout(Color::Never) }
        } else {
            Self { out: Box::new(io::stdout()), style: Style::of_stdout(Color::Auto) }
        }
    }

    fn say(&mut self, line: impl AsRef<str>) -> io::Result<()> {
        self.show(line.as_ref())?;
        self.show("\n")
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

fn find<'a>(workspace: &'a Workspace, name: &str) -> io::Result<&'a Problem> {
    let problems = &workspace.problems;
    if let Some(problem) = problems.iter().find(|problem| problem.name == name) {
        return Ok(problem);
    }
    let nearest = problems.iter().min_by_key(|problem| distance(&problem.name, name));
    Err(io::Error::other(match nearest {
        Some(Problem { name: nearest, .. }) => {
            format!("expected a problem, found {name:?}; the nearest is {nearest}")
        }
        None => "expected a problem, found none in the workspace".to_owned(),
    }))
}

/// How many characters must be put in, taken out or replaced to get from one text to the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (index, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, b) in other.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[row.len() - 1]
}

/// Where a solution of the problem can go, its own judge first.
fn destinations(problem: &Problem) -> Vec<Destination> {
    problem.urls().map(Destination::new).collect()
}

/// Where a solution of the problem can go, and last the way through vjudge, if there is one.
fn doors(problem: &Problem) -> Vec<Destination> {
    let mut all = destinations(problem);
    if all.iter().all(|destination| destination.key != VJUDGE) {
        all.extend(all.iter().find_map(Destination::through_vjudge));
    }
    all
}

/// The commands that paste a problem, and what each of them does.
fn commands(problem: &Problem) -> Vec<(String, String)> {
    let command = format!("cargo paste {}", problem.name);
    let destinations = doors(problem);
    if destinations.is_empty() {
        return vec![(command, problem.without_url())];
    }
    let row = |(index, destination): (usize, &Destination)| {
        let to = format!(" --to {}", destination.key);
        let command = format!("{command}{}", if index == 0 { "" } else { &to });
        let what = match Choice::new(problem, destination, None) {
            Ok(Choice { file, language, .. }) => {
                format!("{file} to {} as {}", destination.name, language.choice)
            }
            Err(error) => error,
        };
        (command, what)
    };
    destinations.iter().enumerate().map(row).collect()
}

/// Lists what can be pasted where.
fn list(problems: &[Problem], screen: &mut Screen) -> io::Result<()> {
    let rows: Vec<(String, String)> = problems.iter().flat_map(commands).collect();
    let width = rows.iter().map(|(command, _)| command.len()).max();
    let width = width.unwrap_or(0);
    for (command, what) in rows {
        screen.say(format!("{command:<width$}  {what}"))?;
    }
    if problems.is_empty() {
        screen.say("no problem yet: `cargo receive` brings one in")?;
    }
    Ok(())
}

/// The destination of that name, or the problem's own judge.
fn destination(problem: &Problem, to: Option<&str>) -> Result<Destination, String> {
    let all = doors(problem);
    let own = all.first().ok_or_else(|| problem.without_url())?;
    let Some(to) = to else {
        return Ok(own.clone());
    };
    let found = all.iter().find(|destination| destination.key == to.to_lowercase());
    found.cloned().ok_or_else(|| {
        let keys: Vec<&str> = all.iter().map(|destination| destination.key.as_str()).collect();
        let keys = keys.join(", ");
        let name = &problem.name;
        format!(
            "--to: expected one of {keys}, which carry {name}, found {to:?}; \
             [package.metadata.judge] also = [\"URL\"] in {name}/Cargo.toml adds another"
        )
    })
}

/// The compilers of all judges that carry the problem and take the language.
fn for_judges(problem: &Problem, source: Source) -> Vec<Compiler> {
    let compiler = |destination: Destination| {
        let language = takes(&destination, source)?;
        Some(Compiler::new(&destination.name, language.compile))
    };
    destinations(problem).into_iter().filter_map(compiler).collect()
}

/// One compiler for each command line, named after all that have it.
fn distinct(compilers: Vec<Compiler>) -> Vec<Compiler> {
    let mut distinct: Vec<Compiler> = Vec::new();
    for compiler in compilers {
        match distinct.iter_mut().find(|known| known.command == compiler.command) {
            Some(known) => known.name += &format!(", {}", compiler.name),
            None => distinct.push(compiler),
        }
    }
    distinct
}

/// The language as the judge has it, if it takes it.
fn takes(destination: &Destination, source: Source) -> Option<&'static Language> {
    let mut languages = destination.languages().iter();
    languages.find(|language| language.source == source)
}

/// The file that is pasted, and as what.
struct Choice {
    language: &'static Language,
    path: PathBuf,
    /// The path as a person writes it from the workspace's root.
    file: String,
    /// The language that the judge does not take.
    not_taken: Option<Source>,
}

impl Choice {
    /// What the judge takes and the problem's package has, unless a language is asked for.
    fn new(
        problem: &Problem,
        destination: &Destination,
        asked: Option<Source>,
    ) -> Result<Self, String> {
        let languages = destination.languages();
        let (language, not_taken) = match asked {
            Some(source) => match takes(destination, source) {
                Some(language) => (language, None),
                None => (source.plain(), Some(source)),
            },
            None => {
                let is_here = |language: &&Language| file(problem, language.source).is_ok();
                let language = languages.iter().find(is_here).unwrap_or(&languages[0]);
                let not_taken = takes(destination, Source::Rust).is_none().then_some(Source::Rust);
                (language, not_taken)
            }
        };
        let path = file(problem, language.source).map_err(|missing| match asked {
            None if not_taken.is_some() => format!(
                "{} takes no Rust: {missing}: write it, or --lang rust pastes src/main.rs",
                destination.name
            ),
            _ => missing,
        })?;
        Ok(Self { language, file: shown(problem, &path), path, not_taken })
    }
}

fn file(problem: &Problem, source: Source) -> Result<PathBuf, String> {
    let name = &problem.name;
    match source {
        Source::Rust => Some(problem.solution()).filter(|path| path.is_file()),
        Source::C => problem.twin(),
    }
    .ok_or_else(|| match source {
        Source::Rust => format!("expected {name}/src/main.rs, found none"),
        Source::C => format!("expected {name}/{name}.c, found none"),
    })
}

fn shown(problem: &Problem, path: &Path) -> String {
    let path = path.strip_prefix(&problem.folder).unwrap_or(path);
    let path = path.display().to_string().replace(std::path::MAIN_SEPARATOR, "/");
    format!("{}/{path}", problem.name)
}

/// A folder for what is made on the way. No other process uses it at the same time, and it goes
/// when the process ends; one that a killed process left is taken again.
struct Scratch {
    folder: PathBuf,
    /// How many folders were made in it.
    made: usize,
    /// Locked for as long as the folder is in use.
    _lock: File,
}

impl Scratch {
    /// The first free one in `parent`.
    fn new(parent: &Path) -> io::Result<Self> {
        let in_parent =
            |error| io::Error::other(format!("{}: cannot use it: {error}", parent.display()));
        fs::create_dir_all(parent).map_err(in_parent)?;
        let mut number = 1;
        loop {
            let path = parent.join(format!("{number}.lock"));
            let lock = File::options()
                .create(true)
                .truncate(false)
                .write(true)
                .open(path)
                .map_err(in_parent)?;
            match lock.try_lock() {
                Ok(()) => {
                    let folder = parent.join(number.to_string());
                    return Ok(Self { folder, made: 0, _lock: lock });
                }
                Err(TryLockError::WouldBlock) => number += 1,
                Err(TryLockError::Error(error)) => return Err(in_parent(error)),
            }
        }
    }

    /// A folder for one program: Windows removes none that a moment ago still ran.
    fn next_folder(&mut self) -> PathBuf {
        self.made += 1;
        self.folder.join(self.made.to_string())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Where it was never made, or is still in use, there is nothing to do.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What one run of the command works with.
struct Session<'a> {
    workspace: &'a Workspace,
    screen: Screen,
    scratch: Scratch,
}

impl Session<'_> {
    /// Judges a solution for one judge and pastes it; says whether it was pasted.
    fn paste(&mut self, problem: &Problem, arguments: &Arguments) -> io::Result<bool> {
        let destination =
            destination(problem, arguments.to.as_deref()).map_err(io::Error::other)?;
        let choice =
            Choice::new(problem, &destination, arguments.language).map_err(io::Error::other)?;
        let name = &destination.name;
        let file = choice.path.file_name().unwrap_or_default().display();
        self.screen.say(match choice.not_taken {
            Some(source) if source == choice.language.source => {
                format!("{name} takes no {}: {file} all the same", source.language())
            }
            Some(source) => format!("{name} takes no {}: {file}", source.language()),
            None => format!("{name}: {}", choice.file),
        })?;
        let text = read(&choice.path).map_err(io::Error::other)?;
        if !self.is_ready(problem, &destination, &choice, &text)? && !arguments.force {
            self.screen.say("not pasted; --force pastes it all the same")?;
            return Ok(false);
        }
        if arguments.print {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            stdout.flush()?;
        } else {
            let copied = clipboard::copy(&text);
            self.screen.say(where_it_is(copied, &choice, &arguments.to_print(problem)))?;
        }
        self.say_where_to_go(&destination, &choice)?;
        Ok(true)
    }

    /// Judges the file and shows what comes of it; says whether nothing speaks against pasting it.
    fn is_ready(
        &mut self,
        problem: &Problem,
        destination: &Destination,
        choice: &Choice,
        text: &str,
    ) -> io::Result<bool> {
        let compiler = Compiler::new(&destination.name, choice.language.compile);
        let judged = match self.workspace.read_suite(&problem.name) {
            Ok(suite) => self.judge(&suite.cases, &choice.path, text, &compiler, true)?,
            Err(error) => Err(error),
        };
        let mut reasons = Vec::new();
        match judged {
            Ok(summary) => self.screen.say(summary)?,
            Err(reason) => reasons.push(reason),
        }
        let limit = destination.judge.and_then(|judge| judge.source_limit);
        reasons.extend(too_long(text, limit));
        for reason in &reasons {
            let line = format!("{}: {reason}", choice.file);
            self.screen.say(self.screen.style.red(&line))?;
        }
        Ok(reasons.is_empty())
    }

    fn say_where_to_go(&mut self, destination: &Destination, choice: &Choice) -> io::Result<()> {
        self.screen.say(format!("submit at: {}", destination.submit))?;
        if destination.judge.is_some() {
            self.screen.say(format!("problem:   {}", destination.id))?;
        }
        self.screen.say(match choice.not_taken {
            Some(source) if choice.language.source == source => {
                format!("language:  none for {} that is known", source.language())
            }
            _ => format!("language:  {}", choice.language.choice),
        })?;
        match destination.judge.and_then(|judge| judge.unconfirmed) {
            Some(doubt) => self.screen.say(format!("not confirmed: {doubt}")),
            None => Ok(()),
        }
    }

    /// Judges every file of the problems for every judge that takes it, and with the other compilers
    /// that a judge might have, warnings denied; says whether all is well.
    fn check(&mut self, problems: &[Problem]) -> io::Result<bool> {
        let (for_rust, mut missing) = compilers::for_rust(&self.workspace.target);
        let mut summaries = Vec::new();
        let mut all_well = true;
        for problem in problems {
            for source in [Source::Rust, Source::C] {
                let Ok(path) = file(problem, source) else {
                    continue;
                };
                let mut compilers = for_judges(problem, source);
                match source {
                    Source::Rust => compilers.extend_from_slice(&for_rust),
                    Source::C => compilers.extend(compilers::for_c()),
                }
                let (here, absent): (Vec<_>, Vec<_>) =
                    distinct(compilers).into_iter().partition(Compiler::exists);
                missing.extend(absent.iter().map(Compiler::how_to_get));
                let summary = self.check_file(problem, source, &path, here)?;
                all_well &= summary.is_ok();
                summaries.push(summary);
            }
        }
        missing.sort();
        missing.dedup();
        self.screen.say("")?;
        for compiler in &missing {
            self.screen.say(format!("not checked, for it is missing: {compiler}"))?;
        }
        for summary in summaries {
            self.screen.say(match summary {
                Ok(line) => self.screen.style.green("ok  ") + &line,
                Err(line) => self.screen.style.red("FAIL ") + &line,
            })?;
        }
        let must_be_complete = cfg!(target_os = "linux") && compilers::must_be_complete();
        if must_be_complete && !missing.is_empty() {
            self.screen.say("under CI no compiler may be missing")?;
            all_well = false;
        }
        Ok(all_well)
    }

    /// One line on a file: what all compilers make of it, or what goes wrong.
    fn check_file(
        &mut self,
        problem: &Problem,
        source: Source,
        path: &Path,
        compilers: Vec<Compiler>,
    ) -> io::Result<Result<String, String>> {
        let file = shown(problem, path);
        let suite = self.workspace.read_suite(&problem.name);
        let (suite, text) = match suite.and_then(|suite| Ok((suite, read(path)?))) {
            Ok(both) => both,
            Err(error) => return Ok(Err(format!("{file}: {error}"))),
        };
        let limits = destinations(problem).into_iter().filter_map(|destination| {
            takes(&destination, source)?;
            destination.judge?.source_limit
        });
        let mut names = Vec::new();
        let mut reasons: Vec<String> = too_long(&text, limits.min()).into_iter().collect();
        for compiler in compilers {
            let name = compiler.name.clone();
            let compiler = compiler.denying_warnings();
            let judged = self.judge(&suite.cases, path, &text, &compiler, false)?;
            let line = match &judged {
                Ok(line) | Err(line) => line,
            };
            self.screen.say(format!("{file}, {name}: {line}"))?;
            reasons.extend(judged.err().map(|reason| format!("{name}: {reason}")));
            names.push(name);
        }
        Ok(if reasons.is_empty() {
            Ok(format!("{file}: {}", names.join(", ")))
        } else {
            Err(format!("{file}: {}", reasons.join("; ")))
        })
    }

    /// Compiles a source and judges it on the cases: the slowest case, or the reason why it
    /// is not ready. The first case that fails is shown whole; the `table` has a line for each.
    fn judge(
        &mut self,
        cases: &[Case],
        path: &Path,
        text: &str,
        compiler: &Compiler,
        table: bool,
    ) -> io::Result<Result<String, String>> {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let program = compiler.compile(&file, text.as_bytes(), &self.scratch.next_folder());
        if !compiler.runs_here && program.is_ok() {
            return Ok(Ok("compiles; what it makes does not run here".to_owned()));
        }
        // All judges of the workspace share one lock, which lies where the tests have it.
        let locks = self.workspace.target.join("tmp");
        let judge = match program.and_then(|program| Judge::new(&program, &locks)) {
            Ok(judge) => judge,
            Err(error) => return Ok(Err(error)),
        };
        let mut judged = Vec::new();
        judge.judge_all(cases, |case, judgement| {
            if table {
                self.screen.say(self.screen.style.line(&case.name, case, &judgement))?;
            }
            judged.push((case.clone(), judgement));
            Ok(())
        })?;
        let Some((case, judgement)) = judged.iter().find(|(_, judgement)| !is_accepted(judgement))
        else {
            let all = judged
                .iter()
                .filter_map(|(case, judgement)| Some((case, judgement.as_ref().ok()?)));
            let slowest = report::slowest(all).unwrap_or_default();
            return Ok(Ok(format!("all Accepted: {}; {slowest}", count(judged.len()))));
        };
        self.screen.say("")?;
        self.screen.show(&self.screen.style.details(case, judgement))?;
        self.screen.say("")?;
        Ok(Err(count_failures(&judged)))
    }
}

type Judged = Result<Judgement, String>;

fn is_accepted(judged: &Judged) -> bool {
    matches!(judged, Ok(judgement) if judgement.verdict == Verdict::Accepted)
}

/// How many cases fail, and with which verdicts.
fn count_failures(judged: &[(Case, Judged)]) -> String {
    let mut verdicts = BTreeMap::new();
    for (_, judged) in judged.iter().filter(|(_, judged)| !is_accepted(judged)) {
        let verdict = match judged {
            Ok(judgement) => judgement.verdict.to_string(),
            Err(_) => "not judged".to_owned(),
        };
        *verdicts.entry(verdict).or_insert(0) += 1;
    }
    let failed: usize = verdicts.values().sum();
    let verdicts: Vec<String> =
        verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    let all = count(judged.len());
    format!("{failed} of {all} not Accepted: {}", verdicts.join(", "))
}

fn count(cases: usize) -> String {
    format!("{cases} case{}", if cases == 1 { "" } else { "s" })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn too_long(text: &str, limit: Option<u64>) -> Option<String> {
    let length = text.len() as u64;
    let limit = limit.filter(|&limit| length > limit)?;
    Some(format!("it has {length} bytes, the judge takes at most {limit}"))
}

/// Where the file is now; `print` is the command that writes it to stdout.
fn where_it_is(copied: Copied, choice: &Choice, print: &str) -> String {
    let file = &choice.file;
    match copied {
        Copied::By(program) => format!("{file} is on the clipboard ({program})"),
        Copied::ToTerminal => format!(
            "{file} was handed to the terminal for the clipboard; if it is not there, copy the \
             file by hand, or pipe `{print}`"
        ),
        Copied::Nowhere => format!(
            "no clipboard was found: open {} and copy it, or pipe `{print}`",
            choice.path.display()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances() {
        for (one, other, expected) in [
            ("", "", 0),
            ("abc", "", 3),
            ("b", "ab", 1),
            ("ab", "b", 1),
            ("poj1753", "poj1735", 2),
            ("sgu536", "cf536", 3),
        ] {
            assert_eq!(distance(one, other), expected, "{one} {other}");
            assert_eq!(distance(other, one), expected, "{other} {one}");
        }
    }
}
