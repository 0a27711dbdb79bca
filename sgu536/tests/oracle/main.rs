//! The solution against a brute force that follows the statement literally, and the checks of the
//! stored cases that only someone who knows the statement can make.

mod boards;
#[allow(dead_code)]
#[path = "../../src/main.rs"]
mod solution;
mod statement;
mod validate;
mod wrong;

use boards::{every_board, random_board};
use solution::solve;
use statement::right_output;
use testcases::stress::{self, Random};
use validate::validate;

const PROBLEM: &str = "sgu536";

/// The stored cases that are not as the statement says.
const BEYOND_THE_STATEMENT: [&str; 7] = [
    "attacked-at-the-start",
    "fifteen-pieces",
    "king-stops-no-ray",
    "knights-lattice",
    "many-masks",
    "misleading-knights",
    "most-floods-of-fifteen",
];

/// Cases on which the brute force takes seconds; it gave their outputs once.
const TOO_MANY_STATES: [&str; 5] = [
    "knights-lattice",
    "many-masks",
    "misleading-knights",
    "most-floods-of-fifteen",
    "most-floods-of-fourteen",
];

const SAMPLE: &str =
    "7 9\n.........\n.........\n.........\n..R.K.R..\n.........\n.........\n*........\n";

#[test]
fn stored_outputs_are_right() {
    for case in stress::suite(PROBLEM).cases {
        if !TOO_MANY_STATES.contains(&case.name.as_str()) {
            assert_eq!(right_output(&case.input), case.output, "{}", case.origin);
        }
    }
}

#[test]
fn stored_inputs_are_as_the_statement_says() {
    stress::check_inputs(PROBLEM, validate, &BEYOND_THE_STATEMENT);
}

#[test]
fn each_wrong_program_is_caught() {
    stress::check_wrong_programs(PROBLEM, &wrong::programs());
}

/// A wrong program must be wrong in its one rule, and in nothing else.
#[test]
fn a_wrong_program_without_its_fault_is_right() {
    let mut random = Random::new(2);
    for _ in 0..1000 {
        let board = random_board(&mut random, 6, 10);
        assert_eq!(wrong::output(&board, &wrong::Rules::right()), right_output(&board), "{board}");
    }
}

#[test]
fn every_small_board() {
    let inputs =
        (1..=8).flat_map(|rows| (1..=8 / rows).flat_map(move |columns| every_board(rows, columns)));
    stress::compare(PROBLEM, solve, right_output, inputs);
}

#[test]
fn random_boards() {
    let mut random = Random::new(536);
    let inputs = (0..stress::rounds(50_000)).map(|_| random_board(&mut random, 6, 10));
    stress::compare(PROBLEM, solve, right_output, inputs);
}

#[test]
fn random_large_boards() {
    let mut random = Random::new(15);
    let inputs = (0..stress::rounds(1000)).map(|_| random_board(&mut random, 15, 11));
    stress::compare(PROBLEM, solve, right_output, inputs);
}

#[test]
fn random_boards_are_solvable_often_enough() {
    let mut random = Random::new(1);
    let answers: Vec<String> = (0..2000)
        .map(|_| random_board(&mut random, 6, 10))
        .filter(|board| board.matches(['K', 'B', 'R']).count() >= 4)
        .map(|board| right_output(&board))
        .collect();
    let solvable = answers.iter().filter(|answer| *answer != "-1\n").count();
    assert!(
        3 * solvable >= answers.len(),
        "of {} random boards with four pieces or more {solvable} are solvable",
        answers.len()
    );
}

#[test]
fn spacing_changes_nothing() {
    let crlf = SAMPLE.replace('\n', "\r\n");
    let blank_lines = format!("\n\n{}\n\n", SAMPLE.replace('\n', "\n\n"));
    let trailing_spaces = SAMPLE.replace('\n', " \t\n");
    let leading_spaces = SAMPLE.replace('\n', "\n  ");
    for input in [
        SAMPLE,
        SAMPLE.trim_end(),
        crlf.trim_end(),
        &crlf,
        &blank_lines,
        &trailing_spaces,
        &leading_spaces,
    ] {
        assert_eq!(solve(input), Ok("9\n".to_owned()), "{input:?}");
    }
}

