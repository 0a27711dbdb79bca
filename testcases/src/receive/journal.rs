//! The journal: files of the tasks that were accepted and are not stored yet. If Ctrl-C or a crash
//! ends a run, the next run stores them.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::workspace::Workspace;

/// A file of the journal. Its first line is the root of the workspace, the rest is the JSON.
pub struct Entry {
    path: PathBuf,
    /// Locked until the run that wrote it ends.
    _file: File,
}

impl Entry {
    /// Deletes the file: the task is stored, or a message said why it is not.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The journal of one workspace. Several workspaces may share a target folder.
pub(super) struct Journal {
    folder: PathBuf,
    first_line: String,
}

impl Journal {
    pub fn new(workspace: &Workspace) -> Self {
        let first_line = format!("{}\n", workspace.root.display());
        Self { folder: workspace.target.join("received"), first_line }
    }

    /// Adds a task. It is not synced to the disk: it survives the end of the process, but not a
    /// power failure.
    pub fn record(&self, json: &[u8]) -> io::Result<Entry> {
        fs::create_dir_all(&self.folder)?;
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        // The names sort in the order of arrival.
        let path = self.folder.join(format!("{time:020}-{}.json", process::id()));
        let mut file = File::create_new(&path)?;
        // Without locks on the file system another run may store the task as well. That changes
        // nothing.
        let _ = file.try_lock();
        file.write_all(&[self.first_line.as_bytes(), json].concat())?;
        Ok(Entry { path, _file: file })
    }

    /// The tasks that earlier runs did not store, in the order of arrival.
    pub fn left(&self) -> Vec<(Vec<u8>, Entry)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths.into_iter().filter_map(|path| self.read(path)).collect()
    }

    /// Reads a file. `None` if it is another workspace's, or its run has not ended.
    fn read(&self, path: PathBuf) -> Option<(Vec<u8>, Entry)> {
        let mut file = File::open(&path).ok()?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return None;
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).ok()?;
        let json = text.strip_prefix(self.first_line.as_bytes())?.to_vec();
        Some((json, Entry { path, _file: file }))
    }
}
