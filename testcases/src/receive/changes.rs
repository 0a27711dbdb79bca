//! Files that are written together, or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::shown_path;

/// Files that are to be written.
pub(crate) struct Changes {
    root: PathBuf,
    files: Vec<Change>,
}

struct Change {
    /// Without symbolic links.
    path: PathBuf,
    shown: String,
    text: String,
    /// The content that it replaces; `None` for a new file.
    before: Option<Vec<u8>>,
}

impl Changes {
    /// No changes yet. Messages show paths relative to `root`.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), files: Vec::new() }
    }

    /// Adds a new file. Nothing is to do if it exists with this text.
    ///
    /// # Errors
    /// One line: if another file is there, or a link leads out of the workspace.
    pub fn add(&mut self, path: &Path, text: String) -> Result<(), String> {
        let (path, shown) = self.place(path)?;
        match fs::read(&path) {
            Ok(found) if found == text.as_bytes() => Ok(()),
            Ok(_) => Err(format!(
                "{shown}: another file of that name is there, and stays; `cargo receive --name NAME` \
                 makes a package of another name"
            )),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.files.push(Change { path, shown, text, before: None });
                Ok(())
            }
            Err(error) => Err(format!("{shown}: {error}")),
        }
    }

    /// Replaces an existing file. `before` is its content from which `text` was made; `None` if
    /// `text` does not depend on it.
    ///
    /// # Errors
    /// One line: if the file is read-only, or a link leads out of the workspace.
    pub fn replace(
        &mut self,
        path: &Path,
        before: Option<String>,
        text: String,
    ) -> Result<(), String> {
        let (path, shown) = self.place(path)?;
        let failed = |error| format!("{shown}: {error}");
        if fs::metadata(&path).map_err(failed)?.permissions().readonly() {
            return Err(format!("{shown}: the file is read-only"));
        }
        let before = before.map_or_else(|| fs::read(&path), |text| Ok(text.into_bytes()));
        let before = before.map_err(failed)?;
        if before != text.as_bytes() {
            self.files.push(Change { path, shown, text, before: Some(before) });
        }
        Ok(())
    }

    /// The path without symbolic links, and as messages show it. A link out of the workspace is an
    /// error.
    fn place(&self, path: &Path) -> Result<(PathBuf, String), String> {
        let shown = shown_path(&self.root, path);
        let there = path.ancestors().find(|path| path.symlink_metadata().is_ok()).unwrap_or(path);
        let missing = path.strip_prefix(there).unwrap_or(path).components();
        match (fs::canonicalize(&self.root), fs::canonicalize(there)) {
            (Ok(root), Ok(there)) if there.starts_with(&root) => {
                Ok((there.components().chain(missing).collect(), shown))
            }
            _ => Err(format!("{shown}: a link on the way there leads out of the workspace")),
        }
    }

    /// Writes the files in the order in which they were added. `None`, and nothing is changed, if
    /// another program changed one of them meanwhile.
    ///
    /// # Errors
    /// One line: if something cannot be written. Then nothing is changed.
    pub fn apply(self) -> Result<Option<Applied>, String> {
        let mut applied = Applied::default();
        // All texts are on the disk before the first file is replaced.
        for change in &self.files {
            applied.write_part(change).map_err(|error| change.failed(&error))?;
        }
        for (index, change) in self.files.into_iter().enumerate() {
            match (fs::read(&change.path), &change.before) {
                (Ok(found), Some(before)) if found == *before => {}
                (Err(error), None) if error.kind() == ErrorKind::NotFound => {}
                _ => return Ok(None),
            }
            fs::rename(&applied.parts[index], &change.path)
                .map_err(|error| change.failed(&error))?;
            applied.files.push(change);
        }
        Ok(Some(applied))
    }
}

impl Change {
    fn failed(&self, error: &io::Error) -> String {
        format!("{}: {error}", self.shown)
    }
}

/// Changes that were made. They are undone when this is dropped, unless they are kept.
#[derive(Default)]
pub(crate) struct Applied {
    /// The folders that were created.
    folders: Vec<PathBuf>,
    /// Temporary files with the texts, each in the folder of its target so that it can be renamed.
    parts: Vec<PathBuf>,
    /// The files that are renamed already, in the order of `parts`.
    files: Vec<Change>,
    kept: bool,
}

impl Applied {
    fn write_part(&mut self, change: &Change) -> io::Result<()> {
        let folders = change.path.ancestors().skip(1);
        let missing: Vec<&Path> = folders.take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder)?;
            self.folders.push(folder.to_owned());
        }
        let (mut file, part) = create_part(change)?;
        self.parts.push(part);
        file.write_all(change.text.as_bytes())?;
        if change.before.is_some() {
            file.set_permissions(fs::metadata(&change.path)?.permissions())?;
        }
        file.sync_all()
    }

    /// The paths of the files that were written, relative to the root.
    pub fn paths(&self) -> impl Iterator<Item = &String> {
        self.files.iter().map(|change| &change.shown)
    }

    /// Keeps the changes. Returns the paths of the files, relative to the root.
    pub fn keep(mut self) -> Vec<String> {
        self.kept = true;
        self.paths().cloned().collect()
    }
}

