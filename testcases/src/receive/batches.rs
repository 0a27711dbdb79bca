//! Batches: the extension sends the tasks of a contest page one after another.

use std::collections::BTreeMap;

use super::journal::Entry;
use super::messages::say;
use super::task::Task;
use crate::online_judges::OnlineProblem;

/// The batches whose tasks are not all stored.
#[derive(Default)]
pub(super) struct Batches(BTreeMap<String, Batch>);

#[derive(Default)]
struct Batch {
    size: u64,
    /// The URL and the name of each task that has come.
    seen: Vec<(String, String)>,
    waiting: Vec<(Task, Entry)>,
}

impl Batches {
    pub fn add(&mut self, task: Task, entry: Entry) {
        let batch = self.0.entry(task.batch.id.clone()).or_default();
        batch.size = task.batch.size;
        let page = (task.url.clone(), task.name.clone());
        if batch.seen.contains(&page) {
            entry.remove();
            return;
        }
        batch.seen.push(page);
        batch.waiting.push((task, entry));
        if !batch.is_complete() {
            say!("{} of {} received, waiting for the others", batch.seen.len(), batch.size);
        }
    }

    /// Whether a task waits for the others of its batch.
    pub fn are_waiting(&self) -> bool {
        self.0.values().any(|batch| !batch.waiting.is_empty())
    }

    /// Takes the tasks of the complete batches, each with its problem. `all` takes those of
    /// incomplete batches as well: no more tasks are expected.
    pub fn take(&mut self, all: bool) -> Vec<(OnlineProblem, Task, Entry)> {
        let mut taken = Vec::new();
        for batch in self.0.values_mut().filter(|batch| all || batch.is_complete()) {
            let waiting = std::mem::take(&mut batch.waiting).into_iter();
            taken.extend(waiting.map(|(task, entry)| (batch.problem(&task), task, entry)));
        }
        self.0.retain(|_, batch| !batch.is_complete());
        taken
    }
}

impl Batch {
    fn is_complete(&self) -> bool {
        self.seen.len() as u64 >= self.size
    }

    /// The problem of a task. If another task of the batch has the same URL, the title tells the
    /// two apart.
    fn problem(&self, task: &Task) -> OnlineProblem {
        let problem = OnlineProblem::new(&task.url, &task.name);
        let is_same = |(url, name): &(String, String)| {
            *name != task.name && OnlineProblem::new(url, name) == problem
        };
        if self.seen.iter().any(is_same) {
            problem.told_by_title(&task.name)
        } else {
            problem
        }
    }
}
