//! From a clone to a problem that is solved.

use std::fs::File;

use super::*;

/// From a clone to a fourth problem that is solved, by what a person types.
#[test]
fn the_whole_story() {
    let root = copy_of_this_workspace("story");
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap());
        cargo.args(arguments).current_dir(&root);
        // The crate is compiled there already: its files are as old as here, and cargo counts their
        // paths from the root of a workspace.
        cargo.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap());
        // Quick to build: nothing here is slow.
        cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
        cargo
    };
    let run = |arguments: &[&str]| Run::new(cargo(arguments).output().unwrap());

    let (receiver, port) = start(cargo(&["receive"]));
    let task = Task::new("https://codeforces.com/contest/1/problem/A").test("6 6 4\n", "4\n");
    post(port, JSON, &task.json());
    end(receiver).ends_well();
    assert_eq!(Workspace::find(&root).unwrap().complaints(), [""; 0]);

    let unsolved = run(&["test", "--package", "cf1a"]);
    assert_eq!(unsolved.status, Some(101), "{unsolved:#?}");
    unsolved.says("Wrong Answer");
    unsolved.says("sample-1");

    write(&root, "cf1a/src/main.rs", FLAGSTONES);
    let solved = run(&["test", "--package", "cf1a"]);
    solved.ends_well();
    solved.says("0 failed");

    let pasted = run(&["paste", "--print", "cf1a"]);
    pasted.ends_well();
    assert_eq!(pasted.stdout, FLAGSTONES);
}

const FLAGSTONES: &str = "use std::io::Read;

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let numbers: Vec<u64> = input.split_whitespace().map(|number| number.parse().unwrap()).collect();
    let stones = |side: u64| (side + numbers[2] - 1) / numbers[2];
    println!(\"{}\", stones(numbers[0]) * stones(numbers[1]));
}
";

/// A copy of this workspace without its problems, whatever state somebody's work on them is in.
fn copy_of_this_workspace(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("receive").join(name);
    let _ = fs::remove_dir_all(&root);
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for part in [
        ".cargo",
        "Cargo.lock",
        "compete.toml",
        "testcases/Cargo.toml",
        "testcases/src",
        "testcases/tests",
    ] {
        copy(&original.join(part), &root.join(part));
    }
    write(&root, "testcases/README.md", "");
    let manifest = read(original, "Cargo.toml");
    let (before, rest) = manifest.split_once("members = [").unwrap();
    let (_, after) = rest.split_once(']').unwrap();
    write(&root, "Cargo.toml", &format!("{before}members = [\"testcases\"]{after}"));
    root
}

/// Copies a file, or a folder with all that is in it. The copies are as old as the originals.
fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
        let time = fs::metadata(from).unwrap().modified().unwrap();
        File::options().write(true).open(to).unwrap().set_modified(time).unwrap();
    } else {
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            copy(&path, &to.join(path.file_name().unwrap()));
        }
    }
}
