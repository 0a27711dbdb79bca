//! Holedox Moving, POJ 1324: <http://poj.org/problem?id=1324>
//!
//! Limits: 5000 ms, 65536 KB.
//!
//! A snake of L blocks follows its head up, left, right or down; the head enters neither a stone
//! nor a block of its own. What is the least number of moves that brings it to (1,1)?
//!
//! * **Lower bound.** One flood from (1,1) round the stones finds each square's distance to the
//!   exit. No snake is faster than a head without a body, so the head's distance never
//!   overestimates: A* may use it. If the flood does not reach the head, the answer is -1 at once.
//! * **A deque for a heap.** The squares are coloured like a chessboard's, so a move changes the
//!   distance by exactly one: the total, moves made plus distance, stays or grows by two. States
//!   whose total stays go to the front, the others to the back, so states leave in the order of
//!   their totals. The first time that a state leaves is by the fewest moves: only then is it
//!   expanded.
//! * **Forgotten blocks.** Block 1 is the head. The square of block k is closed for the next
//!   L + 1 - k moves: in the last of them the tail leaves it. The head cannot enter it before that
//!   if its Manhattan distance is more than L + 1 - k, so such a block is forgotten. From one block
//!   to the next this limit falls by one and the distance by at most one: the blocks behind it are
//!   forgotten too. A move makes block k block k + 1 and brings the head at most one nearer: what
//!   is forgotten remains so. Two bodies with the same head that differ only in forgotten blocks
//!   allow the same moves from now on: they are one state.
//! * **Shapes.** The blocks not forgotten, seen from the head, are a shape. The shape after a move
//!   depends on the shape and the direction alone, so it is computed once.
//!
//! A snake of 8 blocks has 444 shapes: at most 400 * 444 = 177,600 states, each expanded in some
//! 300 instructions. The worst lairs known expand 5,000, or 123,000 if the head starts on a stone,
//! which the statement rules out. Memory: under 5 MB.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::{mem, process};

/// Squares are numbered row by row in a grid with a closed margin round the largest lair.
const WIDTH: usize = 22;
const SQUARES: usize = WIDTH * WIDTH;
const EXIT: usize = WIDTH + 1;
/// The middle of the grid, where a shape has its head.
const CENTRE: usize = 11 * WIDTH + 11;
const UNREACHED: i32 = -1;

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
    // What is not UTF-8 becomes U+FFFD, which is in no number.
    let output = solve(&String::from_utf8_lossy(&input))?;
    let written = io::stdout().write_all(output.as_bytes());
    written.map_err(|_| "cannot write the output".to_string())
}

/// The answers to all cases, a line each; or one line that says what is wrong with the input.
pub fn solve(input: &str) -> Result<String, String> {
    let (rest, case) = (input, 1);
    let mut tokens = Tokens { input, rest, case };
    let mut shapes = Vec::new();
    let mut output = String::new();
    while let Some(lair) = read_lair(&mut tokens)? {
        let moves = fewest_moves(&lair, &mut shapes);
        output += &format!("Case {}: {}\n", tokens.case, moves);
        tokens.case += 1;
    }
    Ok(output)
}

/// The input, the part of it that is still to be read, and the number of the case that is read.
struct Tokens<'a> {
    input: &'a str,
    rest: &'a str,
    case: usize,
}

impl<'a> Tokens<'a> {
    /// Reads the next token, which is to be a number from `least` to `most`.
    fn number(&mut self, expected: &str, least: i32, most: i32) -> Result<i32, String> {
        let is_space = |c: char| c.is_ascii_whitespace();
        let start = self.rest.trim_start_matches(is_space);
        let (token, rest) = start.split_at(start.find(is_space).unwrap_or(start.len()));
        self.rest = rest;
        let is_short = token.len() <= 20 && token.bytes().all(|byte| byte.is_ascii_graphic());
        match token.parse() {
            Ok(number) if least <= number && number <= most => Ok(number),
            _ if token.is_empty() => Err(self.error(expected, "the end of the input")),
            _ if is_short => Err(self.error(expected, &format!("\"{token}\""))),
            _ => Err(self.error(expected, "a word too long or too foreign to show")),
        }
    }

    /// Says where the number read last stands, and what is wrong with it.
    fn error(&self, expected: &str, found: &str) -> String {
        let read = &self.input[..self.input.len() - self.rest.len()];
        let (line, case) = (1 + read.matches('\n').count(), self.case);
        format!("line {line}, case {case}: expected {expected}, found {found}")
    }
}

struct Lair {
    /// The squares that a head may enter: no stones, no margin.
    open: [bool; SQUARES],
    /// The squares of the snake, from head to tail.
    body: Vec<usize>,
}

/// The next case, or `None` after the last one: at `0 0 0`, or where the input just ends.
fn read_lair(tokens: &mut Tokens) -> Result<Option<Lair>, String> {
    const MANY: i32 = 1_000_000_000;
    if tokens.case > 1 && tokens.rest.split_ascii_whitespace().next().is_none() {
        return Ok(None);
    }
    let rows = tokens.number("n from 0 to 20", 0, 20)?;
    if rows == 0 {
        tokens.number("m = 0 after n = 0", 0, 0)?;
        tokens.number("L = 0 after n = 0", 0, 0)?;
        return Ok(None);
    }
    let columns = tokens.number("m from 1 to 20", 1, 20)?;
    let body = read_body(tokens, rows, columns)?;
    let mut open = [false; SQUARES];
    for row in 1..=rows {
        open[square_at(row, 1)..=square_at(row, columns)].fill(true);
    }
    for _ in 0..tokens.number("K from 0 to 1000000000", 0, MANY)? {
        let row = tokens.number("the row of a stone", -MANY, MANY)?;
        let column = tokens.number("the column of a stone", -MANY, MANY)?;
        if 1 <= row && row <= rows && 1 <= column && column <= columns {
            open[square_at(row, column)] = false;
        }
    }
    Ok(Some(Lair { open, body }))
}

