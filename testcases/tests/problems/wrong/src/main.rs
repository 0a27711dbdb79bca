//! Prints every number but the last, for `.ci/run`: both runners must refuse it.

use std::io;

fn main() {
    let mut input = String::new();
    io::stdin().read_line(&mut input).expect("the input is text");
    let n: u32 = input.trim().parse().expect("the input is a number");
    for number in 1..n {
        println!("{number}");
    }
}
