//! The solution against a brute force that follows the statement literally, and the checks of the
//! stored cases that only someone who knows the statement can make.

#[allow(dead_code)]
#[path = "../src/main.rs"]
mod solution;

use std::collections::VecDeque;

use testcases::stress::{self, WrongRule};

const PROBLEM: &str = "poj1753";

/// Bit `4 * row + column` is set where the piece is black.
type Board = u16;

const ALL_WHITE: Board = 0;
const ALL_BLACK: Board = !0;
const BOARDS: usize = 1 << 16;

/// What the statement says, point by point, so that a wrong program can differ in one.
struct Rules {
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

const RULES: Rules = Rules {
    read: |input| read(input, 16),
    is_over: |board| board == ALL_WHITE || board == ALL_BLACK,
    may_choose: |_, _| true,
    is_flipped: |chosen, other| rows_apart(chosen, other) + columns_apart(chosen, other) <= 1,
    print: |moves| moves.map_or("Impossible\n".to_owned(), line),
};

/// Row and column, each from 0 to 3.
type Place = (usize, usize);

fn place(square: usize) -> Place {
    (square / 4, square % 4)
}

fn rows_apart(one: Place, other: Place) -> usize {
    one.0.abs_diff(other.0)
}

fn columns_apart(one: Place, other: Place) -> usize {
    one.1.abs_diff(other.1)
}

fn is_black(board: Board, square: usize) -> bool {
    board >> square & 1 == 1
}

fn line(moves: usize) -> String {
    format!("{moves}\n")
}

/// The board of which the first `squares` are read and the rest stay white.
fn read(input: &str, squares: usize) -> Board {
    let pieces = input.chars().filter(|piece| !piece.is_whitespace());
    pieces
        .take(squares)
        .enumerate()
        .map(|(square, piece)| Board::from(piece == 'b') << square)
        .sum()
}

/// For each piece, the pieces that are flipped when it is chosen.
fn flips(rules: &Rules) -> [Board; 16] {
    std::array::from_fn(|chosen| {
        (0..16)
            .filter(|&other| (rules.is_flipped)(place(chosen), place(other)))
            .map(|other| 1 << other)
            .sum()
    })
}

/// Breadth-first search: calls `visit` with each board that can be reached and the fewest moves to
/// it, the nearest first, until it returns true.
fn search(
    start: &[Board],
    flips: [Board; 16],
    may_choose: fn(Board, Place) -> bool,
    mut visit: impl FnMut(Board, usize) -> bool,
) {
    let mut seen = vec![false; BOARDS];
    let mut queue = VecDeque::new();
    for &board in start {
        seen[usize::from(board)] = true;
        queue.push_back((board, 0));
    }
    while let Some((board, moves)) = queue.pop_front() {
        if visit(board, moves) {
            return;
        }
        for (chosen, flip) in flips.iter().enumerate() {
            let next = board ^ flip;
            if may_choose(board, place(chosen)) && !seen[usize::from(next)] {
                seen[usize::from(next)] = true;
                queue.push_back((next, moves + 1));
            }
        }
    }
}

fn fewest_moves(board: Board, flips: [Board; 16], rules: &Rules) -> Option<usize> {
    let mut fewest = None;
    search(&[board], flips, rules.may_choose, |board, moves| {
        fewest = (rules.is_over)(board).then_some(moves);
        fewest.is_some()
    });
    fewest
}

/// The fewest moves for each board.
fn table() -> Vec<Option<usize>> {
    let mut table = vec![None; BOARDS];
    // A move undoes itself: from a board to an end it is as far as from there to the board.
    let ends = [ALL_WHITE, ALL_BLACK];
    search(&ends, flips(&RULES), RULES.may_choose, |board, moves| {
        table[usize::from(board)] = Some(moves);
        false
    });
    table
}

/// The right output. The fuzzer asks for it too.
pub fn right_output(input: &str) -> String {
    oracle(input, &RULES)
}

fn oracle(input: &str, rules: &Rules) -> String {
    (rules.print)(fewest_moves((rules.read)(input), flips(rules), rules))
}

/// A board as the statement's input has it.
fn input(board: Board) -> String {
    let piece = |square| if is_black(board, square) { 'b' } else { 'w' };
    let row = |row: usize| (4 * row..4 * row + 4).map(piece).chain(['\n']);
    (0..4).flat_map(row).collect()
}

#[test]
fn the_solution_is_right_on_every_board() {
    let moves = table();
    let answer = |text: &str| (RULES.print)(moves[usize::from((RULES.read)(text))]);
    let inputs = (0..=Board::MAX).map(input);
    stress::compare(PROBLEM, solution::solve, answer, inputs);
}

#[test]
fn the_c_twin_answers_alike() {
    let table = table();
    let is_taken = |&board: &Board| table[usize::from(board)].is_some() || board % 61 == 0;
    let boards: Vec<String> = (0..=ALL_BLACK).filter(is_taken).map(input).collect();
    twin_agrees(&boards);
}

#[test]
fn the_oracle_finds_the_known_counts() {
    let moves = table();
    let boards_at = |distance| moves.iter().filter(|&&moves| moves == distance).count();
    let counts: Vec<usize> = (0..=6).map(|moves| boards_at(Some(moves))).collect();
    assert_eq!(counts, [2, 32, 228, 880, 1562, 1136, 256]);
    assert_eq!(boards_at(None), BOARDS - 4096);
}

#[test]
fn the_stored_inputs_are_as_the_statement_says() {
    stress::check_inputs(PROBLEM, validate);
}

#[test]
fn the_stored_outputs_are_right() {
    stress::check_outputs(PROBLEM, right_output);
}

/// Four lines of four pieces, and nothing else.
fn validate(input: &str) -> Result<(), String> {
    let lines: Vec<&str> = input.split('\n').collect();
    match lines[..] {
        [_, _, _, _, ""] => {}
        _ => return Err("expected four lines, each with its end".to_owned()),
    }
    for (number, line) in (1..=4).zip(lines) {
        if line.len() != 4 || line.contains(|piece| piece != 'b' && piece != 'w') {
            return Err(format!("line {number}: expected four of b and w, found {line:?}"));
        }
    }
    Ok(())
}

#[test]
fn each_wrong_rule_is_caught() {
    let programs = wrong_programs();
    let rules: Vec<WrongRule> =
        programs.iter().map(|(name, answer)| WrongRule { name, answer }).collect();
    stress::check_wrong_rules(PROBLEM, &rules);
}

/// A program that holds the flips as sixteen constants may have one bit of one of them wrong.
#[test]
fn each_wrong_bit_in_a_mask_is_caught() {
    let suite = stress::suite(PROBLEM);
    for (mask, bit) in (0..16).flat_map(|mask| (0..16).map(move |bit| (mask, bit))) {
        let mut flips = flips(&RULES);
        flips[mask] ^= 1 << bit;
        let answer = |input| (RULES.print)(fewest_moves((RULES.read)(input), flips, &RULES));
        assert!(
            suite.cases.iter().any(|case| answer(&case.input) != case.output),
            "no stored case catches a wrong bit {bit} in the mask of square {mask}"
        );
    }
}

type Program = Box<dyn Fn(&str) -> String>;

fn wrong_programs() -> Vec<(&'static str, Program)> {
    wrong_rules()
        .into_iter()
        .map(|(name, rules)| (name, program(move |input| oracle(input, &rules))))
        .chain([
            ("both-colours-printed", program(both_colours)),
            ("answer-printed-again-at-end-of-file", program(|input| right_output(input).repeat(2))),
            (
                "first-row-never-chosen",
                program(|input| (RULES.print)(chases(input).next().flatten())),
            ),
            ("last-row-not-looked-at", program(|input| line(chase((RULES.read)(input), 0).0))),
            (
                "first-way-not-the-fewest",
                program(|input| (RULES.print)(chases(input).flatten().next())),
            ),
        ])
        .collect()
}

fn program(answer: impl Fn(&str) -> String + 'static) -> Program {
    Box::new(answer)
}

/// The wrong programs that differ from the oracle in one of its rules.
#[rustfmt::skip]
fn wrong_rules() -> Vec<(&'static str, Rules)> {
    vec![
        ("only-white-is-an-end", Rules { is_over: |board| board == ALL_WHITE, ..RULES }),
        ("only-black-is-an-end", Rules { is_over: |board| board == ALL_BLACK, ..RULES }),
        ("rows-of-one-colour-are-an-end", Rules { is_over: rows_are_of_one_colour, ..RULES }),
        ("only-white-pieces-chosen",
            Rules { may_choose: |board, chosen| !is_black_at(board, chosen), ..RULES }),
        ("only-black-pieces-chosen", Rules { may_choose: is_black_at, ..RULES }),
        ("corners-not-chosen", Rules { may_choose: |_, chosen| !is_corner(chosen), ..RULES }),
        ("last-square-not-chosen", Rules { may_choose: |_, chosen| chosen != (3, 3), ..RULES }),
        ("row-end-wraps-to-next-row", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || number(chosen).abs_diff(number(other)) == 1,
            ..RULES
        }),
        ("right-end-alone-wraps", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || number(chosen) + 1 == number(other),
            ..RULES
        }),
        ("left-end-alone-wraps", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || number(other) + 1 == number(chosen),
            ..RULES
        }),
        ("rows-are-rings", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || chosen.0 == other.0 && columns_apart(chosen, other) == 3,
            ..RULES
        }),
        ("columns-are-rings", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other)
                || chosen.1 == other.1 && rows_apart(chosen, other) == 3,
            ..RULES
        }),
        ("diagonals-flip-too", Rules {
            is_flipped: |chosen, other| rows_apart(chosen, other) <= 1
                && columns_apart(chosen, other) <= 1,
            ..RULES
        }),
        ("diagonals-flip-instead", Rules {
            is_flipped: |chosen, other| chosen == other
                || rows_apart(chosen, other) == 1 && columns_apart(chosen, other) == 1,
            ..RULES
        }),
        ("whole-row-and-column-flip", Rules {
            is_flipped: |chosen, other| chosen.0 == other.0 || chosen.1 == other.1,
            ..RULES
        }),
        ("chosen-piece-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && chosen != other,
            ..RULES
        }),
        ("upper-neighbour-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && other.0 >= chosen.0,
            ..RULES
        }),
        ("lower-neighbour-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && other.0 <= chosen.0,
            ..RULES
        }),
        ("left-neighbour-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && other.1 >= chosen.1,
            ..RULES
        }),
        ("right-neighbour-stays", Rules {
            is_flipped: |chosen, other| is_flipped(chosen, other) && other.1 <= chosen.1,
            ..RULES
        }),
        ("last-square-not-read", Rules { read: |input| read(input, 15), ..RULES }),
        ("last-row-not-read", Rules { read: |input| read(input, 12), ..RULES }),
        ("start-counts-as-a-move",
            Rules { print: |moves| (RULES.print)(moves.map(|moves| moves + 1)), ..RULES }),
        ("no-moves-are-impossible",
            Rules { print: |moves| (RULES.print)(moves.filter(|&moves| moves > 0)), ..RULES }),
        ("gives-up-after-five-moves",
            Rules { print: |moves| (RULES.print)(moves.filter(|&moves| moves <= 5)), ..RULES }),
        ("nothing-printed-for-impossible",
            Rules { print: |moves| moves.map_or(String::new(), line), ..RULES }),
        ("minus-one-for-impossible",
            Rules { print: |moves| moves.map_or("-1\n".to_owned(), line), ..RULES }),
        ("impossible-in-lower-case",
            Rules { print: |moves| (RULES.print)(moves).to_lowercase(), ..RULES }),
    ]
}

