//! Flip Game, POJ 1753: <http://poj.org/problem?id=1753>
//!
//! Limits: 1000 ms, 65536 KB. Timus 1060 is the same problem: 2 s, 64 MB.
//!
//! A move flips a piece of a 4x4 board and the pieces above, below, left and right of it. What is
//! the least number of moves that makes the board one colour?
//!
//! The order of the moves changes nothing, and to flip twice at a piece is not to flip there. So a
//! way to the goal is a set of flips. Choose the goal's colour and the flips in the first row. Of
//! the flips still open only one reaches a given piece of the first row: the one right below it. So
//! the second row has no choice but to flip below each piece that has the wrong colour, and nowhere
//! else. The same holds for each row and the next; the last has none below it, and the goal is
//! reached if it comes out right. Every set of flips has some first row, so none that reaches a
//! goal is overlooked when all sixteen are tried for both colours; the smallest is the answer.
//!
//! These are 32 tries of four rows each, whatever the board: far less than the process costs to
//! start.

use std::io::{self, Read, Write};
use std::process;

/// A set of columns: bit `c` stands for column `c`.
type Row = u32;

/// Every column.
const FULL: Row = 0b1111;

fn main() {
    if let Err(message) = run() {
        // `eprintln!` would panic where stderr cannot be written.
        let _ = writeln!(io::stderr(), "{message}");
        process::exit(1);
    }
}

/// Answers stdin on stdout, or returns the line for stderr.
fn run() -> Result<(), String> {
    let mut input = Vec::new();
    let read = io::stdin().read_to_end(&mut input);
    read.map_err(|_| "cannot read the input")?;
    // What is not UTF-8 becomes U+FFFD, which is no square either.
    let output = solve(&String::from_utf8_lossy(&input))?;
    let written = io::stdout().write_all(output.as_bytes());
    written.map_err(|_| "cannot write the output".to_string())
}

/// The whole output, or one line that says what is wrong with the input and where.
pub fn solve(input: &str) -> Result<String, String> {
    let board = parse(input)?;
    Ok(match fewest_flips(board) {
        Some(flips) => format!("{flips}\n"),
        None => "Impossible\n".to_string(),
    })
}

/// The black pieces of each row: the first sixteen squares, whatever ASCII white space stands
/// between them. What follows is not read.
fn parse(input: &str) -> Result<[Row; 4], String> {
    let mut board = [0; 4];
    let mut squares = input.char_indices().filter(|(_, square)| !square.is_ascii_whitespace());
    for square in 0..16 {
        match squares.next() {
            Some((_, 'b')) => board[square / 4] |= 1 << (square % 4),
            Some((_, 'w')) => {}
            found => return Err(malformed(input, square, found)),
        }
    }
    Ok(board)
}

/// The message for what was found, with its offset, in place of a square: a character, or none.
fn malformed(input: &str, square: usize, found: Option<(usize, char)>) -> String {
    let (offset, found) = match found {
        Some((offset, c)) if c.is_ascii_graphic() => (offset, format!("'{c}'")),
        Some((offset, _)) => (offset, "a character that is not printable ASCII".into()),
        None => (input.len(), "the end of the input".into()),
    };
    let before = &input[..offset];
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
    let number = square + 1;
    format!(
        "line {line}, column {column}: \
         expected 'b' or 'w' for square {number} of 16, found {found}"
    )
}

/// The size of the smallest set of flips that makes all pieces white or all black.
fn fewest_flips(board: [Row; 4]) -> Option<u32> {
    [0, FULL]
        .iter()
        .flat_map(|&goal| (0..=FULL).filter_map(move |first| flips_to(goal, board, first)))
        .min()
}

/// The size of the set of flips that is decided by those in the first row, `first`, if it makes
/// every row `goal`.
fn flips_to(goal: Row, board: [Row; 4], first: Row) -> Option<u32> {
    let mut count = 0;
    let mut above = 0;
    let mut flips = first;
    for row in board {
        count += flips.count_ones();
        let flipped = row ^ above ^ flips ^ ((flips << 1) & FULL) ^ (flips >> 1);
        above = flips;
        flips = flipped ^ goal;
    }
    // Flips still due would be below the last row.
    (flips == 0).then_some(count)
}
