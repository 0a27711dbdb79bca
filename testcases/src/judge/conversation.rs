//! What a program and an interactor have written to each other.

use std::collections::VecDeque;

/// How many of the last lines are kept: more than a report shows.
const KEPT: usize = 200;
/// How many bytes of a line are kept: more than a report shows.
const LINE_KEPT: usize = 400;

/// Who has written a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The program that is judged.
    Program,
    /// The interactor.
    Interactor,
}

/// A line of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Who has written it.
    pub speaker: Speaker,
    /// Its text, without the line end.
    pub text: Vec<u8>,
    /// Whether the line has ended. Only the last line of the program may not have.
    pub is_whole: bool,
}

/// The end of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversation {
    /// How many lines there were before those that are kept.
    pub before: usize,
    /// The last lines, in the order in which they began.
    pub lines: VecDeque<Line>,
}

impl Conversation {
    /// Whether nobody has written anything.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Adds a line of the interactor.
    pub(super) fn tell(&mut self, text: &str) {
        let text = beginning(text.as_bytes(), LINE_KEPT);
        self.push(Line { speaker: Speaker::Interactor, text, is_whole: true });
    }

    /// Adds output of the program: a part of a line, or several lines.
    pub(super) fn hear(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            if self.unfinished().is_none() {
                self.push(Line { speaker: Speaker::Program, text: Vec::new(), is_whole: false });
            }
            let Some(line) = self.lines.iter_mut().rev().find(|line| !line.is_whole) else {
                return;
            };
            let text = part.strip_suffix(b"\n");
            line.text.extend(beginning(text.unwrap_or(part), LINE_KEPT - line.text.len()));
            line.is_whole = text.is_some();
            if line.is_whole && line.text.ends_with(b"\r") {
                line.text.pop();
            }
        }
    }

    /// The line of the program that has not ended yet.
    pub(super) fn unfinished(&self) -> Option<&Line> {
        self.lines.iter().rev().find(|line| !line.is_whole)
    }

    fn push(&mut self, line: Line) {
        if self.lines.len() == KEPT {
            self.lines.pop_front();
            self.before += 1;
        }
        self.lines.push_back(line);
    }
}

fn beginning(text: &[u8], length: usize) -> Vec<u8> {
    text[..text.len().min(length)].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(conversation: &Conversation) -> Vec<String> {
        let text = |line: &Line| {
            let who = if line.speaker == Speaker::Program { "p" } else { "i" };
            let end = if line.is_whole { "." } else { "" };
            format!("{who} {}{end}", String::from_utf8_lossy(&line.text))
        };
        conversation.lines.iter().map(text).collect()
    }

    #[test]
    fn lines_are_kept_in_the_order_in_which_they_begin() {
        let mut conversation = Conversation::default();
        assert!(conversation.is_empty());
        conversation.hear(b"1\n2\r\n\n3");
        conversation.tell("4");
        assert_eq!(conversation.unfinished().unwrap().text, b"3");
        conversation.hear(b"5\n6");
        assert_eq!(texts(&conversation), ["p 1.", "p 2.", "p .", "p 35.", "i 4.", "p 6"]);
    }

    #[test]
    fn the_end_of_a_long_conversation_is_kept() {
        let mut conversation = Conversation::default();
        for number in 0..1000 {
            conversation.tell(&number.to_string());
        }
        conversation.hear(&[b'x'; 10_000]);
        assert_eq!(conversation.before, 801);
        assert_eq!(conversation.lines.len(), KEPT);
        assert_eq!(conversation.lines[KEPT - 2].text, b"999");
        assert_eq!(conversation.lines[KEPT - 1].text, [b'x'; LINE_KEPT]);
    }
}
