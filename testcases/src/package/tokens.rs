//! Reads a text token by token for a checker or an interactor. Errors name the line and the column.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::judge::report::quoted;

/// Whether an output is right: `Ok`, or what is wrong with it.
pub type Checked = Result<(), Complaint>;

/// Which of its texts a checker reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// The case's input.
    Input,
    /// The right output that is stored.
    Expected,
    /// The output of the program that is judged.
    Found,
}

/// What is wrong with a text: one line that names the place.
///
/// In the output of the program it makes a Wrong Answer. In the other two texts it means that the
/// case, or the checker, is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The text that is wrong.
    pub text: Text,
    /// What is wrong with it.
    pub message: String,
    /// What was expected where the text ends too early.
    pub missing: Option<String>,
}

impl Display for Complaint {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let text = match self.text {
            Text::Input => "the input, ",
            Text::Expected => "the expected output, ",
            Text::Found => "",
        };
        write!(formatter, "{text}{}", self.message)
    }
}

/// Gives the next line of a text, without its newline. The argument is what is expected there.
type Lines = Box<dyn FnMut(&str) -> Option<String>>;

/// The tokens of a text: what stands between white space.
pub struct Tokens {
    text: Text,
    lines: Lines,
    /// The current line, and how many of its bytes are read.
    line: String,
    read: usize,
    /// The number of the current line; 0 before the first.
    pub(super) number: usize,
    /// The line of the last token; 0 before the first.
    last: usize,
}

impl Tokens {
    /// The tokens of a whole text.
    pub fn new(text: Text, content: &str) -> Self {
        let lines: Vec<String> = content.lines().map(str::to_owned).collect();
        let mut lines = lines.into_iter();
        Self::from_lines(text, move |_| lines.next())
    }

    /// The tokens of a text that comes line by line.
    pub(crate) fn from_lines(
        text: Text,
        lines: impl FnMut(&str) -> Option<String> + 'static,
    ) -> Self {
        Self { text, lines: Box::new(lines), line: String::new(), read: 0, number: 0, last: 0 }
    }

    /// The next token.
    ///
    /// # Errors
    /// If the text has no more: `what` says what it should be, such as `"the name of a town"`.
    pub fn token(&mut self, what: &str) -> Result<String, Complaint> {
        self.parsed(what, |token| Some(token.to_owned()))
    }

