//! What the statement says of an input, to the byte.

use crate::statement::{free_neighbours, is_inside, Lair, EXIT};

/// Checks the cases and their limits, to the blank: numbers one space apart, a blank line after each case.
pub fn validate(input: &str) -> Result<(), String> {
    let lines: Vec<&str> = input.split('\n').collect();
    let mut reader = Reader { lines, line: 0 };
    while reader.lines.get(reader.line) != Some(&"0 0 0") {
        validate_case(&mut reader)?;
    }
    if reader.line == 0 {
        return Err("expected a case before 0 0 0".to_owned());
    }
    match reader.lines[reader.line + 1..] {
        [""] => Ok(()),
        _ => Err("expected the line 0 0 0, with its end, to be the last".to_owned()),
    }
}

fn validate_case(reader: &mut Reader) -> Result<(), String> {
    let [rows, columns, blocks] = reader.numbers()?;
    reader.check(
        (1..=20).contains(&rows) && (1..=20).contains(&columns) && (2..=8).contains(&blocks),
        "sizes from 1 to 20 and from 2 to 8 blocks",
    )?;
    let lair = Lair { rows, columns, ..Lair::default() };
    let mut taken = Vec::new();
    for _ in 0..blocks {
        let [row, column] = reader.numbers()?;
        let joins = match taken.last() {
            Some(&last) => {
                free_neighbours(&lair, &taken, last).any(|square| square == (row, column))
            }
            None => is_inside(&lair, (row, column)),
        };
        reader.check(joins, "a free square of the lair beside the block before")?;
        taken.push((row, column));
    }
    let [stones] = reader.numbers()?;
    for _ in 0..stones {
        let [row, column] = reader.numbers()?;
        let stone = (row, column);
        reader.check(
            is_inside(&lair, stone) && !taken.contains(&stone) && stone != EXIT,
            "a free square of the lair, not the exit",
        )?;
        taken.push(stone);
    }
    let [] = reader.numbers()?;
    Ok(())
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    /// The number of lines read.
    line: usize,
}

impl Reader<'_> {
    /// The numbers of the next line, which is to have `N` of them.
    fn numbers<const N: usize>(&mut self) -> Result<[i32; N], String> {
        let line = self.lines.get(self.line).copied();
        self.line += 1;
        let numbers: Vec<i32> = line
            .unwrap_or_default()
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        let words: Vec<String> = numbers.iter().map(i32::to_string).collect();
        match <[i32; N]>::try_from(numbers) {
            Ok(numbers) if line == Some(&words.join(" ")) => Ok(numbers),
            _ => Err(format!(
                "line {}: expected {N} numbers one space apart, found {line:?}",
                self.line
            )),
        }
    }

    /// Complains of the line read last if what is expected of it does not hold.
    fn check(&self, holds: bool, expected: &str) -> Result<(), String> {
        match holds {
            true => Ok(()),
            false => Err(format!("line {}: expected {expected}", self.line)),
        }
    }
}
