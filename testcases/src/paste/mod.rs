//! `cargo paste`: judges a solution as it would be pasted, puts it on the clipboard, and says where
//! to submit it.
//!
//! - `choice`: which file goes to which online judge
//! - `clipboard`: how it gets there
//! - `check`: the same for every file and every online judge, without pasting
//!
//! `bin/paste.rs` reads the arguments.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::slice;

mod check;
mod choice;
mod clipboard;

use crate::cases_target;
use crate::compilers::Compiler;
use crate::judge::report::{self, Color, Style};
use crate::judge::{is_accepted, missing_limits, Judge, Judged, Judgement};
use crate::languages::Source;
use crate::online_judges::Destination;
use crate::scratch::Scratch;
use crate::suite::Case;
use crate::workspace::{Problem, Workspace};
use choice::Choice;

/// What a person asks `cargo paste` for.
#[derive(Default)]
pub struct Request {
    /// The package whose solution is pasted or checked; `None`: the one of the current folder, or
    /// else all are listed or checked.
    pub problem: Option<String>,
    /// The online judge to paste to, if it is not the problem's own.
    pub to: Option<String>,
    /// The language to paste, whether the online judge accepts it or not.
    pub language: Option<Source>,
    /// Pastes what is not Accepted, or too long.
    pub force: bool,
    /// Writes the file to stdout, and messages to stderr.
    pub print: bool,
    /// Judges every file as every online judge compiles it, and pastes none.
    pub check: bool,
    /// The option that was read last and makes no sense without a problem to paste.
    pub needs_problem: Option<String>,
}

/// Does what is asked for; says whether all went well.
///
/// # Errors
/// One line: what is in the way, or what went wrong in writing. It is
/// [invalid input](ErrorKind::InvalidInput) if a problem has to be named and is not.
pub fn run(request: &Request) -> io::Result<bool> {
    let folder = env::current_dir()?;
    let workspace = Workspace::find(&folder).map_err(io::Error::other)?;
    let problems = &workspace.problems;
    let problem = find(problems, request.problem.as_deref(), &folder).map_err(io::Error::other)?;
    let color = if request.print { Color::Never } else { Color::Auto };
    let mut session = Session {
        workspace: &workspace,
        style: Style::of_stdout(color),
        stdout_is_taken: request.print,
        scratch: Scratch::new(&workspace.target, "paste").map_err(io::Error::other)?,
    };
    match (problem, &request.needs_problem) {
        _ if request.check => session.check(problem.map_or(problems, slice::from_ref)),
        (Some(problem), _) => session.paste(problem, request),
        (None, None) => session.list(),
        (None, Some(option)) => {
            let error = format!("{option}: expected a problem, found none");
            Err(io::Error::new(ErrorKind::InvalidInput, error))
        }
    }
}

/// The problem of that name, or else the one in whose package the folder lies.
fn find<'a>(
    problems: &'a [Problem],
    name: Option<&str>,
    folder: &Path,
) -> Result<Option<&'a Problem>, String> {
    let mut problems = problems.iter();
    let Some(name) = name else {
        return Ok(problems.find(|problem| folder.starts_with(&problem.folder)));
    };
    let found = problems.find(|problem| problem.name.eq_ignore_ascii_case(name));
    let unknown = || format!("there is no problem {name:?}; `cargo paste` lists all");
    found.map(Some).ok_or_else(unknown)
}

/// What one run of the command works with.
struct Session<'a> {
    workspace: &'a Workspace,
    style: Style,
    /// Whether messages go to stderr, for stdout takes the file.
    stdout_is_taken: bool,
    scratch: Scratch,
}

