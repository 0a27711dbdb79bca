//! The solution on small random inputs: `cargo stress permutation`.

use testcases::stress::Random;

// The checker in tests/cases.rs judges. If it reads the expected output: stress!(generate, brute_force).
testcases::stress!(generate);

/// A small random input, as the statement has it.
fn generate(random: &mut Random) -> String {
    format!("{}\n", 1 + random.below(100))
}
