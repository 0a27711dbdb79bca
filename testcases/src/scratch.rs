//! Temporary folders below cargo's target folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::at;

/// A folder older than this was left by a process that was killed: no command runs as long.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// A folder of this process alone, which is removed when it is dropped.
pub(crate) struct Scratch {
    /// Its path.
    pub folder: PathBuf,
    made: usize,
}

impl Scratch {
    /// An empty folder below `target`, for the command of that name.
    ///
    /// # Errors
    /// One line, if it cannot be made.
    pub fn new(target: &Path, command: &str) -> Result<Self, String> {
        let parent = target.join("scratch");
        remove_abandoned(&parent);
        let folder = parent.join(format!("{command}-{}", std::process::id()));
        // A killed process with the same id may have left one.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        Ok(Self { folder, made: 0 })
    }

    /// A new folder for each program, since Windows may refuse to delete one that has just run.
    pub fn next_folder(&mut self) -> PathBuf {
        self.made += 1;
        self.folder.join(self.made.to_string())
    }

    /// Writes a file, and the folders on the way to it.
    ///
    /// # Errors
    /// One line.
    pub fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let path = self.folder.join(path);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).map_err(at(&path))
    }

    /// Copies a file from elsewhere.
    ///
    /// # Errors
    /// One line.
    pub fn copy(&self, from: &Path, to: &str) -> Result<(), String> {
        self.write(to, &crate::read(from)?)
    }

    /// Reads a file of the folder.
    ///
    /// # Errors
    /// One line.
    pub fn read(&self, path: &str) -> Result<String, String> {
        crate::read(&self.folder.join(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let modified = entry.metadata().and_then(|data| data.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        if age.is_some_and(|age| age > ABANDONED) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Only on Unix can the time of a folder be set.
#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn an_abandoned_folder_is_removed() {
        let target = std::env::temp_dir().join(format!("scratch-test-{}", std::process::id()));
        let [old, new] = ["old-1", "new-2"].map(|name| target.join("scratch").join(name));
        for folder in [&old, &new] {
            fs::create_dir_all(folder.join("1")).unwrap();
        }
        let age = SystemTime::now() - 2 * ABANDONED;
        fs::File::open(&old).unwrap().set_modified(age).unwrap();
        let scratch = Scratch::new(&target, "command").unwrap();
        assert!(!old.exists() && new.exists() && scratch.folder.exists());
        drop(scratch);
        fs::remove_dir_all(target).unwrap();
    }
}
