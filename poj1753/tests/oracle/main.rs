//! The solution and its C twin against a brute force that follows the statement, and the checks of
//! the stored cases that only someone who knows the statement can make.

#[allow(dead_code)]
#[path = "../../src/main.rs"]
mod solution;
mod statement;
mod wrong;

use statement::{fewest_moves_by_board, input, right_output, Board};
use testcases::stress;
use wrong::output_with_wrong_bit;

const PROBLEM: &str = "poj1753";

/// The stored cases that are not as the statement says.
const BEYOND_THE_STATEMENT: [&str; 3] =
    ["blanks-around-rows", "squares-in-one-line", "text-after-the-board"];

#[test]
fn the_solution_is_right_on_every_board() {
    let inputs = (0..=Board::MAX).map(input);
    stress::compare(PROBLEM, solution::solve, right_output, inputs);
}

#[test]
fn the_c_twin_answers_every_board_alike() {
    let boards: Vec<String> = (0..=Board::MAX).map(input).collect();
    // What the twin does not read of its input is the next board.
    let main = "int main(void)\n{\n    long board;\n\n    \
                for (board = 0; board < 65536 && solve(); board++)\n        ;\n    \
                return board == 65536 ? EXIT_SUCCESS : EXIT_FAILURE;\n}\n";
    let scratch = env!("CARGO_TARGET_TMPDIR");
    stress::compare_twin_in_one_run(PROBLEM, scratch, main, solution::solve, &boards);
}

#[test]
fn the_statement_gives_the_known_counts() {
    let table = fewest_moves_by_board();
    let boards_at = |distance| table.iter().filter(|&&moves| moves == distance).count();
    let counts: Vec<usize> = (0..=6).map(|moves| boards_at(Some(moves))).collect();
    assert_eq!(counts, [2, 32, 228, 880, 1562, 1136, 256]);
    assert_eq!(boards_at(None), table.len() - 4096);
}

#[test]
fn the_stored_inputs_are_as_the_statement_says() {
    stress::check_inputs(PROBLEM, validate, &BEYOND_THE_STATEMENT);
}

#[test]
fn the_stored_outputs_are_right() {
    stress::check_outputs(PROBLEM, right_output);
}

#[test]
fn each_wrong_program_is_caught() {
    stress::check_wrong_programs(PROBLEM, &wrong::programs());
}

/// A wrong program must be wrong in its one rule, and in nothing else.
#[test]
fn a_wrong_program_without_its_fault_is_right() {
    let boards = (0..=Board::MAX).step_by(61).map(input);
    for input in boards.chain(stress::suite(PROBLEM).cases.into_iter().map(|case| case.input)) {
        assert_eq!(wrong::output(&input, &wrong::RIGHT), right_output(&input), "{input}");
    }
}

/// A program that holds the flips as sixteen constants may have one bit of one of them wrong.
#[test]
fn each_wrong_bit_in_a_mask_is_caught() {
    let suite = stress::suite(PROBLEM);
    for (mask, bit) in (0..16).flat_map(|mask| (0..16).map(move |bit| (mask, bit))) {
        assert!(
            suite
                .cases
                .iter()
                .any(|case| output_with_wrong_bit(mask, bit, &case.input) != case.output),
            "no stored case catches a wrong bit {bit} in the mask of square {mask}"
        );
    }
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