#[test]
fn what_goes_beyond_the_statement_is_answered() {
    for input in [
        // Fifteen black pieces.
        "4 4\nKBKB\nBKBK\nKBKB\nBKB*\n",
        "2 8\n*KKKKKKK\nKKKKKKKK\n",
        // The king is under attack at the start: by a piece that he can take, and by one that he
        // cannot.
        "1 2\n*R\n",
        "2 3\n*.R\n..K\n",
        "1 3\n*RR\n",
    ] {
        assert_eq!(solve(input), Ok(right_output(input)), "{input}");
    }
}

#[test]
fn malformed_input_is_refused_in_one_line() {
    for input in [
        // Missing numbers.
        "",
        " \n\n",
        "3",
        "3\n",
        // Numbers that are none, or out of range.
        "x 3\n*..\n",
        "1 x\n*\n",
        "*..\n...\n",
        "0 3\n",
        "0 0\n",
        "3 0\n",
        "-1 3\n*..\n",
        "1 -3\n*..\n",
        "1.0 3\n*..\n",
        "16 1\n*\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n",
        "1 16\n*...............\n",
        "257 1\n*\n",
        "4294967297 1\n*\n",
        "18446744073709551617 1\n*\n",
        "1 99999999999999999999999999999999999999999\n*\n",
        // Missing rows.
        "1 1\n",
        "2 2\n*.\n",
        "3 1\n*\n.\n",
        // Rows of the wrong length.
        "1 3\n*.\n",
        "1 3\n*...\n",
        "2 3\n*..\n..\n",
        "2 3\n*..\n....\n",
        "2 3\n*.\n....\n",
        "1 3\n* . .\n",
        // Foreign characters: lower case, other pieces, other bytes, letters longer than a byte.
        "1 3\n*.k\n",
        "1 3\n*.r\n",
        "1 3\n*.b\n",
        "1 3\n*.Q\n",
        "1 3\n*.N\n",
        "1 3\n*.#\n",
        "1 3\n*.0\n",
        "1 3\n*.\0\n",
        "1 3\n*.é\n",
        "1 3\n*é\n",
        "1 3\n*.\u{041a}\n",
        "1 1\n\u{feff}\n",
        "\u{feff}1 1\n*\n",
        // No king, or two.
        "1 1\n.\n",
        "1 3\n.K.\n",
        "1 2\n**\n",
        "2 2\n*.\n.*\n",
        // Sixteen black pieces or more.
        "1 15\nKKKKKKKKKKKKKKK\n",
        "2 9\n*.KKKKKKK\nKKKKKKKKK\n",
        "3 15\n*.............K\nKKKKKKKKKKKKKKK\n...............\n",
        "15 15\n*..............\nKKKKKKKKKKKKKKK\nRRRRRRRRRRRRRRR\nBBBBBBBBBBBBBBB\n\
         KKKKKKKKKKKKKKK\nRRRRRRRRRRRRRRR\nBBBBBBBBBBBBBBB\nKKKKKKKKKKKKKKK\n\
         KKKKKKKKKKKKKKK\nRRRRRRRRRRRRRRR\nBBBBBBBBBBBBBBB\nKKKKKKKKKKKKKKK\n\
         KKKKKKKKKKKKKKK\nRRRRRRRRRRRRRRR\nBBBBBBBBBBBBBBB\n",
    ] {
        match solve(input) {
            Ok(output) => panic!("{input:?}: expected an error, found the answer {output:?}"),
            Err(error) => assert!(
                !error.trim().is_empty() && !error.contains(['\n', '\r']),
                "{input:?}: expected an error of one line, found {error:?}"
            ),
        }
    }
}

#[test]
fn the_message_says_what_was_expected_and_found_and_where() {
    for (input, message) in [
        ("", "expected the number of rows, 1 to 15, found the end of the input"),
        ("\n\n16 1\n", "line 3: expected the number of rows, 1 to 15, found \"16\""),
        ("1\n0\n*\n", "line 2: expected the number of columns, 1 to 15, found \"0\""),
        ("3 2\n*.\n\n..\n", "expected row 3 of 3, found the end of the input"),
        ("2 3\n*..\n\n....\n", "line 4: expected 3 squares, found 4"),
        ("2 3\r\n*..\r\n..k\r\n", "line 3: expected . * K B R, found 'k'"),
        ("1 3\n.R.\n", "expected one king (*) on the board, found 0"),
        ("2 8\nKKKKKKKK\nKKKKKKKK\n", "expected one king (*) on the board, found 0"),
        ("2 9\n*.KKKKKKK\nKKKKKKKKK\n", "expected at most 15 black pieces on the board, found 16"),
    ] {
        assert_eq!(solve(input), Err(message.to_owned()), "{input:?}");
    }
}
