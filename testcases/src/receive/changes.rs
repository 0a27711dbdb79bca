//! Files that are written together, or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::shown_path;

/// What is to be written.
pub(crate) struct Changes {
    root: PathBuf,
    files: Vec<File>,
}

struct File {
    path: PathBuf,
    text: String,
    /// What it takes the place of; `None` for a new file.
    before: Option<Vec<u8>>,
}

impl Changes {
    /// No changes yet; messages name paths from `root`.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), files: Vec::new() }
    }

    /// A new file; one that has that text already stays as it is.
    ///
    /// # Errors
    /// If another file is there: it is never overwritten.
    pub fn add(&mut self, path: PathBuf, text: String) -> Result<(), String> {
        match fs::read(&path) {
            Ok(found) if found == text.as_bytes() => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Ok(_) => {
                return Err(format!(
                    "{}: expected no such file, found one: remove it if nothing in it is needed",
                    self.shown(&path)
                ))
            }
            Err(error) => return Err(self.failed(&path, &error)),
        }
        self.files.push(File { path, text, before: None });
        Ok(())
    }

    /// A file in the place of one that is there.
    ///
    /// # Errors
    /// If it cannot be read, or is not to be written.
    pub fn replace(&mut self, path: PathBuf, text: String) -> Result<(), String> {
        let before = fs::read(&path).map_err(|error| self.failed(&path, &error))?;
        let metadata = fs::metadata(&path).map_err(|error| self.failed(&path, &error))?;
        if before == text.as_bytes() {
            return Ok(());
        }
        if metadata.permissions().readonly() {
            return Err(format!(
                "{}: expected a file that may be written, found a read-only one",
                self.shown(&path)
            ));
        }
        self.files.push(File { path, text, before: Some(before) });
        Ok(())
    }

    /// Writes all of it in the order in which it was said.
    ///
    /// # Errors
    /// If something cannot be written: then nothing is changed.
    pub fn apply(self) -> Result<Applied, String> {
        let mut applied = Applied {
            root: self.root.clone(),
            files: Vec::new(),
            folders: Vec::new(),
            kept: false,
        };
        // All texts are on the disk before the first of them is seen.
        let mut parts = Parts(Vec::new());
        for file in &self.files {
            let part = part(&file.path);
            parts.0.push(part.clone());
            create_folders(&file.path, &mut applied.folders)
                .and_then(|()| write(&part, file))
                .map_err(|error| self.failed(&file.path, &error))?;
        }
        for file in &self.files {
            self.check(file)?;
            fs::rename(part(&file.path), &file.path)
                .map_err(|error| self.failed(&file.path, &error))?;
            applied.files.push((file.path.clone(), file.before.clone()));
        }
        Ok(applied)
    }

    /// Whether a file is still as it was found: another program may write here too.
    fn check(&self, file: &File) -> Result<(), String> {
        if fs::read(&file.path).ok() == file.before {
            return Ok(());
        }
        Err(format!(
            "{}: expected nobody else to change it meanwhile, found that somebody did: try again",
            self.shown(&file.path)
        ))
    }

    fn failed(&self, path: &Path, error: &io::Error) -> String {
        format!("{}: {error}", self.shown(path))
    }

    fn shown(&self, path: &Path) -> String {
        shown_path(&self.root, path)
    }
}

/// Changes that were made, and are taken back unless they are kept.
pub(crate) struct Applied {
    root: PathBuf,
    files: Vec<(PathBuf, Option<Vec<u8>>)>,
    folders: Vec<PathBuf>,
    kept: bool,
}

impl Applied {
    /// Lets the changes stand: the paths of what was written, from the root.
    pub fn keep(mut self) -> Vec<String> {
        self.kept = true;
        let paths = self.files.iter().map(|(path, _)| shown_path(&self.root, path));
        paths.collect()
    }
}

