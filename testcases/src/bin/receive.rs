//! `cargo receive`: brings in testcases, of a known problem or a new one.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use testcases::companion::{Listener, Task};
use testcases::receive::{self, Difference, Outcome};
use testcases::workspace::Workspace;

const HELP: &str = "\
Brings in the samples of a problem; a problem that the workspace lacks gets its package.

cargo receive              takes what the browser extension Competitive Companion sends
cargo receive URL          downloads the samples by cargo-compete
cargo receive --tidy NAME  moves cases that cargo-compete wrote into the suite to files

  --replace   takes samples that differ from the stored ones; else they are only shown
  --keep      goes on taking problems from the browser until Ctrl-C
  --port N    listens on port N, which is to be set in the extension too
  --help      shows this

What is stored already stays as it is: limits, edge cases, solutions.
";

/// Prints a line. Where nobody reads it any more, what is received is stored all the same.
macro_rules! say {
    ($($text:tt)*) => {{
        let _ = writeln!(io::stdout(), $($text)*);
    }};
}

fn main() -> ExitCode {
    let arguments = match Arguments::parse(env::args().skip(1)) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            say!("{}", HELP.trim_end());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error}; `cargo receive --help` shows what there is");
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[derive(Default)]
struct Arguments {
    url: Option<String>,
    tidy: Option<String>,
    replace: bool,
    keep: bool,
    port: Option<u16>,
}

impl Arguments {
    /// Reads the arguments; `None` if help is asked for.
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut arguments = Self::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--replace" => arguments.replace = true,
                "--keep" => arguments.keep = true,
                "--tidy" => {
                    let name = words.next().ok_or("--tidy: expected a package, found none")?;
                    arguments.tidy = Some(name);
                }
                "--port" => {
                    let port = words.next().unwrap_or_default();
                    let number = port.parse().map_err(|_| {
                        format!("--port: expected a number up to 65535, found {port:?}")
                    })?;
                    arguments.port = Some(number);
                }
                _ if arguments.url.is_none() && !word.starts_with('-') => {
                    arguments.url = Some(word);
                }
                _ => return Err(format!("expected an option or one URL, found {word:?}")),
            }
        }
        let listens = arguments.keep || arguments.port.is_some();
        match (&arguments.url, &arguments.tidy) {
            (Some(_), Some(_)) => Err("expected a URL or --tidy, found both".to_owned()),
            (None, None) => Ok(Some(arguments)),
            _ if listens => {
                Err("expected --keep and --port without URL and --tidy, found both".to_owned())
            }
            _ => Ok(Some(arguments)),
        }
    }
}

/// Returns whether all that was received is stored.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let workspace = workspace()?;
    if let Some(name) = &arguments.tidy {
        let outcome = receive::tidy(&workspace, name, arguments.replace)?;
        return Ok(report(&outcome));
    }
    if let Some(url) = &arguments.url {
        let task = receive::download(&workspace, url)?;
        return store(&workspace, &task, arguments.replace);
    }
    listen(arguments)
}

fn workspace() -> Result<Workspace, String> {
    let folder = env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
    Workspace::find(&folder)
}

fn listen(arguments: &Arguments) -> Result<bool, String> {
    let listener = Listener::open(arguments.port).map_err(|error| {
        format!("{error}: end the other program that listens there, or choose a --port")
    })?;
    say!(
        "Listening on port {}: open a problem in the browser and press the green plus of \
         Competitive Companion. Ctrl-C ends.",
        listener.port()
    );
    let mut batches = Batches::default();
    let mut all_stored = true;
    for event in listener.receive() {
        match event {
            Err(refusal) => eprintln!("{refusal}"),
            Ok(task) => {
                all_stored &= take(&task, arguments.replace);
                batches.add(&task);
                if batches.are_complete() && !arguments.keep {
                    break;
                }
            }
        }
    }
    Ok(all_stored)
}

/// Takes one task; the others of its batch are to be taken even if it cannot be stored.
fn take(task: &Task, replace: bool) -> bool {
    say!("\n{} <{}>", task.name, task.url);
    let stored = workspace().and_then(|workspace| store(&workspace, task, replace));
    stored.unwrap_or_else(|error| {
        eprintln!("{error}");
        false
    })
}

