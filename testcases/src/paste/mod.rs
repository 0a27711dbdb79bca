//! `cargo paste`: judges a solution as it would be pasted, puts it on the clipboard, and says where
//! to submit it.
//!
//! - `choice`: which file goes to which online judge
//! - `clipboard`: how it gets there
//! - `list`: what can be pasted where
//! - `check`: tries every file with every compiler that a judge might have

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

mod check;
mod choice;
mod clipboard;
mod list;

use crate::compilers::Compiler;
use crate::judge::report::{self, Color, Style};
use crate::judge::{is_accepted, Judge, Judged};
use crate::judges::{Destination, Source};
use crate::scratch::Scratch;
use crate::suite::Case;
use crate::workspace::{Problem, Workspace};
use choice::Choice;
use clipboard::Copied;

/// What a person asks `cargo paste` for.
#[derive(Default)]
pub struct Request {
    /// The package whose solution is pasted or checked; `None`: list them, or check all.
    pub problem: Option<String>,
    /// The online judge to paste to, if it is not the problem's own.
    pub to: Option<String>,
    /// The language to paste, whatever the online judge takes.
    pub language: Option<Source>,
    /// Pastes what is not Accepted, or too long.
    pub force: bool,
    /// Writes the file to stdout, and messages to stderr.
    pub print: bool,
    /// Judges every file with every compiler, and pastes none.
    pub check: bool,
}

impl Request {
    /// The options of a paste, as a person writes them.
    pub fn options(&self) -> Vec<String> {
        let to = self.to.as_ref().map(|to| format!("--to {to}"));
        let language = self.language.map(|source| format!("--lang {}", source.option()));
        let force = self.force.then(|| "--force".to_owned());
        let print = self.print.then(|| "--print".to_owned());
        [to, language, force, print].into_iter().flatten().collect()
    }

    /// The command that writes to stdout what this request pastes.
    fn to_print(&self, problem: &Problem) -> String {
        let options: String = self.options().iter().map(|option| format!("{option} ")).collect();
        format!("cargo paste {} {options}--print", problem.name)
    }
}

/// Does what is asked for; says whether all went well.
///
/// # Errors
/// One line: what is in the way, or what went wrong in writing.
pub fn run(request: &Request) -> io::Result<bool> {
    let mut screen = Screen::new(request.print);
    let workspace = Workspace::find(&env::current_dir()?).map_err(io::Error::other)?;
    let problem = request.problem.as_deref();
    let problem = problem.map(|name| find(&workspace, name)).transpose()?;
    if problem.is_none() && !request.check {
        return list::list(&workspace.problems, &mut screen).map(|()| true);
    }
    let scratch = Scratch::new(&workspace.target, "paste").map_err(io::Error::other)?;
    let mut session = Session { workspace: &workspace, screen, scratch };
    match (problem, request.check) {
        (Some(problem), false) => session.paste(problem, request),
        (Some(problem), true) => session.check(std::slice::from_ref(problem)),
        (None, _) => session.check(&workspace.problems),
    }
}

fn find<'a>(workspace: &'a Workspace, name: &str) -> io::Result<&'a Problem> {
    let mut problems = workspace.problems.iter();
    problems.find(|problem| problem.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        io::Error::other(format!("there is no problem {name:?}; `cargo paste` lists all"))
    })
}

/// Messages go to stdout, or to stderr where stdout takes the file.
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

/// What one run of the command works with.
struct Session<'a> {
    workspace: &'a Workspace,
    screen: Screen,
    scratch: Scratch,
}

impl Session<'_> {
    /// Judges a solution for one judge and pastes it; says whether it was pasted.
    fn paste(&mut self, problem: &Problem, request: &Request) -> io::Result<bool> {
        let destination =
            choice::destination(problem, request.to.as_deref()).map_err(io::Error::other)?;
        let choice =
            Choice::new(problem, &destination, request.language).map_err(io::Error::other)?;
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
        if !self.is_ready(problem, &destination, &choice, &text)? && !request.force {
            self.screen.say("not pasted; --force pastes it all the same")?;
            return Ok(false);
        }
        if request.print {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            stdout.flush()?;
        } else {
            let copied = clipboard::copy(&text);
            self.screen.say(where_it_is(copied, &choice, &request.to_print(problem)))?;
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

fn count(cases: usize) -> String {
    format!("{cases} case{}", if cases == 1 { "" } else { "s" })
}
