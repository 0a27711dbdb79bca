//! What `cargo receive` tells a person.

use super::task::Task;
use super::{Difference, Outcome};

/// Prints a line. Where nobody reads it any more, what is received is stored all the same.
macro_rules! say {
    ($($text:tt)*) => {{
        use ::std::io::Write as _;
        let _ = writeln!(::std::io::stdout(), $($text)*);
    }};
}
pub(super) use say;

/// Says what was done, and returns whether the samples are stored.
pub(super) fn report(outcome: &Outcome) -> bool {
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

pub(super) fn note_what_does_not_work(task: &Task) {
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

pub(super) fn note_what_is_missing(task: &Task) {
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
