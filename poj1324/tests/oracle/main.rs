//! The solution and its C twin against a brute force that follows the statement literally, and the
//! checks of the stored cases that only someone who knows the statement can make.

mod lairs;
#[allow(dead_code)]
#[path = "../../src/main.rs"]
mod solution;
mod statement;
mod validate;
mod wrong;

use lairs::{changed, maze, rooms, scattered_stones, small_lairs};
use statement::{input, read, right_output, Lair};
use testcases::stress::{self, Random};
use validate::validate;

const PROBLEM: &str = "poj1324";

/// The stored cases that are not as the statement says.
const BEYOND_THE_STATEMENT: [&str; 10] = [
    "blank-lines-anywhere",
    "no-blank-lines",
    "no-end-mark",
    "one-block",
    "open-lair-shut-exit",
    "stone-on-exit",
    "stone-under-the-head",
    "stones-on-the-body",
    "stones-outside-or-twice",
    "text-after-the-end",
];

#[test]
fn the_solution_is_right_on_every_small_lair() {
    compare(small_lairs().map(|lair| input(&[lair])));
}

#[test]
fn the_solution_is_right_on_random_lairs() {
    let mut random = Random::new(1324);
    let scattered = (0..stress::rounds(4000)).map(|_| scattered_stones(&mut random));
    compare(scattered.map(|lair| input(&[lair])));
    let mazes = (0..stress::rounds(500)).map(|_| maze(&mut random));
    compare(mazes.map(|lair| input(&[lair])));
    let rooms = (0..stress::rounds(50)).map(|_| rooms(&mut random));
    compare(rooms.map(|lair| input(&[lair])));
}

/// It hardly ever matters where the eighth block lies: one random lair in a million shows a search
/// that forgets it, so here are lairs that resemble the stored one that does.
#[test]
fn the_solution_is_right_around_the_stored_lairs() {
    let suite = stress::suite(PROBLEM);
    let lairs = suite.cases.iter().flat_map(|case| read(&case.input));
    let small_with_long_bodies: Vec<Lair> =
        lairs.filter(|lair| lair.rows * lair.columns <= 64 && lair.body.len() > 3).collect();
    let mut random = Random::new(8);
    let changed = (0..stress::rounds(4000)).map(|_| changed(&small_with_long_bodies, &mut random));
    compare(changed.map(|lair| input(&[lair])));
}

#[test]
fn the_solution_is_right_on_many_cases_in_one_input() {
    let mut random = Random::new(256);
    let many = (0..stress::rounds(10)).map(|_| {
        let lairs: Vec<Lair> = (0..600).map(|_| scattered_stones(&mut random)).collect();
        input(&lairs)
    });
    compare(many);
}

#[test]
fn the_c_twin_answers_alike() {
    let mut random = Random::new(90);
    let lair: [fn(&mut Random) -> Lair; 3] = [scattered_stones, maze, rooms];
    let files = (0..stress::rounds(50)).map(|_| {
        let lairs: Vec<Lair> = (0..100).map(|case| lair[case % 3](&mut random)).collect();
        input(&lairs)
    });
    twin_agrees(&files.collect::<Vec<_>>());
}

fn compare(inputs: impl Iterator<Item = String> + Send) {
    stress::compare(PROBLEM, solution::solve, right_output, inputs);
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
    let mut random = Random::new(1);
    for _ in 0..1000 {
        let input = input(&[scattered_stones(&mut random)]);
        assert_eq!(wrong::output(&input, &wrong::RULES), right_output(&input), "{input}");
    }
}

/// Of bodies that a wrong search merges, the order of the steps decides which one is kept.
#[test]
fn each_wrong_search_is_caught_in_every_order_of_steps() {
    stress::check_wrong_programs(PROBLEM, &wrong::searches_in_every_order());
}

const TWO_CASES: &str = "3 4 2\n1 4\n2 4\n1\n1 2\n\n2 3 3\n1 3\n1 2\n1 1\n0\n\n0 0 0\n";
const TWO_ANSWERS: &str = "Case 1: 5\nCase 2: 4\n";

