//! The statement of SGU 536 as a program that follows it literally: breadth-first search over the
//! king's square and the pieces that remain.

use std::collections::VecDeque;

/// A row and a column, counted from 0.
pub type Square = (i32, i32);

/// A set of black pieces: bit i stands for the i-th in reading order.
pub type Set = u32;

pub struct Board {
    pub rows: i32,
    pub columns: i32,
    pub king: Square,
    /// The black pieces in reading order: `K` a knight, `B` a bishop, `R` a rook.
    pub pieces: Vec<(char, Square)>,
}

/// The right output for an input that is well-formed.
pub fn right_output(input: &str) -> String {
    match Board::read(input).fewest_moves() {
        Some(moves) => format!("{moves}\n"),
        None => "-1\n".to_owned(),
    }
}

impl Board {
    /// Reads an input that is well-formed.
    pub fn read(input: &str) -> Self {
        let mut tokens = input.split_whitespace();
        let mut size = || tokens.next().unwrap().parse().unwrap();
        let (rows, columns) = (size(), size());
        let mut board = Self { rows, columns, king: (0, 0), pieces: Vec::new() };
        for (row, line) in (0..rows).zip(tokens) {
            for (column, letter) in (0..columns).zip(line.chars()) {
                match letter {
                    '.' => {}
                    '*' => board.king = (row, column),
                    _ => board.pieces.push((letter, (row, column))),
                }
            }
        }
        board
    }

    /// All black pieces.
    pub fn all(&self) -> Set {
        (1 << self.pieces.len()) - 1
    }

    /// The fewest moves with which the king captures all pieces.
    fn fewest_moves(&self) -> Option<usize> {
        let square_number = |(row, column): Square| (row * self.columns + column) as usize;
        let mut seen =
            vec![vec![false; 1 << self.pieces.len()]; (self.rows * self.columns) as usize];
        seen[square_number(self.king)][self.all() as usize] = true;
        let mut queue = VecDeque::from([(self.king, self.all(), 0)]);
        while let Some((king, pieces, moves)) = queue.pop_front() {
            if pieces == 0 {
                return Some(moves);
            }
            for (square, left) in self.moves(king, pieces) {
                let is_seen = &mut seen[square_number(square)][left as usize];
                if !std::mem::replace(is_seen, true) {
                    queue.push_back((square, left, moves + 1));
                }
            }
        }
        None
    }

    /// The king moves to one of the eight squares around him, captures what stands there, and may
    /// not be under attack afterwards.
    fn moves(&self, (row, column): Square, pieces: Set) -> Vec<(Square, Set)> {
        let mut moves = Vec::new();
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
        {
            let square = (row + down, column + right);
            let is_inside =
                (0..self.rows).contains(&square.0) && (0..self.columns).contains(&square.1);
            let left = pieces & !self.at(square);
            if is_inside && !self.is_attacked(square, left) {
                moves.push((square, left));
            }
        }
        moves
    }

    /// Whether one of these pieces could capture a king on a square.
    pub fn is_attacked(&self, square: Square, pieces: Set) -> bool {
        self.pieces.iter().enumerate().any(|(number, &(kind, home))| {
            let (down, right) = (square.0 - home.0, square.1 - home.1);
            pieces >> number & 1 == 1
                && match kind {
                    'K' => [(1, 2), (2, 1)].contains(&(down.abs(), right.abs())),
                    'B' => down.abs() == right.abs() && self.is_clear(home, square, pieces),
                    _ => (down == 0 || right == 0) && self.is_clear(home, square, pieces),
                }
        })
    }

    /// Whether none of these pieces stands between two squares of one row, column or diagonal.
    fn is_clear(&self, from: Square, to: Square, pieces: Set) -> bool {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut square = (from.0 + step.0, from.1 + step.1);
        while square != to {
            if self.at(square) & pieces != 0 {
                return false;
            }
            square = (square.0 + step.0, square.1 + step.1);
        }
        true
    }

    /// The piece that stood on a square at the start, if any, as a set.
    fn at(&self, square: Square) -> Set {
        let number = self.pieces.iter().position(|&(_, home)| home == square);
        number.map_or(0, |number| 1 << number)
    }
}
