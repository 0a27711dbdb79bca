//! The parts of a report with numbered lines: an input, a checked output, or a conversation.

use super::compare::legible;
use super::conversation::{Conversation, Speaker};
use super::report::{cut, lines, visible, Style};
use super::report::{BOLD, ELLIPSIS, LINES_AFTER, LINES_BEFORE, LINE_WIDTH, RED};
use super::{Judgement, Verdict};
use crate::suite::Case;

/// How many lines of a conversation are shown.
const SPOKEN_LINES: usize = 20;

impl Style {
    /// The output around the line that the checker names, and a right output if one is stored.
    pub(super) fn checked(&self, case: &Case, judgement: &Judgement) -> String {
        let named = match judgement.verdict {
            Verdict::WrongAnswer => named_line(&judgement.note),
            _ => None,
        };
        const LINES: usize = LINES_BEFORE + 1 + LINES_AFTER;
        let mut text = self.numbered("found", &legible(&judgement.output), named, LINES);
        if !case.output.is_empty() {
            text += &self.numbered("a right output", &case.output, None, LINES);
        }
        text
    }

    /// The first `most` lines of a text. If a line is `named`, it is marked, and the lines around
    /// it are shown instead.
    pub(super) fn numbered(
        &self,
        title: &str,
        content: &str,
        named: Option<usize>,
        most: usize,
    ) -> String {
        let all: Vec<&str> = lines(content).collect();
        let first = named.map_or(0, |line| line.saturating_sub(1 + LINES_BEFORE)).min(all.len());
        let mut text = self.paint(BOLD, title) + "\n";
        for (number, line) in (1..).zip(&all).skip(first).take(most) {
            let (mark, color) = if named == Some(number) { ('>', RED) } else { (' ', "") };
            let line = format!("{mark}{number:>5}  {}", cut(&visible(line), 0, LINE_WIDTH));
            text += &(self.paint(color, line.trim_end()) + "\n");
        }
        match all.len().saturating_sub(first + most) {
            0 if all.is_empty() => text + "        (empty)\n",
            0 => text,
            more => text + &format!("{ELLIPSIS:>6}  and {more} more lines\n"),
        }
    }

    /// The last lines of a conversation, each after the name of who wrote it.
    pub(super) fn conversation(&self, conversation: &Conversation) -> String {
        let mut text = self.paint(BOLD, "conversation") + "\n";
        let skipped = conversation.lines.len().saturating_sub(SPOKEN_LINES);
        let before = conversation.before + skipped;
        if before > 0 {
            text += &format!("{ELLIPSIS:>6}  {before} lines before\n");
        }
        for (index, line) in conversation.lines.iter().skip(skipped).enumerate() {
            let number = before + index + 1;
            let speaker = match line.speaker {
                Speaker::Program => "program",
                Speaker::Interactor => "interactor",
            };
            let end = if line.is_whole { "" } else { " (no newline)" };
            let said = cut(&visible(&legible(&line.text)), 0, LINE_WIDTH);
            text += format!("{number:>6}  {speaker:<10}  {said}{end}").trim_end();
            text.push('\n');
        }
        if conversation.is_empty() {
            text += "        (nobody said anything)\n";
        }
        text
    }
}

/// The number in a checker's `line 2: …` or `line 2, column 1: …`.
fn named_line(note: &str) -> Option<usize> {
    let rest = note.strip_prefix("line ")?;
    rest[..rest.find([':', ','])?].parse().ok()
}