#[test]
fn what_costs_nothing_to_tolerate_is_tolerated() {
    for input in [
        TWO_CASES.to_owned(),
        TWO_CASES.replace('\n', "\r\n"),
        TWO_CASES.replace('\n', " \t\n\n"),
        TWO_CASES.replace('\n', " "),
        TWO_CASES.replace(' ', "\n"),
        TWO_CASES.replace("\n\n", "\n"),
        format!("\r\n \n{TWO_CASES}"),
        TWO_CASES.trim_end().to_owned(),
        TWO_CASES.replace("0 0 0\n", ""),
        TWO_CASES.trim_end_matches("\n\n0 0 0\n").to_owned(),
        format!("{TWO_CASES}1 2 3 the end\n"),
        format!("{TWO_CASES}{TWO_CASES}"),
        // Stones given twice, outside the lair, on the body.
        TWO_CASES.replace("\n1\n1 2\n", "\n2\n1 2\n1 2\n"),
        TWO_CASES.replace("\n1\n1 2\n", &format!("\n1000\n{}", "1 2\n".repeat(1000))),
        TWO_CASES.replace("\n1\n1 2\n", "\n6\n0 1\n1 0\n4 1\n1 5\n1000 1000\n1 2\n"),
        TWO_CASES.replace("\n1\n1 2\n", "\n3\n1 4\n2 4\n1 2\n"),
    ] {
        assert_eq!(solution::solve(&input), Ok(TWO_ANSWERS.to_owned()), "{input:?}");
    }
}

#[test]
fn inputs_beyond_the_statement_have_their_answers() {
    for (input, output) in [
        ("0 0 0\n", ""),
        ("1 1 1\n1 1\n0\n0 0 0\n", "Case 1: 0\n"),
        ("20 20 1\n20 20\n0\n0 0 0\n", "Case 1: 38\n"),
        ("1 2 1\n1 2\n1\n1 1\n0 0 0\n", "Case 1: -1\n"),
        ("1 2 1\n1 1\n1\n1 1\n0 0 0\n", "Case 1: 0\n"),
        ("1 3 2\n1 2\n1 3\n1\n1 2\n0 0 0\n", "Case 1: 1\n"),
        // Stones far outside the lair, on each side.
        ("1 3 1\n1 3\n4\n1000 1\n1 1000\n-1000 1\n1 -1000\n0 0 0\n", "Case 1: 2\n"),
    ] {
        assert_eq!(solution::solve(input), Ok(output.to_owned()), "{input:?}");
    }
}

#[test]
fn input_that_breaks_off_is_refused() {
    let numbers: Vec<&str> = TWO_CASES.split_whitespace().collect();
    let (first_case, both_cases) = (10, numbers.len() - 3);
    for length in (0..numbers.len()).filter(|&length| length != first_case && length != both_cases)
    {
        refused(&numbers[..length].join(" "));
    }
    refused("\r\n\r\n");
}