impl Drop for Applied {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        for (path, before) in self.files.iter().rev() {
            let _ = match before {
                Some(text) => fs::write(path, text),
                None => fs::remove_file(path),
            };
        }
        for folder in self.folders.iter().rev() {
            // Only if nobody put anything into it.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Files that are not in their place yet.
struct Parts(Vec<PathBuf>);

impl Drop for Parts {
    fn drop(&mut self) {
        for path in &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}

/// Where a file is written before it takes its place: beside it, so that a rename is enough.
fn part(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.part"))
}

fn write(part: &Path, file: &File) -> io::Result<()> {
    let mut written = fs::File::create(part)?;
    written.write_all(file.text.as_bytes())?;
    if file.before.is_some() {
        written.set_permissions(fs::metadata(&file.path)?.permissions())?;
    }
    written.sync_all()
}

fn create_folders(path: &Path, created: &mut Vec<PathBuf>) -> io::Result<()> {
    let missing = path.ancestors().skip(1).take_while(|folder| !folder.exists());
    let missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    for folder in missing.into_iter().rev() {
        fs::create_dir(&folder)?;
        created.push(folder);
    }
    Ok(())
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
        changes.add(folder.join("a").join("b").join("new"), "1".to_owned()).unwrap();
        changes.add(folder.join("old"), "old".to_owned()).unwrap();
        changes.replace(folder.join("old"), "2".to_owned()).unwrap();
        assert_eq!(found(&folder), ["old: old"], "nothing is written yet");
        assert_eq!(changes.apply().unwrap().keep(), ["a/b/new", "old"]);
        assert_eq!(found(&folder), ["a", "old: 2"]);
        assert_eq!(found(&folder.join("a").join("b")), ["new: 1"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn changes_that_are_not_kept_are_taken_back() {
        let folder = folder("taken-back");
        let mut changes = Changes::new(&folder);
        changes.add(folder.join("a").join("b").join("new"), "1".to_owned()).unwrap();
        changes.replace(folder.join("old"), "2".to_owned()).unwrap();
        drop(changes.apply().unwrap());
        assert_eq!(found(&folder), ["old: old"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_failure_on_the_way_leaves_nothing() {
        let folder = folder("failure");
        let mut changes = Changes::new(&folder);
        changes.add(folder.join("a").join("new"), "1".to_owned()).unwrap();
        changes.replace(folder.join("old"), "2".to_owned()).unwrap();
        changes.add(folder.join("b"), "3".to_owned()).unwrap();
        // What a full disk does to the last of the files.
        fs::create_dir(folder.join(".b.part")).unwrap();
        let error = changes.apply().err().unwrap();
        assert!(error.starts_with("b: "), "{error}");
        assert_eq!(found(&folder), [".b.part", "old: old"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_somebody_changed_meanwhile_is_left_alone() {
        let folder = folder("meanwhile");
        let changes = || {
            let mut changes = Changes::new(&folder);
            changes.add(folder.join("new"), "1".to_owned()).unwrap();
            changes.replace(folder.join("old"), "2".to_owned()).unwrap();
            changes
        };
        let late = changes();
        fs::write(folder.join("old"), "theirs").unwrap();
        let error = late.apply().err().unwrap();
        assert!(error.starts_with("old: expected nobody else"), "{error}");
        assert_eq!(found(&folder), ["old: theirs"]);
        let late = changes();
        fs::write(folder.join("new"), "theirs").unwrap();
        assert!(late.apply().is_err());
        assert_eq!(found(&folder), ["new: theirs", "old: theirs"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_failure_at_the_last_step_leaves_nothing() {
        let folder = folder("last-step");
        let mut changes = Changes::new(&folder);
        changes.add(folder.join("a").join("new"), "1".to_owned()).unwrap();
        changes.replace(folder.join("old"), "2".to_owned()).unwrap();
        changes.add(folder.join("b"), "3".to_owned()).unwrap();
        // What stands there now cannot be replaced.
        fs::create_dir(folder.join("b")).unwrap();
        let error = changes.apply().err().unwrap();
        assert!(error.starts_with("b: "), "{error}");
        assert_eq!(found(&folder), ["b", "old: old"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