impl Session<'_> {
    fn say(&self, line: impl Display) -> io::Result<()> {
        if self.stdout_is_taken {
            writeln!(io::stderr(), "{line}")
        } else {
            writeln!(io::stdout(), "{line}")
        }
    }

    /// Lists what can be pasted where.
    fn list(&self) -> io::Result<bool> {
        let rows: Vec<_> = self.workspace.problems.iter().flat_map(choice::commands).collect();
        let width = rows.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
        for (command, what) in &rows {
            self.say(format!("{command:<width$}  {what}"))?;
        }
        if rows.is_empty() {
            self.say("no problem yet: `cargo receive` brings one in")?;
        }
        Ok(true)
    }

    /// Judges a solution as one online judge does and pastes it; says whether it was pasted.
    fn paste(&mut self, problem: &Problem, request: &Request) -> io::Result<bool> {
        let choice = Choice::find(problem, request.to.as_deref(), request.language);
        let choice = choice.map_err(io::Error::other)?;
        self.say(choice.headline())?;
        let text = crate::read(&choice.path).map_err(io::Error::other)?;
        match self.judge(problem, &choice, &text, false)? {
            Ok(summary) => self.say(summary)?,
            Err(reason) => {
                self.say(self.style.red(&format!("{}: {reason}", choice.file)))?;
                if !request.force {
                    self.say("not pasted; --force pastes it all the same")?;
                    return Ok(false);
                }
            }
        }
        if request.print {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            stdout.flush()?;
        } else {
            self.say(match clipboard::copy(&text) {
                Some(where_it_is) => format!("{} {where_it_is}", choice.file),
                None => format!(
                    "no clipboard was found: open {} and copy it, or add --print and pipe it",
                    choice.path.display()
                ),
            })?;
        }
        self.say_where_to_go(&choice)?;
        Ok(true)
    }

    fn say_where_to_go(&self, choice: &Choice) -> io::Result<()> {
        let Choice { destination, language, .. } = choice;
        self.say(format!("submit at: {}", destination.submit))?;
        if destination.judge.is_some() {
            self.say(format!("problem:   {}", destination.id))?;
        }
        self.say(match choice::accepted(destination, language.source) {
            Some(language) => format!("language:  {}", language.choice),
            None => format!("language:  none is known for {}", language.source.language()),
        })?;
        match destination.unconfirmed() {
            Some(doubt) => self.say(format!("not confirmed: {doubt}")),
            None => Ok(()),
        }
    }

    /// Compiles a file and judges it on the cases of its problem: the slowest case, or the reason
    /// not to paste it. Shows the first case that fails whole and, unless it is to `check` many
    /// files, a line for each case.
    fn judge(
        &mut self,
        problem: &Problem,
        choice: &Choice,
        text: &str,
        check: bool,
    ) -> io::Result<Result<String, String>> {
        let mut compiler = Compiler::new(choice.language.compile);
        if check {
            compiler = compiler.denying_warnings();
        } else {
            self.say(format!("compiling: {}", compiler.command.join(" ")))?;
        }
        let name = choice.path.file_name().unwrap_or_default().to_string_lossy();
        let prepared = self.workspace.read_suite(&problem.name).and_then(|suite| {
            let program = compiler.compile(&name, text, &self.scratch.next_folder())?;
            let referee = cases_target::referee(&self.workspace.root, &problem.name, &suite)?;
            // All judges of the workspace share one lock, which lies where the tests have it.
            let judge = Judge::new(&program, &self.workspace.target.join("tmp"))?;
            Ok((suite.cases, judge.with_referee(referee)))
        });
        let (cases, judge) = match prepared {
            Ok(prepared) => prepared,
            Err(reason) => return Ok(Err(reason)),
        };
        if let Some(note) = missing_limits(&cases).filter(|_| !check) {
            self.say(note)?;
        }
        let mut all = Vec::new();
        judge.judge_all(&cases, |case, judged| {
            if !check {
                self.say(self.style.line(&case.name, case, &judged))?;
            }
            all.push((case, judged));
            Ok(())
        })?;
        if let Some((case, judged)) = all.iter().find(|(_, judged)| !is_accepted(judged)) {
            self.say(format!("\n{}", self.style.details(case, judged)))?;
            return Ok(Err(count_failures(&all)));
        }
        let accepted =
            || all.iter().filter_map(|(case, judged)| Some((*case, judged.as_ref().ok()?)));
        if let Some(line) = accepted().find_map(written_to_stderr) {
            self.say(format!("warning: {} writes to stderr: {line}", choice.file))?;
        }
        let slowest = report::slowest(accepted()).unwrap_or_default();
        let summary = format!("all Accepted: {}; {slowest}", count(all.len()));
        Ok(too_long(text, &choice.destination).map_or(Ok(summary), Err))
    }
}

/// The first line of what a program writes to stderr, which an online judge does not show.
fn written_to_stderr((case, judgement): (&Case, &Judgement)) -> Option<String> {
    let text = String::from_utf8_lossy(&judgement.stderr);
    let line: String = text.lines().next()?.chars().take(72).collect();
    Some(format!("{} (on {})", line.escape_debug(), case.name))
}

fn too_long(text: &str, destination: &Destination) -> Option<String> {
    let length = text.len() as u64;
    let limit = destination.judge?.source_limit.filter(|&limit| length > limit)?;
    Some(format!("it has {length} bytes, the online judge accepts at most {limit}"))
}

/// How many cases fail, and with which verdicts.
fn count_failures(judged: &[(&Case, Judged)]) -> String {
    let mut verdicts = BTreeMap::<String, usize>::new();
    for (_, judged) in judged.iter().filter(|(_, judged)| !is_accepted(judged)) {
        let verdict = judged.as_ref().map(|judgement| judgement.verdict.to_string());
        *verdicts.entry(verdict.unwrap_or("not judged".to_owned())).or_default() += 1;
    }
    let failed: usize = verdicts.values().sum();
    let verdicts: Vec<_> =
        verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    let all = count(judged.len());
    format!("{failed} of {all} not Accepted: {}", verdicts.join(", "))
}

fn count(cases: usize) -> String {
    format!("{cases} case{}", if cases == 1 { "" } else { "s" })
}