    /// The next token, a whole number in the range, without leading zeros and without a plus.
    ///
    /// # Errors
    /// If it is none: `what` says what it should be, such as `"the length of a side"`.
    pub fn number<T: FromStr + Ord + Display>(
        &mut self,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, Complaint> {
        let what = format!("{what} from {} to {}", range.start(), range.end());
        self.parsed(&what, |token| {
            let number: T = token.parse().ok()?;
            (range.contains(&number) && number.to_string() == token).then_some(number)
        })
    }

    /// The next token, a number in the range, which may have a fraction.
    ///
    /// # Errors
    /// If it is none: `what` says what it should be, such as `"the length of a side"`.
    pub fn decimal(&mut self, what: &str, range: RangeInclusive<f64>) -> Result<f64, Complaint> {
        let what = format!("{what} from {} to {}", range.start(), range.end());
        self.parsed(&what, |token| token.parse().ok().filter(|number| range.contains(number)))
    }

    /// The rest of the current line, or the next line if only white space is left of it.
    ///
    /// # Errors
    /// If the text has no more lines: `what` says what it should be.
    pub fn line(&mut self, what: &str) -> Result<String, Complaint> {
        if self.line[self.read..].trim().is_empty() && self.next_line(what).is_none() {
            return Err(self.too_short(what));
        }
        let rest = self.line[self.read..].to_owned();
        self.read = self.line.len();
        self.last = self.number;
        Ok(rest)
    }

    /// Whether no token is left.
    pub fn is_at_end(&mut self) -> bool {
        self.peek("the end").is_none()
    }

    /// Checks that no token is left.
    ///
    /// # Errors
    /// If one is.
    pub fn end(&mut self) -> Checked {
        let end = self.end_name();
        match self.peek(end) {
            Some(token) => Err(self.unlike(end, &token)),
            None => Ok(()),
        }
    }

    /// The complaint that something is wrong at the token that was read last, such as
    /// `"the edge 3 4 is not in the graph"`.
    ///
    /// # Errors
    /// Always.
    pub fn wrong<T>(&self, message: impl Display) -> Result<T, Complaint> {
        let message = match self.last {
            0 => message.to_string(),
            line => format!("line {line}: {message}"),
        };
        Err(self.complaint(message))
    }

    fn parsed<T>(
        &mut self,
        what: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Complaint> {
        let token = self.peek(what).ok_or_else(|| self.too_short(what))?;
        let value = parse(&token).ok_or_else(|| self.unlike(what, &token))?;
        self.read += token.len();
        self.last = self.number;
        Ok(value)
    }

    /// The next token. The white space before it is skipped.
    fn peek(&mut self, what: &str) -> Option<String> {
        while self.line[self.read..].trim().is_empty() {
            self.next_line(what)?;
        }
        let rest = self.line[self.read..].trim_start();
        self.read = self.line.len() - rest.len();
        rest.split_whitespace().next().map(str::to_owned)
    }

    fn next_line(&mut self, what: &str) -> Option<()> {
        self.line = (self.lines)(what)?;
        self.read = 0;
        self.number += 1;
        Some(())
    }

    fn unlike(&self, what: &str, token: &str) -> Complaint {
        let (line, column) = (self.number, self.line[..self.read].chars().count() + 1);
        let found = quoted(token);
        self.complaint(format!("line {line}, column {column}: expected {what}, found {found}"))
    }

    fn too_short(&self, what: &str) -> Complaint {
        let (line, end) = (self.number.max(1), self.end_name());
        let message = format!("line {line}: expected {what}, found {end}");
        Complaint { missing: Some(what.to_owned()), ..self.complaint(message) }
    }

    fn end_name(&self) -> &'static str {
        match self.text {
            Text::Input => "the end of the input",
            _ => "the end of the output",
        }
    }

    fn complaint(&self, message: String) -> Complaint {
        // The checker's author may write a line break, but a message is one line.
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        Complaint { text: self.text, message, missing: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(content: &str) -> Tokens {
        Tokens::new(Text::Found, content)
    }

    fn message<T>(result: Result<T, Complaint>) -> String {
        result.err().expect("a complaint").to_string()
    }

    #[test]
    fn tokens_are_read_across_lines_and_spaces() {
        let mut tokens = found(" a\r\n\r\n\tbc  d\r\n");
        assert_eq!(tokens.token("x").unwrap(), "a");
        assert_eq!(tokens.token("x").unwrap(), "bc");
        assert!(!tokens.is_at_end());
        assert_eq!(
            message(tokens.end()),
            "line 3, column 6: expected the end of the output, found \"d\""
        );
        assert_eq!(tokens.token("x").unwrap(), "d");
        assert!(tokens.is_at_end());
        assert_eq!(tokens.end(), Ok(()));
        assert_eq!(message(tokens.token("x")), "line 3: expected x, found the end of the output");
    }

    #[test]
    fn a_number_lies_in_its_range() {
        let expected = "expected a side from -2 to 5, found";
        for (text, found_text) in [
            ("6", "\"6\""),
            ("-3", "\"-3\""),
            ("05", "\"05\""),
            ("+5", "\"+5\""),
            ("-0", "\"-0\""),
            ("1.0", "\"1.0\""),
            ("x", "\"x\""),
            ("99999999999999999999", "\"99999999999999999999\""),
        ] {
            let text = format!("é {text}");
            let mut tokens = found(&text);
            tokens.token("a letter").unwrap();
            let complaint = message(tokens.number("a side", -2..=5));
            assert_eq!(complaint, format!("line 1, column 3: {expected} {found_text}"));
        }
        for number in -2..=5 {
            assert_eq!(found(&number.to_string()).number("a side", -2..=5), Ok(number));
        }
        assert_eq!(
            message(found("").number("a side", 1..=2)),
            "line 1: expected a side from 1 to 2, found the end of the output"
        );
    }

    #[test]
    fn a_decimal_is_finite_and_lies_in_its_range() {
        for (text, number) in [("1.50", 1.5), ("1e-2", 0.01), ("2", 2.0)] {
            assert_eq!(found(text).decimal("x", 0.0..=2.0), Ok(number));
        }
        for text in ["nan", "inf", "-0.1", "2.1", "1,5"] {
            let complaint = message(found(text).decimal("x", 0.0..=2.0));
            assert_eq!(
                complaint,
                format!("line 1, column 1: expected x from 0 to 2, found {text:?}")
            );
        }
    }

    #[test]
    fn a_number_that_is_refused_is_still_there() {
        let mut tokens = found("no");
        assert!(tokens.number("x", 1..=2).is_err());
        assert_eq!(tokens.token("x").unwrap(), "no");
    }

    #[test]
    fn a_line_is_the_rest_of_its_line_or_the_next() {
        let mut tokens = found("2 of them\nfirst line \n\nlast");
        tokens.number("x", 2..=2).unwrap();
        assert_eq!(tokens.line("x").unwrap(), " of them");
        assert_eq!(tokens.line("x").unwrap(), "first line ");
        assert_eq!(tokens.line("x").unwrap(), "");
        assert_eq!(tokens.line("x").unwrap(), "last");
        assert_eq!(message(tokens.line("x")), "line 4: expected x, found the end of the output");
    }

    #[test]
    fn a_complaint_names_the_line_of_the_last_token_and_the_text() {
        let mut tokens = found("1\n2");
        assert_eq!(message(tokens.wrong::<()>("nothing is right")), "nothing is right");
        tokens.token("x").unwrap();
        tokens.token("x").unwrap();
        assert_eq!(message(tokens.wrong::<()>("two\nlines")), "line 2: two lines");
        let input = Tokens::new(Text::Input, "");
        assert_eq!(message(input.wrong::<()>("odd")), "the input, odd");
        let mut expected = Tokens::new(Text::Expected, "");
        let complaint = expected.token("x").unwrap_err();
        assert_eq!(complaint.missing.as_deref(), Some("x"));
        let line = "the expected output, line 1: expected x, found the end of the output";
        assert_eq!(complaint.to_string(), line);
    }

    #[test]
    fn a_long_token_is_cut() {
        let complaint = message(found(&"é".repeat(50)).number("x", 1..=2));
        assert!(complaint.ends_with(&format!("found \"{}...\"", "é".repeat(40))), "{complaint}");
    }
}
