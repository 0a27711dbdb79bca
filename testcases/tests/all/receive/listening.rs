//! What is sent and typed.

use super::*;

#[test]
fn all_tasks_of_a_batch_are_taken_whatever_happens_to_one() {
    let root = small_workspace("batch");
    write(&root, "cf2b/Cargo.toml", "somebody's own\n");
    let task = |letter: &str| {
        Task::new(&format!("https://codeforces.com/contest/2/problem/{letter}"))
            .test("1\n", "1\n")
            .batch("x", 3)
    };
    // A batch is complete when each of its tasks has come, however often.
    let output = receive(&root, &[], &[&task("A"), &task("A"), &task("B"), &task("C")]);
    output.fails();
    output.says("1 of 3 received, waiting for the others");
    output.complains("cf2b/Cargo.toml: another file of that name is there, and stays");
    assert_eq!(read(&root, "cf2b/Cargo.toml"), "somebody's own\n");
    let workspace = Workspace::find(&root).unwrap();
    let names: Vec<&str> = workspace.problems.iter().map(|problem| problem.name.as_str()).collect();
    assert_eq!(names, ["cf2a", "cf2c", "poj1753"]);
    assert!(!root.join("cf2b/src").exists() && !root.join("testcases/cf2b.yml").exists());
}

#[test]
fn a_broken_task_holds_up_no_other_of_its_batch() {
    let root = small_workspace("broken");
    let task = |letter: &str| {
        let url = format!("https://codeforces.com/contest/1/problem/{letter}");
        Task::new(&url).test("1\n", letter).batch("x", 3)
    };
    let (receiver, port) = start(command(&root, &[]));
    assert!(post(port, JSON, &task("C").json()).starts_with("HTTP/1.1 200 "));
    let broken = task("B").json().replace("\"tests\"", "tests");
    assert!(post(port, JSON, &broken).starts_with("HTTP/1.1 400 "));
    for letter in ["A", "B"] {
        assert!(post(port, JSON, &task(letter).json()).starts_with("HTTP/1.1 200 "));
    }
    let output = end(receiver);
    output.ends_well();
    output.complains("refused: line 2, column ");
    let found: Vec<_> =
        packages(&root).into_iter().map(|(name, _, output)| name + &output).collect();
    assert_eq!(found, ["cf1aA", "cf1bB", "cf1cC"]);
}

#[test]
fn a_batch_that_stays_incomplete_ends_the_run() {
    let root = small_workspace("incomplete");
    let task = Task::new("https://codeforces.com/contest/1/problem/A").test("1\n", "2\n");
    let output = receive(&root, &[], &[&task.batch("x", 2)]);
    output.fails();
    output.says("cf1a: a new problem; written:");
    output.complains(
        "The other problems of the page did not come: press the green plus there again.",
    );
}

#[test]
fn a_web_page_cannot_write_into_the_workspace() {
    let root = small_workspace("web");
    let before = files(&root);
    let (receiver, port) = start(command(&root, &[]));
    let evil = Task::new("https://codeforces.com/contest/1/problem/A").test("1\n", "2\n");
    for header in [
        "Origin: https://evil.example\r\nContent-Type: application/json",
        "Content-Type: text/plain",
        "Content-Type: application/x-www-form-urlencoded",
    ] {
        let answer = post(port, header, &evil.json());
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    assert_eq!(files(&root), before);
    let task = Task::new("http://poj.org/problem?id=1753");
    post(port, "Origin: moz-extension://1b2c\r\nContent-Type: application/json", &task.json());
    let output = end(receiver);
    output.ends_well();
    output.complains("refused: expected no Origin but an extension");
    assert_eq!(files(&root), before);
}

#[test]
fn arguments_that_say_nothing_are_refused() {
    let root = small_workspace("arguments");
    for (arguments, complaint) in [
        (&["--port"][..], "--port: expected a number up to 65535, found nothing"),
        (&["--port", "65536"], "--port: expected a number up to 65535, found \"65536\""),
        (&["--tidy"], "--tidy: expected a package, found nothing"),
        (&["--rpelace"], "unknown option --rpelace; "),
        (&["http://a", "http://b"], "expected one URL, found \"http://b\" too"),
        (&["http://a", "--tidy", "b"], "a URL and --tidy cannot be used together"),
        (&["--name", "Up"], "--name: expected a name such as cf1a: "),
        (&["--name", "../x"], "--name: expected a name such as cf1a: "),
        (&["--name", "fn"], "--name: expected a name such as cf1a: "),
        (&["--name", "nul"], "--name: expected a name such as cf1a: "),
        (&["--name", "com1"], "--name: expected a name such as cf1a: "),
        (&["--name", "target"], "--name: expected a name such as cf1a: "),
        (&["--name", "a", "--keep"], "--name cannot be used with --keep or --tidy"),
        (&["http://a", "--keep"], "--keep and --port cannot be used with a URL or --tidy"),
    ] {
        let output = run(&root, arguments);
        assert_eq!(output.status, Some(2), "{arguments:?}");
        output.complains(complaint);
    }
    let output = run(&root, &["poj1753"]);
    output.fails();
    output.complains("url: expected a page's URL, found \"poj1753\"");
    for name in ["other", "testcases", "../x"] {
        let output = run(&root, &["--tidy", name]);
        output.fails();
        output.complains(&format!("--tidy: expected a problem's package, found {name:?}"));
    }
    let output = run(&root, &["--help"]);
    output.ends_well();
    output.says("cargo receive URL ");
}