fn is_flipped(chosen: Place, other: Place) -> bool {
    (RULES.is_flipped)(chosen, other)
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
    let only_white = Rules { is_over: |board| board == ALL_WHITE, ..RULES };
    let only_black = Rules { is_over: |board| board == ALL_BLACK, ..RULES };
    oracle(input, &only_white) + &oracle(input, &only_black)
}

/// The moves to all white for each choice of pieces in the first row, by the rule that a later row
/// must mend the row above it.
fn chases(input: &str) -> impl Iterator<Item = Option<usize>> {
    let board = (RULES.read)(input);
    (0..16).map(move |first_row| match chase(board, first_row) {
        (moves, ALL_WHITE) => Some(moves),
        _ => None,
    })
}

/// The number of moves and the board to which they lead.
fn chase(mut board: Board, first_row: Board) -> (usize, Board) {
    let mut moves = 0;
    for (chosen, flip) in flips(&RULES).into_iter().enumerate() {
        let is_chosen = match chosen {
            0..=3 => is_black(first_row, chosen),
            _ => is_black(board, chosen - 4),
        };
        if is_chosen {
            moves += 1;
            board ^= flip;
        }
    }
    (moves, board)
}

#[test]
fn what_costs_nothing_to_tolerate_is_tolerated() {
    for input in [
        "bwwb\r\nbbwb\r\nbwwb\r\nbwww\r\n",
        "bwwb\nbbwb\nbwwb\nbwww",
        "bwwb  \nbbwb\t\nbwwb \nbwww \n",
        "\n\n bwwb\n\nbbwb\n\n\nbwwb\n\nbwww\n\n",
        "bwwbbbwbbwwbbwww",
        "b w w b b b w b b w w b b w w w\n",
        "b\nw\nw\nb\nb\nb\nw\nb\nb\nw\nw\nb\nb\nw\nw\nw\n",
        "bwwb\nbbwb\nbwwb\nbwww\nbbbb\nbbbb\nbbbb\nbbbb\n",
        "bwwb\nbbwb\nbwwb\nbwww\nThe end: B, W, 0.\n",
        "bwwb\nbbwb\nbwwb\nbwwwb",
        "bwwb\nbbwb\nbwwb\nbwww\0\u{1a}",
    ] {
        assert_eq!(solution::solve(input), Ok("4\n".to_owned()), "{input:?}");
    }
}