/// The squares of a snake, each a neighbour of the last, none twice.
fn read_body(tokens: &mut Tokens, rows: i32, columns: i32) -> Result<Vec<usize>, String> {
    let expected_row = format!("the row of a block from 1 to {rows}");
    let expected_column = format!("the column of a block from 1 to {columns}");
    let mut body = Vec::new();
    for _ in 0..tokens.number("L from 1 to 8", 1, 8)? {
        let row = tokens.number(&expected_row, 1, rows)?;
        let column = tokens.number(&expected_column, 1, columns)?;
        let square = square_at(row, column);
        let is_beside = |&last| neighbours(last).contains(&square);
        if body.contains(&square) || !body.last().map_or(true, is_beside) {
            let found = format!("row {row}, column {column}");
            return Err(tokens.error("a free square beside the last block", &found));
        }
        body.push(square);
    }
    Ok(body)
}

fn square_at(row: i32, column: i32) -> usize {
    row as usize * WIDTH + column as usize
}

/// The squares beside one inside the lair, by direction.
fn neighbours(square: usize) -> [usize; 4] {
    [square - WIDTH, square - 1, square + 1, square + WIDTH]
}

/// The fewest moves to the exit, -1 if it is out of reach.
fn fewest_moves(lair: &Lair, shapes: &mut Vec<Shape>) -> i32 {
    let (head, length) = (lair.body[0], lair.body.len());
    let distance = distances(lair);
    if distance[head] == UNREACHED {
        return -1;
    }
    for shape in shapes.iter_mut() {
        shape.visited.fill(false);
    }
    let shape = shape_of(&lair.body, length, shapes);
    let mut queue = VecDeque::from(vec![(0, head, shape)]);
    while let Some((moves, head, shape)) = queue.pop_front() {
        if mem::replace(&mut shapes[shape].visited[head], true) {
            continue;
        }
        if head == EXIT {
            return moves;
        }
        for (direction, &square) in neighbours(head).iter().enumerate() {
            if !lair.open[square] {
                continue;
            }
            if let Some(next) = shape_after(shape, direction, shapes) {
                if distance[square] < distance[head] {
                    queue.push_front((moves + 1, square, next));
                } else {
                    queue.push_back((moves + 1, square, next));
                }
            }
        }
    }
    -1
}

/// Each square's distance to the exit round the stones. A stone under the head counts as open, as
/// the head may leave it: that makes distances too short at most, and they remain a lower bound.
fn distances(lair: &Lair) -> [i32; SQUARES] {
    let is_open = |square: usize| lair.open[square] || square == lair.body[0];
    let mut distance = [UNREACHED; SQUARES];
    let mut queue = VecDeque::new();
    if is_open(EXIT) {
        distance[EXIT] = 0;
        queue.push_back(EXIT);
    }
    while let Some(square) = queue.pop_front() {
        for &next in &neighbours(square) {
            if distance[next] == UNREACHED && is_open(next) {
                distance[next] = distance[square] + 1;
                queue.push_back(next);
            }
        }
    }
    distance
}

/// Shapes are numbered as they are met.
struct Shape {
    /// That of the whole body.
    length: usize,
    /// The squares from the head to the last block before the first forgotten one.
    body: Vec<usize>,
    /// By direction, once it is worked out: what `shape_after` returns.
    after: [Option<Option<usize>>; 4],
    /// Where the head was when a state of this shape was expanded.
    visited: [bool; SQUARES],
}

/// The shape that a move leads to, or `None` if a block is in the way.
fn shape_after(shape: usize, direction: usize, shapes: &mut Vec<Shape>) -> Option<usize> {
    if let Some(known) = shapes[shape].after[direction] {
        return known;
    }
    let mut body = vec![neighbours(CENTRE)[direction]];
    body.extend(&shapes[shape].body);
    let is_free = !body[1..].contains(&body[0]);
    let after = is_free.then(|| shape_of(&body, shapes[shape].length, shapes));
    shapes[shape].after[direction] = Some(after);
    after
}

/// The shape of a body, or of one with the square that its tail has left: that one is forgotten.
fn shape_of(body: &[usize], length: usize, shapes: &mut Vec<Shape>) -> usize {
    let steps = |square: usize| (square / WIDTH).abs_diff(11) + (square % WIDTH).abs_diff(11);
    let is_kept = |&(index, square): &(usize, usize)| steps(square) <= length - index;
    let centred = body.iter().map(|&square| square + CENTRE - body[0]);
    let kept = centred.enumerate().take_while(is_kept);
    let body: Vec<usize> = kept.map(|(_, square)| square).collect();
    let is_known = |shape: &Shape| shape.length == length && shape.body == body;
    shapes.iter().position(is_known).unwrap_or_else(|| {
        shapes.push(Shape { length, body, after: [None; 4], visited: [false; SQUARES] });
        shapes.len() - 1
    })
}
