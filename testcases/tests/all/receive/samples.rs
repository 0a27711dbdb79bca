//! Samples of a problem that is here.

use super::*;

#[test]
fn a_second_receive_changes_nothing() {
    let root = small_workspace("second");
    let task = Task::new("https://atcoder.jp/contests/abc300/tasks/abc300_a")
        .test("", "")
        .test("é\t\"\\\n\n  x\n", "😀\n");
    receive(&root, &[], &[&task]).ends_well();
    let before = files(&root);
    assert_eq!(before["testcases/abc300_a/in/sample-2.txt"], "é\t\"\\\n\n  x\n");
    let output = receive(&root, &["--replace"], &[&task]);
    output.ends_well();
    output.says("abc300_a: 2 samples are stored already.\nabc300_a: nothing to change.");
    assert_eq!(files(&root), before);
}

#[test]
fn a_problem_is_known_by_every_page_that_it_has() {
    let root = small_workspace("doors");
    let before = files(&root);
    let pages = [
        "http://poj.org/problem?id=1753",
        "https://vjudge.net/problem/POJ-1753#author=x",
        "https://acm.timus.ru/problem.aspx?space=1&num=1060",
        "https://vjudge.net/problem/URAL-1060",
    ];
    let tasks =
        pages.map(|url| Task::new(url).test("bwwb \r\nbbwb\n", "4\n\n").batch("x", pages.len()));
    let output = receive(&root, &[], &tasks.each_ref());
    output.ends_well();
    let known = "poj1753: 1 sample is stored already.\npoj1753: nothing to change.\n";
    assert_eq!(output.stdout.matches(known).count(), pages.len(), "{output:#?}");
    assert_eq!(files(&root), before);
}

#[test]
fn a_sample_that_is_not_stored_is_added() {
    let root = small_workspace("added");
    let before = files(&root);
    let task = Task::new("http://poj.org/problem?id=1753")
        .test("edge\n", "0\n")
        .test("new\n", "1\n")
        .test("bwwb\nbbwb\n", "4\n")
        .test("new\n", "1\n");
    let output = receive(&root, &[], &[&task]);
    output.ends_well();
    output.says("poj1753: 2 samples are stored already.");
    output.says("poj1753: written:\n  testcases/poj1753/in and out: 1 sample\n");
    let mut expected = before;
    expected.insert("testcases/poj1753/in/sample-2.txt".to_owned(), "new\n".to_owned());
    expected.insert("testcases/poj1753/out/sample-2.txt".to_owned(), "1\n".to_owned());
    assert_eq!(files(&root), expected);
}

#[test]
fn a_sample_that_differs_is_shown_and_replaced_on_demand() {
    let root = small_workspace("differs");
    let before = files(&root);
    let task = Task::new("http://poj.org/problem?id=1753")
        .test("new\n", "1\n")
        .test("bwwb\nbbwb\n", "5\u{1b}[2J\n");
    let output = receive(&root, &[], &[&task]);
    output.fails();
    output.complains(
        "testcases/poj1753/in/sample-1.txt: the judge shows another output now.\n  \
           input\n    bwwb\n    bbwb\n  stored\n    4\n  received\n    5\u{fffd}[2J\n\
         poj1753: nothing was changed; `--replace` takes what was received.\n",
    );
    assert_eq!(files(&root), before);

    // As a checkout on Windows has it.
    write(&root, "testcases/poj1753/out/sample-1.txt", "4\r\n");
    receive(&root, &["--replace"], &[&task]).ends_well();
    let mut expected = before;
    for (path, text) in [
        ("out/sample-1.txt", "5\u{1b}[2J\n"),
        ("in/sample-2.txt", "new\n"),
        ("out/sample-2.txt", "1\n"),
    ] {
        expected.insert(format!("testcases/poj1753/{path}"), text.to_owned());
    }
    assert_eq!(files(&root), expected);
}

#[test]
fn a_sample_that_the_suite_would_not_read_is_not_stored() {
    let root = small_workspace("unread");
    fs::rename(root.join("testcases/poj1753/in"), root.join("testcases/poj1753/inputs")).unwrap();
    fs::rename(root.join("testcases/poj1753/out"), root.join("testcases/poj1753/outputs")).unwrap();
    let cases = "cases:\n  - in: a\n    out: b\n";
    let suite = SUITE.replace("/in/", "/inputs/").replace("/out/", "/outputs/");
    write(&root, "testcases/poj1753.yml", &suite.replace("cases: []\n", cases));
    let before = files(&root);
    let task = Task::new("http://poj.org/problem?id=1753").test("new\n", "1\n");
    for output in [receive(&root, &[], &[&task]), run(&root, &["--tidy", "poj1753"])] {
        output.fails();
        output.complains(
            "testcases/poj1753.yml: expected an extend to in/*.txt and out/*.txt of ./poj1753, \
             found that it would not read testcases/poj1753/in/sample-2.txt",
        );
        assert_eq!(files(&root), before);
    }
}

#[test]
fn an_edge_case_is_never_replaced() {
    let root = small_workspace("edge");
    let before = files(&root);
    let task =
        Task::new("http://poj.org/problem?id=1753").test("edge\n", "7\n").test("new\n", "1\n");
    for arguments in [&[][..], &["--replace"]] {
        let output = receive(&root, arguments, &[&task]);
        output.fails();
        output.complains(
            "testcases/poj1753/in/edge.txt: the judge shows another output now.\n  \
               input\n    edge\n  stored\n    0\n  received\n    7\n\
             poj1753: nothing was changed; `--replace` takes the outputs of samples in files alone",
        );
    }
    assert_eq!(files(&root), before);
}

#[test]
fn one_input_with_two_outputs_is_one_sample() {
    let root = small_workspace("outputs");
    let task = Task::new("https://codeforces.com/contest/1/problem/A")
        .test("1\n", "2\n")
        .test("1\n", "3\n")
        .test("1 \n", "2\n");
    let output = receive(&root, &[], &[&task]);
    output.ends_well();
    output.says(
        "two samples have one input, and only the first output is stored; the second one:\n    3\n",
    );
    output.says("testcases/cf1a/in and out: 1 sample\n");
    assert_eq!(read(&root, "testcases/cf1a/out/sample-1.txt"), "2\n");
    let again = receive(&root, &[], &[&task]);
    again.ends_well();
    again.says("cf1a: 1 sample is stored already.\ncf1a: two samples have one input");
    again.says("cf1a: nothing to change.");
}
