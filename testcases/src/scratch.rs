//! Folders below cargo's target folder for what is made on the way.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// After this time a folder is what a killed process left behind: nothing here takes as long.
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
        let scratch =
            Self { folder: parent.join(format!("{command}-{}", std::process::id())), made: 0 };
        // A process of the same number may have left it.
        let _ = fs::remove_dir_all(&scratch.folder);
        fs::create_dir_all(&scratch.folder).map_err(|error| scratch.failed(&error))?;
        Ok(scratch)
    }

    /// A folder for one program: Windows removes none that ran a moment ago.
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
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| self.failed(&error))
    }

    /// Copies a file from elsewhere.
    ///
    /// # Errors
    /// One line.
    pub fn copy(&self, from: &Path, to: &str) -> Result<(), String> {
        let text =
            fs::read_to_string(from).map_err(|error| format!("{}: {error}", from.display()))?;
        self.write(to, &text)
    }

    /// Reads a file of the folder.
    ///
    /// # Errors
    /// One line.
    pub fn read(&self, path: &str) -> Result<String, String> {
        fs::read_to_string(self.folder.join(path)).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> String {
        format!("{}: {error}", self.folder.display())
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
        let age = modified.map(|modified| SystemTime::now().duration_since(modified));
        if matches!(age, Ok(Ok(age)) if age > ABANDONED) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// On Unix alone a folder can be given any age.
#[cfg(all(test, unix))]
mod tests {
    use super::*;

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
