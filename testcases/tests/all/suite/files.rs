//! Cases in files of their own.

use std::fs;
use std::time::Duration;

use testcases::suite::{Case, Match, Suite};

use super::{read, scratch, shown, write};

/// Two folders of cases, the second with limits of its own.
pub const EXTENDING: &str = "type: Batch
timelimit: 1s
match: Lines
extend:
  - type: Text
    path: ./x
    in: /in/*.txt
    out: /out/*.txt
  - type: Text
    path: y
    in: /*.in
    out: /*.out
    timelimit: 2s
    match: Exact
";

#[test]
fn cases_in_files() {
    let folder = scratch("files");
    for name in ["sample-10", "sample-2", "b", "a-10", "a-9"] {
        write(folder.join(format!("x/in/{name}.txt")), "1\r\n2\n");
        write(folder.join(format!("x/out/{name}.txt")), "3\r\n");
    }
    write(folder.join("x/in/.gitkeep"), "");
    write(folder.join("x/in/note.md"), "no case");
    write(folder.join("y/c.in"), "");
    write(folder.join("y/c.out"), "");
    let suite = read(&folder, EXTENDING);
    let names: Vec<&str> = suite.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["sample-2", "sample-10", "a-9", "a-10", "b", "c"]);
    let sample = Case {
        name: "sample-2".to_owned(),
        input: "1\n2\n".to_owned(),
        output: "3\n".to_owned(),
        time_limit: Some(Duration::from_secs(1)),
        memory_limit: None,
        matching: Match::Lines,
        origin: shown(&folder.join("x/in/sample-2.txt")),
        inline: false,
    };
    assert_eq!(suite.cases[0], sample);
    let other = &suite.cases[5];
    assert_eq!(other.time_limit, Some(Duration::from_secs(2)));
    assert_eq!(other.matching, Match::Exact);
    assert_eq!(other.origin, shown(&folder.join("y/c.in")));
}

#[test]
fn files_that_are_refused() {
    type File = (&'static str, &'static [u8]);
    const PAIR: [File; 2] = [("x/in/a.txt", b""), ("x/out/a.txt", b"")];
    let refused: [(&[File], &str); 5] = [
        (
            &[("x/in/b.txt", b"")],
            "x/in/b.txt: expected an output of the same name, found none in FOLDER/x/out/*.txt",
        ),
        (
            &[("x/out/b.txt", b"")],
            "x/out/b.txt: expected an input of the same name, found none in FOLDER/x/in/*.txt",
        ),
        (
            &[("x/in/b.txt", b"1\n2\xff\n"), ("x/out/b.txt", b"")],
            "x/in/b.txt:2: expected UTF-8, found the byte 0xff",
        ),
        (
            &[("y/a.in", b""), ("y/a.out", b"")],
            "y/a.in: expected a name that no other case of the suite has, found \"a\" again",
        ),
        (
            &[("x.yml", b"type: Batch\nmatch: \xff\n")],
            "x.yml:2: expected UTF-8, found the byte 0xff",
        ),
    ];
    for (files, error) in refused {
        let folder = scratch("refused-files");
        write(folder.join("y/.gitkeep"), "");
        write(folder.join("x.yml"), EXTENDING);
        for (path, bytes) in PAIR.iter().chain(files) {
            write(folder.join(path), bytes);
        }
        let error = error.replace("FOLDER", &shown(&folder));
        let error = format!("{}/{error}", shown(&folder));
        assert_eq!(Suite::read(&folder.join("x.yml")), Err(error));
    }
}

#[test]
fn a_suite_without_a_case_says_what_to_write() {
    let path = scratch("caseless").join("x.yml");
    write(path.clone(), "type: Batch\nmatch: Exact\ncases: []\n");
    assert_eq!(Suite::read_or_empty(&path).map(|suite| suite.cases), Ok(Vec::new()));
    let error = "x: no case yet: add testcases/x/in/CASE.txt and testcases/x/out/CASE.txt";
    assert_eq!(Suite::read(&path), Err(error.to_owned()));
    write(path.clone(), "type: Interactive\n");
    let error = "x: no case yet: add testcases/x/in/CASE.txt";
    assert_eq!(Suite::read(&path), Err(error.to_owned()));
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_not_read() {
    let folder = scratch("special-files");
    write(folder.join("y/.gitkeep"), "");
    write(folder.join("x.yml"), EXTENDING);
    write(folder.join("x/out/a.txt"), "");
    let input = folder.join("x/in/a.txt");
    fs::create_dir(folder.join("x/in")).unwrap();
    let refused = || {
        assert_eq!(
            Suite::read(&folder.join("x.yml")),
            Err(format!("{}: expected a file, found something else", shown(&input)))
        )
    };
    let made = std::process::Command::new("mkfifo").arg(&input).status();
    assert!(made.unwrap().success());
    refused();
    fs::remove_file(&input).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &input).unwrap();
    refused();
}

#[test]
fn a_file_may_not_be_too_long() {
    let folder = scratch("long-file");
    write(folder.join("y/.gitkeep"), "");
    write(folder.join("x.yml"), EXTENDING);
    write(folder.join("x/out/a.txt"), "");
    write(folder.join("x/in/a.txt"), "");
    let input = folder.join("x/in/a.txt");
    // It has no bytes on the disk.
    fs::File::create(&input).unwrap().set_len((256 << 20) + 1).unwrap();
    let error = "expected at most 256MiB, found 268435457 bytes";
    assert_eq!(Suite::read(&folder.join("x.yml")), Err(format!("{}: {error}", shown(&input))));
    fs::remove_file(&input).unwrap();
}

#[test]
fn two_files_of_one_name() {
    let folder = scratch("stems");
    write(folder.join("x/in/a.b"), "");
    write(folder.join("x/in/a.c"), "");
    write(folder.join("y/.gitkeep"), "");
    write(folder.join("x.yml"), EXTENDING.replace("*.txt", "*"));
    let found = ["a.c", "a.b"].map(|name| shown(&folder.join("x/in").join(name)));
    let error = format!("{}: expected one file for \"a\", found {} too", found[0], found[1]);
    assert_eq!(Suite::read(&folder.join("x.yml")), Err(error));
}
