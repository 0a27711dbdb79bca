//! The tests of the crate, by what they test. One program holds them all: they wait for programs and
//! compilers more than they compute, and the tests of one program run side by side.

mod judge;
mod misbehave;
mod online_judges;
mod paste;
mod paste_referees;
mod receive;
mod referees;
mod report;
mod stress;
mod suite;
mod trials;
mod workspace;
