//! Finds a number from 1 to 100: halves what is left.

use std::io;

fn main() {
    let (mut least, mut greatest) = (1, 100);
    loop {
        let guess = (least + greatest) / 2;
        println!("{guess}");
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).expect("an answer");
        match answer.trim() {
            "higher" => least = guess + 1,
            "lower" => greatest = guess - 1,
            "correct" => return,
            other => panic!("expected higher, lower or correct, found {other:?}"),
        }
    }
}
