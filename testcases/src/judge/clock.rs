//! The time that a program uses while it talks with an interactor.

use std::time::{Duration, Instant};

use super::proc::Process;

/// Measures the time of the program without that of the interactor. It is processor time on Linux.
/// Elsewhere it is the wall time of the program's turns.
pub(super) struct Clock {
    id: u32,
    /// Whether the system reports processor time, and whether the process sleeps.
    pub is_processor: bool,
    time: Duration,
    /// The last report of the system; `None` where it reports nothing.
    state: Option<Process>,
    /// When the program's turn began, if it is its turn.
    turn: Option<Instant>,
}

impl Clock {
    /// The clock of the process `id`, which has just been started.
    pub(super) fn new(id: u32) -> Self {
        let state = Process::find(id);
        Self { id, is_processor: state.is_some(), time: Duration::ZERO, state, turn: None }
    }

    /// Notes whether it is the program's turn from now on.
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

    /// Whether the process has ended. Also true where the system does not report it.
    pub(super) fn has_ended(&mut self) -> bool {
        self.look();
        self.state.is_none_or(|state| state.has_ended)
    }

    /// Whether the process sleeps and has done nothing since the last call. Also true where the
    /// system does not report it.
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
