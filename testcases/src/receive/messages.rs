//! What `cargo receive` tells a person.

use super::interactive;
use super::samples::Difference;
use super::task::{Sample, Task};
use super::Stored;
use crate::is_shown;
use crate::languages::Source;
use crate::online_judges::Destination;
use crate::suite::{no_case_yet, Match};

/// Prints a line. Where nobody reads it any more, what is received is stored all the same.
macro_rules! say {
    ($($text:tt)*) => {{
        use ::std::io::Write as _;
        let _ = writeln!(::std::io::stdout(), $($text)*);
    }};
}
pub(super) use say;

/// Says what was stored.
pub(super) fn report(stored: &Stored) {
    let Stored { package, new_match, same, written, notes, .. } = stored;
    let is_new = new_match.is_some();
    if *same > 0 {
        say!("{package}: {} stored already.", counted(*same, "sample is", "samples are"));
    }
    for note in notes {
        say!("{package}: {note}.");
    }
    if written.is_empty() {
        say!("{package}: nothing to change.");
        return;
    }
    say!("{package}: {}written:", if is_new { "a new problem; " } else { "" });
    list(package, written);
    if matches!(new_match, Some(Match::Float { .. })) {
        say!("Note: numbers may differ by 1e-6, as testcases/{package}.yml says under `match`.");
    }
}

/// Says what to do next.
pub(super) fn next(stored: &Stored) {
    let package = &stored.package;
    if stored.new_match.is_some() {
        say!("Next: solve it in {package}/src/main.rs, then `cargo test -p {package}`.");
    } else if !stored.written.is_empty() {
        say!("Next: `cargo test -p {package}`.");
    }
}

/// Lists what was written: a sample has two files, and a problem many samples.
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

/// Samples that are not as they are stored, and what to do.
pub(super) fn differences(package: &str, differences: &[Difference]) -> String {
    let mut text = String::new();
    for Difference { stored, received } in differences {
        text += &format!("{}: the judge shows another output now.\n", line(&stored.origin));
        for (title, shown) in
            [("input", &stored.input), ("stored", &stored.output), ("received", &received.output)]
        {
            text += &format!("  {title}\n{}", excerpt(shown));
        }
    }
    let what_to_do = if differences.iter().all(Difference::can_be_replaced) {
        "`--replace` takes what was received"
    } else {
        "`--replace` takes the outputs of samples in files alone, and of no edge case"
    };
    format!("{text}{package}: nothing was changed; {what_to_do}.")
}

/// A sample that shows another right output for the input of an earlier one.
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

/// The beginning of a line as a terminal can show it.
fn line(text: &str) -> String {
    text.chars().map(|c| if is_shown(c) { c } else { '\u{fffd}' }).take(100).collect()
}

/// What a problem asks for that `cargo test` or the judge does not do: a sentence each.
pub(super) fn peculiarities(task: &Task, package: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    match (&task.input_file, &task.output_file) {
        (Some(input), Some(output)) => sentences.push(format!("Reads {input}, writes {output}.")),
        (Some(input), None) => sentences.push(format!("Reads {input}, not stdin.")),
        (None, Some(output)) => sentences.push(format!("Writes {output}, not stdout.")),
        (None, None) => {}
    }
    if task.interactive {
        sentences.push("Interactive: the judge talks with the program.".to_owned());
    }
    sentences.extend(needs_twin(&task.url, package));
    sentences
}

fn needs_twin(url: &str, package: &str) -> Option<String> {
    let judge = Destination::new(url);
    let takes_rust = judge.languages().iter().any(|language| language.source == Source::Rust);
    (!takes_rust)
        .then(|| format!("{} does not accept Rust: write {package}/{package}.c, too.", judge.name))
}

/// Says what is unusual about a new problem, and what did not come with it.
pub(super) fn notes(task: &Task, package: &str) {
    for sentence in peculiarities(task, package) {
        say!("Note: {sentence}");
    }
    if task.input_file.is_some() || task.output_file.is_some() {
        say!("Note: `cargo test` gives the input on stdin and reads stdout.");
    }
    if task.interactive {
        say!(
            "Note: no case is judged until the interactor in {package}/tests/cases.rs is written."
        );
    }
    if task.samples.is_empty() {
        say!("{}", no_case_yet(package, interactive::matching(task, Match::Lines)));
    }
    let missing = match (task.time_limit, task.memory_limit) {
        (None, None) => "limits",
        (None, Some(_)) => "time limit",
        (Some(_), None) => "memory limit",
        (Some(_), Some(_)) => return,
    };
    say!(
        "Note: no {missing} came with it: write what the judge says into testcases/{package}.yml."
    );
}
