//! Gives the targets what cargo gives to tests alone: each oracle is part of a test, which compiles
//! the C twin into this folder. The targets never do.

fn main() {
    println!("cargo::rustc-env=CARGO_TARGET_TMPDIR=");
}
