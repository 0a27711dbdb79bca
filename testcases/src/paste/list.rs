//! `cargo paste` without a problem: what can be pasted where.

use std::io;

use super::choice::{destinations_with_vjudge, Choice};
use super::Screen;
use crate::judges::Destination;
use crate::workspace::Problem;

/// The commands that paste a problem, and what each of them does.
fn commands(problem: &Problem) -> Vec<(String, String)> {
    let command = format!("cargo paste {}", problem.name);
    let destinations = destinations_with_vjudge(problem);
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
pub(super) fn list(problems: &[Problem], screen: &mut Screen) -> io::Result<()> {
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
