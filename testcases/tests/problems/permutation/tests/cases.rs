//! Any permutation of the numbers from 1 to N is right.

use testcases::checker::{Checked, Tokens};

testcases::main!(checker: check);

pub fn check(input: &mut Tokens, _: &mut Tokens, found: &mut Tokens) -> Checked {
    let n = input.number("N", 1..=100)?;
    let mut seen = vec![false; n];
    for _ in 0..n {
        let number = found.number("a number of the permutation", 1..=n)?;
        if std::mem::replace(&mut seen[number - 1], true) {
            return found.wrong(format!("the number {number} a second time"));
        }
    }
    Ok(())
}