/// Returns whether the samples are stored now.
fn store(workspace: &Workspace, task: &Task, replace: bool) -> Result<bool, String> {
    let outcome = receive::receive(workspace, task, replace)?;
    let stored = report(&outcome);
    if stored {
        note_what_does_not_work(task);
    }
    if matches!(outcome, Outcome::New { .. }) {
        note_what_is_missing(task);
    }
    Ok(stored)
}

/// The tasks of each batch that have come, and how many it has.
#[derive(Default)]
struct Batches(BTreeMap<String, (BTreeSet<(String, String)>, u64)>);

impl Batches {
    fn add(&mut self, task: &Task) {
        let (tasks, size) = self.0.entry(task.batch.id.clone()).or_default();
        tasks.insert((task.url.clone(), task.name.clone()));
        *size = task.batch.size;
        if *size > tasks.len() as u64 {
            say!("{} of {size} received, waiting for the others", tasks.len());
        }
    }

    fn are_complete(&self) -> bool {
        let mut batches = self.0.values();
        batches.all(|(tasks, size)| tasks.len() as u64 >= *size)
    }
}

/// Says what was done, and returns whether the samples are stored.
fn report(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::New { package, written } => {
            say!("{package}: a new problem; written:");
            list(written);
            say!("Next: solve it in {package}/src/main.rs, then `cargo test -p {package}`.");
            true
        }
        Outcome::Known { package, same, written } => {
            if *same > 0 {
                let samples =
                    if *same == 1 { "1 sample is" } else { &format!("{same} samples are") };
                say!("{package}: {samples} stored already.");
            }
            if written.is_empty() {
                say!("{package}: nothing to change.");
            } else {
                say!("{package}: written:");
                list(written);
                say!("Next: `cargo test -p {package}`.");
            }
            true
        }
        Outcome::Differs { package, differences } => {
            for difference in differences {
                show(difference);
            }
            let what_to_do = if differences.iter().all(Difference::can_be_replaced) {
                "the same with --replace takes what was received"
            } else {
                "only samples in files can be replaced: mend the others by hand"
            };
            say!("{package}: nothing was changed; {what_to_do}.");
            false
        }
    }
}

fn list(paths: &[String]) {
    for path in paths {
        say!("  {path}");
    }
}

fn show(difference: &Difference) {
    say!("{}: the judge shows another output now.", difference.stored.origin);
    show_text("input", &difference.stored.input);
    show_text("stored", &difference.stored.output);
    show_text("received", &difference.received.output);
}

/// The beginning of a text, indented below its title, with nothing that would move the cursor.
fn show_text(title: &str, text: &str) {
    const LINES: usize = 20;
    const COLUMNS: usize = 100;
    say!("  {title}");
    for line in text.lines().take(LINES) {
        let plain: String = line
            .chars()
            .map(|c| if c.is_control() { '\u{fffd}' } else { c })
            .take(COLUMNS)
            .collect();
        say!("    {plain}");
    }
    let more = text.lines().count().saturating_sub(LINES);
    if more > 0 {
        say!("    … {more} more lines");
    }
}

fn note_what_does_not_work(task: &Task) {
    if task.interactive {
        say!(
            "Note: the problem is interactive: `cargo test` gives a sample's input at once and \
             cannot talk with the program."
        );
    }
    if let Some(file) = &task.input_file {
        say!("Note: the judge has the input in a file, {file}; `cargo test` gives it on stdin.");
    }
    if let Some(file) = &task.output_file {
        say!("Note: the judge wants the output in a file, {file}; `cargo test` reads stdout.");
    }
}

fn note_what_is_missing(task: &Task) {
    if task.samples.is_empty() {
        say!("Note: no sample came with it: `cargo test` fails until there is a case.");
    }
    let missing = match (task.time_limit, task.memory_limit) {
        (None, None) => "limits",
        (None, Some(_)) => "time limit",
        (Some(_), None) => "memory limit",
        (Some(_), Some(_)) => return,
    };
    say!("Note: no {missing} came with it: write what the judge says into the suite.");
}
