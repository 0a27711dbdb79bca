//! The program finds a number from 1 to 100 with at most seven guesses. After each it is told
//! `higher`, `lower` or `correct`.

use testcases::interactor::{Checked, Program, Tokens};

testcases::main!(interactor: interact);

pub fn interact(input: &mut Tokens, program: &mut Program) -> Checked {
    let secret: u32 = input.number("the secret", 1..=100)?;
    for _ in 0..7 {
        let guess = program.number("a guess", 1..=100)?;
        if guess == secret {
            program.tell("correct");
            return Ok(());
        }
        program.tell(if guess < secret { "higher" } else { "lower" });
    }
    program.wrong("the seventh guess is wrong, too")
}
