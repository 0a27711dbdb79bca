//! Tasks that were answered and are not stored yet, on the disk: what a run leaves that is ended
//! by Ctrl-C or a crash, the next one stores.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::workspace::Workspace;

/// A task on the disk: the root of its workspace in the first line, then the JSON.
pub struct Entry {
    path: PathBuf,
    /// Locked as long as its run goes on.
    _file: File,
}

impl Entry {
    /// Forgets the task: it is stored, or a person was told why not.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The tasks for one workspace; workspaces may share a target folder.
pub(super) struct Journal {
    folder: PathBuf,
    first_line: String,
}

impl Journal {
    pub fn new(workspace: &Workspace) -> Self {
        let first_line = format!("{}\n", workspace.root.display());
        Self { folder: workspace.target.join("received"), first_line }
    }

    /// Writes a task. The system need not write it to the disk at once: it outlives the process, not
    /// a power failure.
    pub fn record(&self, json: &[u8]) -> io::Result<Entry> {
        fs::create_dir_all(&self.folder)?;
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        // Such names have the order of arrival.
        let path = self.folder.join(format!("{time:020}-{}.json", process::id()));
        let mut file = File::create_new(&path)?;
        // A file system may have no locks: then another run may store the task, too, to no effect.
        let _ = file.try_lock();
        file.write_all(&[self.first_line.as_bytes(), json].concat())?;
        Ok(Entry { path, _file: file })
    }

    /// The tasks that runs left, in the order of their arrival.
    pub fn left(&self) -> Vec<(Vec<u8>, Entry)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths.into_iter().filter_map(|path| self.read(path)).collect()
    }

    /// A task of this workspace whose run has ended.
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
