//! A package's `tests/cases.rs` as its checker or interactor.

use std::env;
use std::ffi::OsStr;
use std::process::ExitCode;

use super::{checker, interactor, Package};
use crate::judge::protocol::{Frame, CHECK, FAULT, INTERACT};
use crate::judge::Referee;
use crate::suite::{referee_command, Match, Suite};

/// The code of a package that judges outputs where a comparison cannot.
#[derive(Clone, Copy)]
pub enum Role {
    /// Nothing: outputs are compared.
    None,
    /// It says which outputs are right.
    Checker(checker::Check),
    /// It talks with the program.
    Interactor(interactor::Interact),
}

impl Role {
    /// If the first argument asks for this role, runs it and ends the process. If it asks for a
    /// role that the package does not have, says so and gives the exit status.
    pub fn play(self, argument: Option<&OsStr>) -> Option<ExitCode> {
        match (argument?.to_str()?, self) {
            (CHECK, Self::Checker(check)) => checker::run(check),
            (INTERACT, Self::Interactor(interact)) => interactor::run(interact),
            (CHECK, _) => println!("{}", expected(Match::Checker)),
            (INTERACT, _) => println!("{}", Frame::Fault(expected(Match::Interactive)).write()),
            _ => return None,
        }
        Some(ExitCode::from(FAULT as u8))
    }

    /// The referee of a suite whose outputs are not compared: this executable.
    ///
    /// # Errors
    /// One line, if the suite does not say what the package's `tests/cases.rs` is.
    pub(super) fn referee(
        self,
        package: &Package,
        suite: &Suite,
    ) -> Result<Option<Referee>, String> {
        let root = package.folder.parent().unwrap_or(&package.folder);
        let source = crate::shown_path(root, &package.folder.join("tests").join("cases.rs"));
        let suite_file = format!("testcases/{}.yml", package.name);
        let reason = match (suite.referee(), self) {
            (None, Self::None) => return Ok(None),
            (Some(Match::Checker), Self::Checker(_))
            | (Some(Match::Interactive), Self::Interactor(_)) => {
                let program = env::current_exe().map_err(|error| format!("{source}: {error}"))?;
                return Ok(Some(Referee::new(program, source)));
            }
            (Some(needed), _) => {
                let says = if needed == Match::Checker { "a Checker" } else { "type Interactive" };
                format!("{source}: {}, for {suite_file} has {says}", expected(needed))
            }
            (None, Self::Checker(_)) => format!(
                "{suite_file}: expected match Checker, with shell Bash and cmd `{}`, for {source} \
                 has a checker",
                referee_command(&package.name)
            ),
            (None, Self::Interactor(_)) => format!(
                "{suite_file}: expected type Interactive, without match and out, for {source} has \
                 an interactor"
            ),
        };
        Err(reason)
    }
}

/// What `tests/cases.rs` must have.
fn expected(needed: Match) -> String {
    let role = match needed {
        Match::Interactive => "interactor: interact",
        _ => "checker: check",
    };
    format!("expected `testcases::main!({role});`")
}
