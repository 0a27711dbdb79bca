//! Prints a permutation of the numbers from 1 to N: from N down to 1.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    print!("{}", solve(&input).expect("the input is a number"));
}

pub fn solve(input: &str) -> Result<String, String> {
    let n: u32 = input.trim().parse().map_err(|_| "expected a number")?;
    let numbers: Vec<String> = (1..=n).rev().map(|number| number.to_string()).collect();
    Ok(numbers.join(" ") + "\n")
}
