//! The statement of POJ 1753 as a program that follows it: the fewest moves to every board there is.

use std::collections::VecDeque;

/// The black pieces: bit `4 * row + column` is set where one lies.
pub type Board = u16;

pub const ALL_WHITE: Board = 0;
pub const ALL_BLACK: Board = !0;

/// Row and column, each from 0 to 3.
pub type Place = (usize, usize);

pub fn place(square: usize) -> Place {
    (square / 4, square % 4)
}

/// The game is over when all pieces are white or all are black.
pub fn is_over(board: Board) -> bool {
    board == ALL_WHITE || board == ALL_BLACK
}

/// A move chooses a piece. It flips that one and those above, below, left and right of it.
pub fn is_flipped(chosen: Place, other: Place) -> bool {
    chosen.0.abs_diff(other.0) + chosen.1.abs_diff(other.1) <= 1
}

/// The pieces that a move flips.
pub fn flips(chosen: usize) -> Board {
    let is_flipped = |&other: &usize| is_flipped(place(chosen), place(other));
    (0..16).filter(is_flipped).map(|other| 1 << other).sum()
}

/// The fewest moves from every board to the end of the game, where there is a way: breadth-first
/// search from both ends at once. A move undoes itself, so it is as far from a board to an end as
/// from there to the board.
pub fn fewest_moves_by_board() -> Vec<Option<usize>> {
    let mut fewest = vec![None; 1 << 16];
    let mut queue = VecDeque::new();
    for end in (0..=Board::MAX).filter(|&board| is_over(board)) {
        fewest[usize::from(end)] = Some(0);
        queue.push_back((end, 0));
    }
    while let Some((board, moves)) = queue.pop_front() {
        for chosen in 0..16 {
            let next = board ^ flips(chosen);
            if fewest[usize::from(next)].is_none() {
                fewest[usize::from(next)] = Some(moves + 1);
                queue.push_back((next, moves + 1));
            }
        }
    }
    fewest
}

/// The right output for an input that is well-formed.
pub fn right_output(input: &str) -> String {
    thread_local!(static FEWEST_MOVES: Vec<Option<usize>> = fewest_moves_by_board());
    print(FEWEST_MOVES.with(|fewest| fewest[usize::from(read(input))]))
}

/// The board of an input: four lines of four pieces, `b` for black and `w` for white.
pub fn read(input: &str) -> Board {
    let pieces = input.chars().filter(|piece| !piece.is_whitespace()).take(16);
    pieces.enumerate().map(|(square, piece)| Board::from(piece == 'b') << square).sum()
}

/// A board as an input.
pub fn input(board: Board) -> String {
    let piece = |square| if board >> square & 1 == 1 { 'b' } else { 'w' };
    let row = |row: usize| (4 * row..4 * row + 4).map(piece).chain(['\n']);
    (0..4).flat_map(row).collect()
}

pub fn print(moves: Option<usize>) -> String {
    match moves {
        Some(moves) => format!("{moves}\n"),
        None => "Impossible\n".to_owned(),
    }
}
