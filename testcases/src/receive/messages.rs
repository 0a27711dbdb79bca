//! The messages of `cargo receive`.

use super::task::{Sample, Task};
use super::Stored;
use crate::is_shown;
use crate::languages::Source;
use crate::online_judges::Destination;
use crate::suite::{no_case_yet, Case, Match};

/// Prints a line. Unlike `println!` it does not panic if stdout is closed: tasks are stored
/// nevertheless.
macro_rules! say {
    ($($text:tt)*) => {{
        use ::std::io::Write as _;
        let _ = writeln!(::std::io::stdout(), $($text)*);
    }};
}
pub(super) use say;

/// Prints what was stored, and what to do next.
pub(super) fn report(stored: &Stored) {
    let Stored { package, is_new, same, left_out, written, notes, .. } = stored;
    if *same > 0 {
        say!("{package}: {} stored already.", counted(*same, "sample is", "samples are"));
    }
    for note in left_out {
        say!("{package}: {note}.");
    }
    if written.is_empty() {
        say!("{package}: nothing to change.");
        return;
    }
    say!("{package}: {}written:", if *is_new { "a new problem; " } else { "" });
    list(package, written);
    for note in notes {
        say!("Note: {note}");
    }
    let solve =
        if *is_new { format!("solve it in {package}/src/main.rs, then ") } else { String::new() };
    say!("Next: {solve}`cargo test -p {package}`.");
}

/// Lists the files that were written. The samples are only counted: there may be many.
fn list(package: &str, written: &[String]) {
    let [inputs, outputs] = ["in", "out"].map(|kind| format!("testcases/{package}/{kind}/"));
    let is_of_sample = |path: &&String| {
        path.ends_with(".txt") && written.contains(&path.replacen(&outputs, &inputs, 1))
    };
    for path in written.iter().filter(|path| !is_of_sample(path)) {
        say!("  {path}");
    }
    let samples = written.iter().filter(is_of_sample);
    let samples = samples.filter(|path| path.starts_with(&inputs)).count();
    if samples > 0 {
        let has_outputs = written.iter().any(|path| path.starts_with(&outputs));
        let folders = if has_outputs { "in and out" } else { "in" };
        say!("  testcases/{package}/{folders}: {}", counted(samples, "sample", "samples"));
    }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// A message on samples that differ from the stored cases. `are_samples`: all these cases are
/// samples in files, which `--replace` replaces.
pub(super) fn differences(
    package: &str,
    differences: &[(&Case, &Sample)],
    are_samples: bool,
) -> String {
    let mut text = String::new();
    for (case, sample) in differences {
        text += &format!(
            "{}: the judge shows another output now.\n  input\n{}  stored\n{}  received\n{}",
            line(&case.origin),
            excerpt(&case.input),
            excerpt(&case.output),
            excerpt(&sample.output)
        );
    }
    let what_to_do = if are_samples {
        "`--replace` takes what was received"
    } else {
        "`--replace` takes the outputs of samples in files alone, and of no edge case"
    };
    format!("{text}{package}: nothing was changed; {what_to_do}.")
}

/// A note on a sample with the input of an earlier one and another output.
pub(super) fn second_output(sample: &Sample) -> String {
    format!(
        "two samples have one input, and only the first output is stored; the second one:\n{}  \
         If both are right, compare by a checker",
        excerpt(&sample.output)
    )
}

/// The beginning of a text, indented.
fn excerpt(text: &str) -> String {
    const LINES: usize = 20;
    let lines = text.lines().take(LINES).map(|text| format!("    {}\n", line(text)));
    let more = text.lines().count().saturating_sub(LINES);
    let more = if more > 0 { format!("    … {more} more lines\n") } else { String::new() };
    lines.collect::<String>() + &more
}

/// The beginning of a line. What a terminal cannot show is replaced.
fn line(text: &str) -> String {
    text.chars().map(|c| if is_shown(c) { c } else { '\u{fffd}' }).take(100).collect()
}

/// What a solution must do besides reading stdin and printing to stdout in Rust: a sentence each.
pub(super) fn peculiarities(task: &Task, package: &str) -> Vec<String> {
    let files = match (&task.input_file, &task.output_file) {
        (Some(input), Some(output)) => Some(format!("Reads {input}, writes {output}.")),
        (Some(input), None) => Some(format!("Reads {input}, not stdin.")),
        (None, Some(output)) => Some(format!("Writes {output}, not stdout.")),
        (None, None) => None,
    };
    let interactive = "Interactive: the judge talks with the program.".to_owned();
    let judge = Destination::new(&task.url);
    let takes_rust = judge.languages().iter().any(|language| language.source == Source::Rust);
    let twin = format!("{} does not accept Rust: write {package}/{package}.c, too.", judge.name);
    [files, task.interactive.then_some(interactive), (!takes_rust).then_some(twin)]
        .into_iter()
        .flatten()
        .collect()
}

/// Notes on a new problem, a sentence each: what is unusual about it, and what the page lacks.
pub(super) fn notes(task: &Task, package: &str, matching: Match) -> Vec<String> {
    let mut notes = peculiarities(task, package);
    if matches!(matching, Match::Float { .. }) {
        notes.push(format!(
            "numbers may differ by 1e-6, as testcases/{package}.yml says under `match`."
        ));
    }
    if task.input_file.is_some() || task.output_file.is_some() {
        notes.push("`cargo test` gives the input on stdin and reads stdout.".to_owned());
    }
    if task.interactive {
        notes.push(format!(
            "no case is judged until the interactor in {package}/tests/cases.rs is written."
        ));
    }
    if task.samples.is_empty() {
        notes.push(no_case_yet(package, matching));
    }
    let missing = match (task.time_limit, task.memory_limit) {
        (None, None) => "limits",
        (None, Some(_)) => "time limit",
        (Some(_), None) => "memory limit",
        (Some(_), Some(_)) => return notes,
    };
    notes.push(format!(
        "no {missing} came with it: write what the judge says into testcases/{package}.yml."
    ));
    notes
}
