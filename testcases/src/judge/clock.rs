//! The time of a program that takes turns with another.

use std::time::{Duration, Instant};

use super::proc::Process;

/// Counts the time of a program alone: its processor time where the system tells it, else the wall
/// time of its turns.
pub(super) struct Clock {
    id: u32,
    /// Whether the system tells processor time, and whether the process sleeps.
    pub is_processor: bool,
    time: Duration,
    /// What the system said last.
    state: Option<Process>,
    /// Since when it is the program's turn.
    turn: Option<Instant>,
}

impl Clock {
    /// The clock of the process of this number, which has just been started.
    pub(super) fn new(id: u32) -> Self {
        let state = Process::find(id);
        Self { id, is_processor: state.is_some(), time: Duration::ZERO, state, turn: None }
    }

    /// Takes down whose turn it is.
    pub(super) fn turn(&mut self, is_programs: bool) {
        if self.is_processor {
            return;
        }
        self.time += self.turn.map_or(Duration::ZERO, |since| since.elapsed());
        self.turn = is_programs.then(Instant::now);
    }

    /// The time so far.
    pub(super) fn time(&mut self) -> Duration {
        self.look();
        self.time
    }

    /// Whether the process has ended, or might have for all that the system tells.
    pub(super) fn has_ended(&mut self) -> bool {
        self.look();
        self.state.is_none_or(|state| state.has_ended)
    }

    /// Whether the program sleeps, or might for all that the system tells.
    pub(super) fn is_idle(&mut self) -> bool {
        let before = self.time;
        self.look();
        self.state.is_none_or(|state| state.is_asleep && self.time == before)
    }

    fn look(&mut self) {
        if !self.is_processor {
            return;
        }
        self.state = Process::find(self.id);
        if let Some(state) = self.state {
            self.time = self.time.max(state.time);
        }
    }
}
