//! The solution on small random inputs: `cargo stress guess`.

use testcases::stress::Random;

// The interactor in tests/cases.rs judges.
testcases::stress!(generate);

/// A small random input, as the statement has it.
fn generate(random: &mut Random) -> String {
    format!("{}\n", 1 + random.below(100))
}