impl Drop for Applied {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        for part in &self.parts[self.files.len()..] {
            let _ = fs::remove_file(part);
        }
        for Change { path, text, before, .. } in self.files.iter().rev() {
            // A file that somebody changed since then stays.
            if fs::read(path).is_ok_and(|found| found == text.as_bytes()) {
                let _ = match before {
                    Some(before) => fs::write(path, before),
                    None => fs::remove_file(path),
                };
            }
        }
        for folder in self.folders.iter().rev() {
            // Fails if somebody put a file into it, and then it stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Creates a temporary file with a free name. A file that a crash left behind is deleted: it has
/// the text or the beginning of it. Any other file of such a name is somebody's own.
fn create_part(change: &Change) -> io::Result<(File, PathBuf)> {
    let name = change.path.file_name().unwrap_or_default().to_string_lossy();
    let is_left = |found: Vec<u8>| change.text.as_bytes().starts_with(&found);
    let mut number = 1;
    loop {
        let part = change.path.with_file_name(format!(".{name}.part{number}"));
        match File::create_new(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            other => return other.map(|file| (file, part)),
        }
        if part.is_file() && !part.is_symlink() && fs::read(&part).is_ok_and(is_left) {
            fs::remove_file(&part)?;
        } else {
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("changes-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("old"), "old").unwrap();
        folder
    }

    /// All that lies in a folder, with the texts of the files.
    fn found(folder: &Path) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            match fs::read_to_string(&path) {
                Ok(text) => found.push(format!("{name}: {text}")),
                Err(_) => found.push(name.to_owned()),
            }
        }
        found.sort();
        found
    }

    #[test]
    fn kept_changes_are_all_there() {
        let folder = folder("kept");
        let mut changes = Changes::new(&folder);
        changes.add(&folder.join("a/b/new"), "1".to_owned()).unwrap();
        changes.add(&folder.join("old"), "old".to_owned()).unwrap();
        changes.replace(&folder.join("old"), None, "2".to_owned()).unwrap();
        assert_eq!(found(&folder), ["old: old"], "nothing is written yet");
        assert_eq!(applied(changes).keep(), ["a/b/new", "old"]);
        assert_eq!(found(&folder), ["a", "old: 2"]);
        assert_eq!(found(&folder.join("a").join("b")), ["new: 1"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn changes_that_are_not_kept_are_taken_back() {
        let folder = folder("taken-back");
        let changes = || {
            let mut changes = Changes::new(&folder);
            changes.add(&folder.join("a/b/new"), "1".to_owned()).unwrap();
            changes.replace(&folder.join("old"), None, "2".to_owned()).unwrap();
            changes
        };
        drop(applied(changes()));
        assert_eq!(found(&folder), ["old: old"]);
        let written = applied(changes());
        fs::write(folder.join("old"), "theirs").unwrap();
        drop(written);
        assert_eq!(found(&folder), ["old: theirs"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_failure_leaves_nothing() {
        let folder = folder("failure");
        let mut changes = Changes::new(&folder);
        changes.add(&folder.join("a/new"), "1".to_owned()).unwrap();
        changes.replace(&folder.join("old"), None, "2".to_owned()).unwrap();
        // The name is allowed, but the longer name of the temporary file is not.
        changes.add(&folder.join("b".repeat(250)), "3".to_owned()).unwrap();
        let error = changes.apply().err().unwrap();
        assert!(error.starts_with("bbb"), "{error}");
        assert_eq!(found(&folder), ["old: old"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_somebody_changed_meanwhile_stays() {
        let folder = folder("meanwhile");
        let changes = || {
            let mut changes = Changes::new(&folder);
            changes.add(&folder.join("new"), "1".to_owned()).unwrap();
            changes.replace(&folder.join("old"), None, "2".to_owned()).unwrap();
            changes
        };
        let late = changes();
        fs::write(folder.join("old"), "theirs").unwrap();
        assert!(late.apply().unwrap().is_none());
        assert_eq!(found(&folder), ["old: theirs"]);
        let late = changes();
        fs::write(folder.join("new"), "theirs").unwrap();
        assert!(late.apply().unwrap().is_none());
        assert_eq!(found(&folder), ["new: theirs", "old: theirs"]);
        fs::write(folder.join("old"), "old").unwrap();
        fs::remove_file(folder.join("new")).unwrap();
        let mut late = changes();
        late.add(&folder.join("z"), "3".to_owned()).unwrap();
        fs::create_dir(folder.join("z")).unwrap();
        assert!(late.apply().unwrap().is_none());
        assert_eq!(found(&folder), ["old: old", "z"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_part_of_somebody_else_stays() {
        let folder = folder("parts");
        fs::write(folder.join(".new.part1"), "mine").unwrap();
        fs::write(folder.join(".new.part2"), "beg").unwrap();
        let mut changes = Changes::new(&folder);
        changes.add(&folder.join("new"), "beginning".to_owned()).unwrap();
        applied(changes).keep();
        assert_eq!(found(&folder), [".new.part1: mine", "new: beginning", "old: old"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_workspace_are_refused() {
        let folder = folder("links");
        let inside = folder.join("inside");
        fs::create_dir(&inside).unwrap();
        for (link, target) in [("out", "../old"), ("dangling", "nowhere"), ("in", ".")] {
            std::os::unix::fs::symlink(target, inside.join(link)).unwrap();
        }
        std::os::unix::fs::symlink("..", inside.join("folder")).unwrap();
        let mut changes = Changes::new(&inside);
        for path in ["out", "dangling", "folder/new", "folder/new/new"] {
            let error = changes.add(&inside.join(path), "1".to_owned()).unwrap_err();
            assert!(error.starts_with(&format!("{path}: a link on the way")), "{error}");
            let error = changes.replace(&inside.join(path), None, "1".to_owned());
            assert!(error.is_err(), "{path}");
        }
        changes.add(&inside.join("in/new"), "1".to_owned()).unwrap();
        applied(changes).keep();
        assert_eq!(fs::read_to_string(inside.join("new")).unwrap(), "1");
        fs::remove_dir_all(folder).unwrap();
    }

    fn applied(changes: Changes) -> Applied {
        changes.apply().unwrap().expect("nobody else writes here")
    }
}
