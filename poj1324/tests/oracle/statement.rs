//! The statement of POJ 1324 as a program that follows it literally: breadth-first search over whole
//! bodies.

use std::collections::{HashSet, VecDeque};

/// Row and column, counted from 1.
pub type Square = (i32, i32);

/// The squares of the snake's blocks, the head first.
pub type Body = Vec<Square>;

pub const EXIT: Square = (1, 1);

pub const UP: Square = (-1, 0);
pub const DOWN: Square = (1, 0);
pub const LEFT: Square = (0, -1);
pub const RIGHT: Square = (0, 1);

/// A case of the input.
#[derive(Clone, Default)]
pub struct Lair {
    pub rows: i32,
    pub columns: i32,
    pub body: Body,
    pub stones: Vec<Square>,
}

/// The fewest moves until the head is on the exit.
pub fn fewest_moves(lair: &Lair) -> Option<usize> {
    let mut seen = HashSet::from([number(&lair.body)]);
    let mut queue = VecDeque::from([(lair.body.clone(), 0)]);
    while let Some((body, moves)) = queue.pop_front() {
        if body[0] == EXIT {
            return Some(moves);
        }
        for square in free_neighbours(lair, &body, body[0]) {
            let next = follow(&body, square);
            if seen.insert(number(&next)) {
                queue.push_back((next, moves + 1));
            }
        }
    }
    None
}

/// The squares beside one that the head may enter.
pub fn free_neighbours<'a>(
    lair: &'a Lair,
    body: &'a [Square],
    (row, column): Square,
) -> impl Iterator<Item = Square> + 'a {
    [UP, DOWN, LEFT, RIGHT]
        .into_iter()
        .map(move |(down, right)| (row + down, column + right))
        .filter(move |&square| is_inside(lair, square) && is_free(lair, body, square))
}

pub fn is_inside(lair: &Lair, (row, column): Square) -> bool {
    (1..=lair.rows).contains(&row) && (1..=lair.columns).contains(&column)
}

/// The head enters neither a stone nor a block of its own, be it the tail that is about to leave.
pub fn is_free(lair: &Lair, body: &[Square], square: Square) -> bool {
    !lair.stones.contains(&square) && !body.contains(&square)
}

/// The body after its head has entered a square: each other block is where the one before it was.
pub fn follow(body: &[Square], square: Square) -> Body {
    [&[square], &body[..body.len() - 1]].concat()
}

/// Another number for each body in a lair: it takes less room than the body.
fn number(body: &[Square]) -> u128 {
    body.iter().fold(0, |number, &(row, column)| number << 16 | (row << 8 | column) as u128)
}

/// The right output for an input that is well-formed.
pub fn right_output(input: &str) -> String {
    let answer = |(case, lair)| print(case, fewest_moves(lair));
    (1..).zip(&read(input)).map(answer).collect()
}

/// The line of a case.
pub fn print(case: usize, moves: Option<usize>) -> String {
    match moves {
        Some(moves) => format!("Case {case}: {moves}\n"),
        None => format!("Case {case}: -1\n"),
    }
}

/// The cases of an input that is well-formed.
pub fn read(input: &str) -> Vec<Lair> {
    let mut numbers = input.split_whitespace().map(|word| word.parse().unwrap());
    let mut lairs = Vec::new();
    while let Some(rows) = numbers.next().filter(|&rows| rows > 0) {
        let mut number = || numbers.next().unwrap();
        let columns = number();
        let blocks = number();
        let body = (0..blocks).map(|_| (number(), number())).collect();
        let stones = number();
        let stones = (0..stones).map(|_| (number(), number())).collect();
        lairs.push(Lair { rows, columns, body, stones });
    }
    lairs
}

/// An input with these cases.
pub fn input(lairs: &[Lair]) -> String {
    let lines = |squares: &[Square]| -> String {
        squares.iter().map(|(row, column)| format!("{row} {column}\n")).collect()
    };
    let case = |lair: &Lair| {
        format!(
            "{} {} {}\n{}{}\n{}\n",
            lair.rows,
            lair.columns,
            lair.body.len(),
            lines(&lair.body),
            lair.stones.len(),
            lines(&lair.stones)
        )
    };
    lairs.iter().map(case).collect::<String>() + "0 0 0\n"
}