#[test]
fn malformed_input_is_refused_in_one_line() {
    let board = "bwwb\nbbwb\nbwwb\nbwww\n";
    let last_piece = board.len() - 2;
    for end in 0..=last_piece {
        refused(&board[..end]);
    }
    refused("\r\n\r\n");
    for foreign in ['B', 'W', 'x', '0', '.', '\0', '\u{1b}', 'é', 'ｂ', '🦀'] {
        for (place, _) in board.match_indices(['b', 'w']) {
            let mut input = board.to_owned();
            input.replace_range(place..=place, &foreign.to_string());
            refused(&input);
        }
    }
    refused(&board.to_uppercase());
}

#[test]
fn the_message_says_what_was_expected_and_found_and_where() {
    for (input, message) in [
        ("x", "line 1, column 1: expected 'b' or 'w' for square 1 of 16, found 'x'"),
        (
            "bwwb\r\n\r\n bwXb\r\n",
            "line 3, column 4: expected 'b' or 'w' for square 7 of 16, found 'X'",
        ),
        (
            "bwwb\nbéwb\n",
            "line 2, column 2: expected 'b' or 'w' for square 6 of 16, \
             found a character that is not printable ASCII",
        ),
        (
            "bwwb\nbwwb\nbwwb\nbww",
            "line 4, column 4: expected 'b' or 'w' for square 16 of 16, \
             found the end of the input",
        ),
    ] {
        assert_eq!(solution::solve(input), Err(message.to_owned()), "{input:?}");
    }
}

fn refused(input: &str) {
    match solution::solve(input) {
        Ok(output) => panic!("{input:?} is malformed, and the solution printed {output:?}"),
        Err(error) => assert!(
            !error.is_empty() && !error.contains(char::is_control),
            "{input:?}: expected one line, found {error:?}"
        ),
    }
    twin_agrees(&[input.to_owned()]);
}

fn twin_agrees(inputs: &[String]) {
    stress::compare_twin(PROBLEM, env!("CARGO_TARGET_TMPDIR"), solution::solve, inputs);
}
