//! Programs that get one rule of POJ 1753 wrong: some stored case must catch each.

use std::collections::VecDeque;

use crate::statement::{
    is_flipped, is_over, place, print, read, right_output, Board, Place, ALL_BLACK, ALL_WHITE,
};

/// What a program may get wrong.
pub struct Rules {
    /// The board of an input.
    read: fn(&str) -> Board,
    /// Whether the game is over.
    is_over: fn(Board) -> bool,
    /// Whether the player may choose the piece on a square.
    may_choose: fn(Board, Place) -> bool,
    /// Whether choosing the piece on the first square flips the one on the second.
    is_flipped: fn(Place, Place) -> bool,
    /// The output for the fewest moves, if there are any.
    print: fn(Option<usize>) -> String,
}

/// The rules of the statement.
pub const RIGHT: Rules = Rules { read, is_over, may_choose: |_, _| true, is_flipped, print };

/// What a program with these rules prints.
pub fn output(input: &str, rules: &Rules) -> String {
    (rules.print)(fewest_moves((rules.read)(input), &masks(rules), rules))
}

/// What a program prints that has one bit wrong among the pieces that a move flips.
pub fn output_with_wrong_bit(chosen: usize, bit: usize, input: &str) -> String {
    let mut masks = masks(&RIGHT);
    masks[chosen] ^= 1 << bit;
    print(fewest_moves(read(input), &masks, &RIGHT))
}

/// For each piece, the pieces that are flipped when it is chosen.
fn masks(rules: &Rules) -> [Board; 16] {
    std::array::from_fn(|chosen| {
        let is_flipped = |&other: &usize| (rules.is_flipped)(place(chosen), place(other));
        (0..16).filter(is_flipped).map(|other| 1 << other).sum()
    })
}

/// Breadth-first search from the board.
fn fewest_moves(board: Board, masks: &[Board; 16], rules: &Rules) -> Option<usize> {
    let mut seen = vec![false; 1 << 16];
    seen[usize::from(board)] = true;
    let mut queue = VecDeque::from([(board, 0)]);
    while let Some((board, moves)) = queue.pop_front() {
        if (rules.is_over)(board) {
            return Some(moves);
        }
        for (chosen, mask) in masks.iter().enumerate() {
            let next = board ^ mask;
            if (rules.may_choose)(board, place(chosen)) && !seen[usize::from(next)] {
                seen[usize::from(next)] = true;
                queue.push_back((next, moves + 1));
            }
        }
    }
    None
}

type Program = Box<dyn Fn(&str) -> String>;

/// Each wrong program, by its name.
pub fn programs() -> Vec<(&'static str, Program)> {
    rules()
        .into_iter()
        .map(|(name, rules)| (name, program(move |input| output(input, &rules))))
        .chain([
            ("both-colours-printed", program(both_colours)),
            ("answer-printed-again-at-end-of-file", program(|input| right_output(input).repeat(2))),
            ("first-row-never-chosen", program(|input| print(chases(input).next().flatten()))),
            ("last-row-not-looked-at", program(|input| print(Some(chase(read(input), 0).0)))),
            ("first-way-not-the-fewest", program(|input| print(chases(input).flatten().next()))),
        ])
        .collect()
}

fn program(answer: impl Fn(&str) -> String + 'static) -> Program {
    Box::new(answer)
}