#[test]
fn words_that_are_no_numbers_are_refused() {
    let numbers: Vec<&str> = TWO_CASES.split_whitespace().collect();
    let huge = "9".repeat(30);
    for place in 0..numbers.len() {
        for word in ["x", "1.5", "1e1", "-", "1,", "0x1", "\u{1b}", "\0", "１", "🐍", &huge] {
            let mut words = numbers.clone();
            words[place] = word;
            refused(&words.join(" "));
        }
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    // Each is well-formed but for the range: it holds as many numbers as it announces.
    for case in [
        "0 3 2\n1 1\n1 2\n0",
        "3 0 2\n1 1\n2 1\n0",
        "-3 3 2\n1 1\n1 2\n0",
        "3 -3 2\n1 1\n2 1\n0",
        "21 3 2\n3 3\n3 2\n0",
        "3 21 2\n3 3\n3 2\n0",
        "4294967299 3 2\n3 3\n3 2\n0",
        "3 18446744073709551619 2\n3 3\n3 2\n0",
        "3 3 0\n0",
        "0 0 2\n1 1\n1 2\n0",
        "3 3 -1\n0",
        "3 3 9\n3 3\n3 2\n3 1\n2 1\n2 2\n2 3\n1 3\n1 2\n1 1\n0",
        "3 3 2\n3 3\n3 2\n-1",
        "3 3 2\n3 3\n3 2\n-1\n2 2",
    ] {
        refused(&format!("{case}\n\n0 0 0\n"));
        refused(&format!("2 2 2\n1 2\n1 1\n0\n\n{case}\n\n0 0 0\n"));
    }
    for stones in ["2", "401", "4294967295", "18446744073709551615"] {
        refused(&format!("3 3 2\n3 3\n3 2\n{stones}\n2 2\n"));
    }
}

#[test]
fn a_body_that_cannot_be_is_refused() {
    for body in [
        // Outside the lair.
        "0 1 1 1 1 2",
        "1 0 1 1 1 2",
        "4 1 3 1 2 1",
        "3 1 3 0 2 1",
        "1 4 1 5 1 6",
        "2 1 3 1 4 1",
        "-1 1 0 1 1 1",
        "300 1 3 1 2 1",
        "65537 1 1 2 1 3",
        "4294967297 1 1 2 1 3",
        // With a gap.
        "1 1 1 2 1 4",
        "1 1 3 1 3 2",
        "1 1 2 2 2 3",
        "3 3 1 3 1 2",
        "1 4 2 1 2 2",
        "1 1 1 2 2 1",
        // Crossing itself.
        "1 1 1 2 1 1",
        "1 1 1 1 1 2",
        "2 2 2 3 2 3",
    ] {
        refused(&format!("3 4 3\n{body}\n0\n0 0 0\n"));
        refused(&format!("2 2 2\n1 2\n1 1\n0\n\n3 4 3\n{body}\n0\n0 0 0\n"));
    }
    refused("3 4 5\n1 1\n1 2\n2 2\n2 1\n1 1\n0\n0 0 0\n");
}

#[test]
fn the_message_says_what_was_expected_and_found_and_where() {
    let first_case = "2 2 2\n1 2\n1 1\n0\n\n";
    let short_word = "x".repeat(20);
    let long_word = "x".repeat(21);
    for (input, message) in [
        ("".to_owned(), "line 1, case 1: expected n from 0 to 20, found the end of the input"),
        ("\n\n21 1 1".to_owned(), "line 3, case 1: expected n from 0 to 20, found \"21\""),
        (format!("{first_case}-1"), "line 6, case 2: expected n from 0 to 20, found \"-1\""),
        (format!("{first_case}0\r\n1"), "line 7, case 2: expected m = 0 after n = 0, found \"1\""),
        (
            format!("3 {short_word} 1"),
            "line 1, case 1: expected m from 1 to 20, found \"xxxxxxxxxxxxxxxxxxxx\"",
        ),
        (
            format!("3 {long_word} 1"),
            "line 1, case 1: expected m from 1 to 20, found a word too long or too foreign to show",
        ),
        (
            "3 é 1".to_owned(),
            "line 1, case 1: expected m from 1 to 20, found a word too long or too foreign to show",
        ),
        (
            "3 3 1\n1 1\n1\n1".to_owned(),
            "line 4, case 1: expected the column of a stone, found the end of the input",
        ),
        (
            "3 4 1\n1\n5\n0\n".to_owned(),
            "line 3, case 1: expected the column of a block from 1 to 4, found \"5\"",
        ),
        (
            "3 4 2\n1 1\n2 2\n0\n".to_owned(),
            "line 3, case 1: expected a free square beside the last block, found row 2, column 2",
        ),
    ] {
        assert_eq!(solution::solve(&input), Err(message.to_owned()), "{input:?}");
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
