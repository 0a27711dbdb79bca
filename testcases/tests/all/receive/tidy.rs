//! `cargo receive --tidy`.

use super::*;

#[test]
fn a_downloaded_suite_is_tidied() {
    let root = small_workspace("tidy");
    let suite = read(&root, "testcases/poj1753.yml");
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(["-c", "user.name=x", "-c", "user.email=x", "-c", "core.autocrlf=false"])
            .args(arguments)
            .current_dir(&root)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "testcases"]);
    git(&["commit", "--quiet", "--message=x"]);
    let before = files(&root);
    write(&root, "testcases/poj1753.yml", DOWNLOADED);
    let output = run(&root, &["--tidy", "poj1753"]);
    output.ends_well();
    output.says("poj1753: 1 sample is stored already.");
    let mut expected = before.clone();
    expected.insert("testcases/poj1753/in/sample-2.txt".to_owned(), "new\n".to_owned());
    expected.insert("testcases/poj1753/out/sample-2.txt".to_owned(), "1\n".to_owned());
    assert_eq!(files(&root), expected);
    assert_eq!(read(&root, "testcases/poj1753.yml"), suite);

    // What a person changed since counts.
    let changed = suite.replace("2s  # ours", "3s").replace("memorylimit: 64MiB\n", "");
    write(&root, "testcases/poj1753.yml", &changed);
    let output = run(&root, &["--tidy", "poj1753"]);
    output.ends_well();
    output.says("poj1753: nothing to change.");
    assert_eq!(read(&root, "testcases/poj1753.yml"), changed);
    write(&root, "testcases/poj1753.yml", &DOWNLOADED.replace('~', "3s"));
    run(&root, &["--tidy", "poj1753"]).ends_well();
    let tidied = read(&root, "testcases/poj1753.yml");
    assert_eq!(tidied, suite.replace("2s  # ours", "3s"));
}

#[test]
fn a_downloaded_suite_that_was_never_committed_compares_by_lines() {
    let root = small_workspace("uncommitted");
    // So that no repository around the folder answers.
    write(&root, ".git", "gitdir: nowhere\n");
    write(&root, "testcases/poj1753.yml", DOWNLOADED);
    run(&root, &["--tidy", "poj1753"]).ends_well();
    assert_eq!(
        read(&root, "testcases/poj1753.yml"),
        SUITE.replace("2s  # ours", "~").replace("memorylimit: 64MiB\n", "")
    );
}

#[test]
fn a_suite_of_ones_own_loses_its_inline_cases_alone() {
    let root = small_workspace("own");
    let cases =
        "cases:\n  - name: tricky\n    in: a\n    out: b\n  - name: ../x\n    in: c\n    out: d\n";
    write(&root, "testcases/poj1753.yml", &SUITE.replace("cases: []\n", cases));
    run(&root, &["--tidy", "poj1753"]).ends_well();
    assert_eq!(read(&root, "testcases/poj1753.yml"), SUITE);
    assert_eq!(read(&root, "testcases/poj1753/in/tricky.txt"), "a");
    assert_eq!(read(&root, "testcases/poj1753/out/tricky.txt"), "b");
    assert_eq!(read(&root, "testcases/poj1753/in/sample-2.txt"), "c");
    assert!(!root.join("testcases/poj1753/x.txt").exists());
}

#[test]
fn a_downloaded_sample_that_differs_is_shown() {
    let root = small_workspace("tidy-differs");
    write(&root, "testcases/poj1753.yml", &DOWNLOADED.replace("4\\r", "5\\r"));
    let before = files(&root);
    let output = run(&root, &["--tidy", "poj1753"]);
    output.fails();
    output.complains("testcases/poj1753/in/sample-1.txt: the judge shows another output now.");
    assert_eq!(files(&root), before);
    run(&root, &["--tidy", "poj1753", "--replace"]).ends_well();
    assert_eq!(read(&root, "testcases/poj1753/out/sample-1.txt"), "5\n");
}

/// As `cargo compete download --overwrite` leaves it.
const DOWNLOADED: &str = r#"---
type: Batch
timelimit: ~
match: Exact

cases:
  - in: "bwwb\nbbwb\r\n"
    out: "4\r\n"
  - in: "new\r\n"
    out: "1\r\n"

extend:
  - type: Text
    path: "./poj1753"
    in: /in/*.txt
    out: /out/*.txt
"#;