/// The wrong programs that differ in one of the [`Rules`].
#[rustfmt::skip]
fn rules() -> Vec<(&'static str, Rules)> {
    vec![
        ("only-white-is-an-end", Rules { is_over: |board| board == ALL_WHITE, ..RIGHT }),
        ("only-black-is-an-end", Rules { is_over: |board| board == ALL_BLACK, ..RIGHT }),
        ("rows-of-one-colour-are-an-end", Rules { is_over: rows_are_of_one_colour, ..RIGHT }),
        ("only-white-pieces-chosen",
            Rules { may_choose: |board, chosen| !is_black_at(board, chosen), ..RIGHT }),
        ("only-black-pieces-chosen", Rules { may_choose: is_black_at, ..RIGHT }),
        ("corners-not-chosen", Rules { may_choose: |_, chosen| !is_corner(chosen), ..RIGHT }),
        ("last-square-not-chosen", Rules { may_choose: |_, chosen| chosen != (3, 3), ..RIGHT }),
        ("row-end-wraps-to-next-row", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || number(chosen).abs_diff(number(other)) == 1,
            ..RIGHT
        }),
        ("right-end-alone-wraps", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || number(chosen) + 1 == number(other),
            ..RIGHT
        }),
        ("left-end-alone-wraps", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || number(other) + 1 == number(chosen),
            ..RIGHT
        }),
        ("rows-are-rings", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || chosen.0 == other.0 && columns_apart(chosen, other) == 3,
            ..RIGHT
        }),
        ("columns-are-rings", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || chosen.1 == other.1 && rows_apart(chosen, other) == 3,
            ..RIGHT
        }),
        ("diagonals-flip-too", Rules {
            is_flipped: |chosen, other| rows_apart(chosen, other) <= 1
                && columns_apart(chosen, other) <= 1,
            ..RIGHT
        }),
        ("diagonals-flip-instead", Rules {
            is_flipped: |chosen, other| chosen == other
                || rows_apart(chosen, other) == 1 && columns_apart(chosen, other) == 1,
            ..RIGHT
        }),
        ("whole-row-and-column-flip", Rules {
            is_flipped: |chosen, other| chosen.0 == other.0 || chosen.1 == other.1,
            ..RIGHT
        }),
        ("chosen-piece-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && chosen != other,
            ..RIGHT
        }),
        ("upper-neighbour-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && other.0 >= chosen.0,
            ..RIGHT
        }),
        ("lower-neighbour-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && other.0 <= chosen.0,
            ..RIGHT
        }),
        ("left-neighbour-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && other.1 >= chosen.1,
            ..RIGHT
        }),
        ("right-neighbour-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && other.1 <= chosen.1,
            ..RIGHT
        }),
        ("last-square-not-read", Rules { read: |input| read_first(input, 15), ..RIGHT }),
        ("last-row-not-read", Rules { read: |input| read_first(input, 12), ..RIGHT }),
        ("start-counts-as-a-move",
            Rules { print: |moves| print(moves.map(|moves| moves + 1)), ..RIGHT }),
        ("no-moves-are-impossible",
            Rules { print: |moves| print(moves.filter(|&moves| moves > 0)), ..RIGHT }),
        ("gives-up-after-five-moves",
            Rules { print: |moves| print(moves.filter(|&moves| moves <= 5)), ..RIGHT }),
        ("nothing-printed-for-impossible",
            Rules { print: |moves| moves.map_or(String::new(), |_| print(moves)), ..RIGHT }),
        ("minus-one-for-impossible",
            Rules { print: |moves| moves.map_or("-1\n".to_owned(), |_| print(moves)), ..RIGHT }),
        ("impossible-in-lower-case",
            Rules { print: |moves| print(moves).to_lowercase(), ..RIGHT }),
    ]
}

fn rows_apart(one: Place, other: Place) -> usize {
    one.0.abs_diff(other.0)
}

fn columns_apart(one: Place, other: Place) -> usize {
    one.1.abs_diff(other.1)
}

/// The board of which the first squares are read and the rest stay white.
fn read_first(input: &str, squares: usize) -> Board {
    read(&input.split_whitespace().collect::<String>()[..squares])
}

fn is_black(board: Board, square: usize) -> bool {
    board >> square & 1 == 1
}

fn number((row, column): Place) -> usize {
    4 * row + column
}

fn is_black_at(board: Board, place: Place) -> bool {
    is_black(board, number(place))
}

fn is_corner((row, column): Place) -> bool {
    row % 3 == 0 && column % 3 == 0
}

fn rows_are_of_one_colour(board: Board) -> bool {
    (0..4).all(|row| matches!(board >> (4 * row) & 15, 0 | 15))
}

fn both_colours(input: &str) -> String {
    let only_white = Rules { is_over: |board| board == ALL_WHITE, ..RIGHT };
    let only_black = Rules { is_over: |board| board == ALL_BLACK, ..RIGHT };
    output(input, &only_white) + &output(input, &only_black)
}

/// The moves to all white for each choice of pieces in the first row, by the rule that a later row
/// must mend the row above it.
fn chases(input: &str) -> impl Iterator<Item = Option<usize>> {
    let board = read(input);
    (0..16).map(move |first_row| match chase(board, first_row) {
        (moves, ALL_WHITE) => Some(moves),
        _ => None,
    })
}

/// The number of moves and the board to which they lead.
fn chase(mut board: Board, first_row: Board) -> (usize, Board) {
    let mut moves = 0;
    for (chosen, mask) in masks(&RIGHT).into_iter().enumerate() {
        let is_chosen = match chosen {
            0..=3 => is_black(first_row, chosen),
            _ => is_black(board, chosen - 4),
        };
        if is_chosen {
            moves += 1;
            board ^= mask;
        }
    }
    (moves, board)
}
