//! Problems that the workspace lacks.

use super::*;

#[test]
fn a_new_problem_becomes_a_package_with_its_samples() {
    let root = small_workspace("new");
    let task = Task::new("https://codeforces.com/problemset/problem/1/A")
        .with("Toy <1>", "Toy <1> http://a.b")
        .test("6 6 4\n", "4\n")
        .test("1 1 1\n", "1\n");
    let output = receive(&root, &[], &[&task]);
    output.ends_well();
    output.says("cf1a: a new problem; written:\n  cf1a/Cargo.toml\n");
    output.says(
        "  Cargo.toml\n  Cargo.lock\n  testcases/cf1a/in and out: 2 samples\n\
         Next: solve it in cf1a/src/main.rs, then `cargo test -p cf1a`.\n",
    );

    assert_eq!(read(&root, "testcases/cf1a/in/sample-1.txt"), "6 6 4\n");
    assert_eq!(read(&root, "testcases/cf1a/out/sample-2.txt"), "1\n");
    let suite = read(&root, "testcases/cf1a.yml");
    assert!(
        suite.contains("timelimit: 1s 500ms\nmemorylimit: 65MB\nmatch: SplitWhitespace\n"),
        "{suite}"
    );
    let solution = read(&root, "cf1a/src/main.rs");
    let url = "https://codeforces.com/contest/1/problem/A";
    assert_eq!(
        solution,
        format!(
            "//! Toy \\<1\\> http\\://a.b <{url}> 1500 ms, 65 MB {{{{other}}}}\n\nfn main() {{}}\n"
        )
    );
    let root_manifest = read(&root, "Cargo.toml");
    assert!(
        root_manifest.contains("members = [\"cf1a\", \"poj1753\", \"testcases\"] # kept"),
        "{root_manifest}"
    );
    assert!(read(&root, "Cargo.lock").contains("name = \"cf1a\""));

    let workspace = Workspace::find(&root).unwrap();
    assert_eq!(workspace.complaints(), [""; 0]);
    let package = workspace.problems.iter().find(|problem| problem.name == "cf1a").unwrap();
    assert_eq!(package.url.as_deref(), Some(url));
}

#[test]
fn the_package_has_the_shape_of_the_others() {
    let root = small_workspace("shape");
    let task = Task::new("http://poj.org/problem?id=1").test("1\n", "1\n");
    receive(&root, &[], &[&task]).ends_well();
    let theirs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../poj1753");
    let ours = fs::read_to_string(theirs.join("Cargo.toml")).unwrap();
    let (before, judge) = ours.split_once("\n[package.metadata.judge]\n").unwrap_or((&ours, ""));
    let after = judge.find("\n[").map_or("", |at| &judge[at..]);
    let expected = format!("{before}{after}").replace("id=1753", "id=1").replace("poj1753", "poj1");
    assert_eq!(read(&root, "poj1/Cargo.toml"), expected);
    for file in ["tests/cases.rs", "benches/speed.rs"] {
        let expected = fs::read_to_string(theirs.join(file)).unwrap();
        assert_eq!(read(&root, &format!("poj1/{file}")), expected);
    }
}

#[test]
fn a_problem_of_any_judge_gets_its_package() {
    let root = small_workspace("judges");
    let judges = [
        ("http://poj.org/problem?id=1324", "poj1324", "http://poj.org/problem?id=1324"),
        (
            "https://m1.codeforces.com/problemsets/acmsguru/problem/99999/536?locale=en",
            "sgu536",
            "https://www.codeforces.com/problemsets/acmsguru/problem/99999/536",
        ),
        (
            "https://vjudge.net/problem/CodeForces-1A#author=x",
            "cf1a",
            "https://codeforces.com/contest/1/problem/A",
        ),
        (
            "https://atcoder.jp/contests/abc300/tasks/abc300_a",
            "abc300_a",
            "https://atcoder.jp/contests/abc300/tasks/abc300_a",
        ),
        (
            "https://judge.example/contest/7/problem/A",
            "judge-7-a",
            "https://judge.example/contest/7/problem/A",
        ),
    ];
    let tasks = judges.map(|(url, ..)| Task::new(url).test("1\n", "1\n").batch("x", judges.len()));
    receive(&root, &[], &tasks.each_ref()).ends_well();
    let workspace = Workspace::find(&root).unwrap();
    assert_eq!(workspace.complaints(), [""; 0]);
    for (_, name, url) in judges {
        let problem = workspace.problems.iter().find(|problem| problem.name == name);
        let problem = problem.unwrap_or_else(|| panic!("{name}"));
        assert_eq!(problem.url.as_deref(), Some(url));
    }
    let whole = files(&root);
    receive(&root, &[], &tasks.each_ref()).ends_well();
    assert_eq!(files(&root), whole);
}

#[test]
fn what_does_not_work_for_a_task_is_said() {
    let root = small_workspace("notes");
    let task = Task::new("https://codeforces.com/gym/100001/problem/A")
        .test("1\n", "1\n")
        .with("\"interactive\":false", "\"interactive\":true")
        .with("{\"type\":\"stdin\"}", "{\"type\":\"file\",\"fileName\":\"a.in\"}")
        .with("{\"type\":\"stdout\"}", "{\"type\":\"file\",\"fileName\":\"a.out\"}");
    let output = receive(&root, &[], &[&task]);
    output.ends_well();
    output.says(
        "Note: Reads a.in, writes a.out.\nNote: Interactive: the judge talks with the program.",
    );
    output.says("Note: `cargo test` gives the input on stdin and reads stdout.");
    let solution = read(&root, "gym100001a/src/main.rs");
    let header =
        "//! Reads a.in, writes a.out.\n//!\n//! Interactive: the judge talks with the program.\n";
    assert!(solution.contains(header), "{solution}");
    assert!(read(&root, "gym100001a/Cargo.toml")
        .contains("https://www.codeforces.com/gym/100001/problem/A"));
}

#[test]
fn an_interactive_problem_gets_an_interactor_to_be_written() {
    let root = small_workspace("interactive");
    let task = Task::new("https://codeforces.com/contest/1/problem/A")
        .test("1\n", "1\n")
        .with("\"interactive\":false", "\"interactive\":true");
    let output = receive(&root, &[], &[&task]);
    output.ends_well();
    output.says("  testcases/cf1a/in: 1 sample\n");
    output.says("Note: no case is judged until the interactor in cf1a/tests/cases.rs is written.");
    let suite = read(&root, "testcases/cf1a.yml");
    assert!(suite.starts_with("---\ntype: Interactive\ntimelimit: "), "{suite}");
    assert!(!suite.contains("match") && !suite.contains("out:"), "{suite}");
    let cases = read(&root, "cf1a/tests/cases.rs");
    assert!(cases.contains("\ntestcases::main!(interactor: interact);\n"), "{cases}");
    assert!(cases.contains("panic!(\"write the interactor here\");"), "{cases}");
    assert!(cases.contains("`testcases/cf1a/in/CASE.txt`"), "{cases}");
    assert_eq!(read(&root, "testcases/cf1a/in/sample-1.txt"), "1\n");
    assert!(!root.join("testcases/cf1a/out").exists());
    assert_eq!(Workspace::find(&root).unwrap().complaints(), [""; 0]);

    fs::write(root.join("testcases/cf1a/in/sample-1.txt"), "for the interactor\n").unwrap();
    let before = files(&root);
    let output = receive(&root, &[], &[&task]);
    output.ends_well();
    output.says("cf1a: nothing to change.");
    assert_eq!(files(&root), before);
}

#[test]
fn a_problem_without_samples_or_limits_can_be_completed_later() {
    let root = small_workspace("bare");
    let url = "https://open.kattis.com/problems/hello";
    let task = Task::new(url).with("\"timeLimit\":1500", "\"timeLimit\":0").with("65", "0");
    let output = receive(&root, &[], &[&task]);
    output.ends_well();
    output.says("  testcases/kattis-hello/in/.gitkeep\n  testcases/kattis-hello/out/.gitkeep\n");
    output.says("kattis-hello: no case yet: add testcases/kattis-hello/in/CASE.txt and ");
    output.says("Note: no limits came with it");
    assert!(root.join("testcases/kattis-hello/in/.gitkeep").exists());
    assert!(read(&root, "testcases/kattis-hello.yml")
        .contains("timelimit: ~\nmatch: SplitWhitespace\n"));
    assert!(read(&root, "kattis-hello/src/main.rs").contains(" time not known, memory not known "));

    receive(&root, &[], &[&task.test("", "Hello World!\n")]).ends_well();
    assert_eq!(read(&root, "testcases/kattis-hello/out/sample-1.txt"), "Hello World!\n");
    assert_eq!(Workspace::find(&root).unwrap().complaints(), [""; 0]);
}

#[test]
fn outputs_compare_as_the_judge_does() {
    let root = small_workspace("compare");
    let task = |url: &str, output: &str| Task::new(url).test("1\n", output).batch("x", 3);
    let tasks = [
        task("https://codeforces.com/contest/1/problem/A", "1 2.50\n"),
        task("https://codeforces.com/contest/1/problem/B", "1 2\n"),
        task("http://poj.org/problem?id=1", "2.50\n"),
    ];
    let output = receive(&root, &[], &tasks.each_ref());
    output.ends_well();
    output.says("Note: numbers may differ by 1e-6, as testcases/cf1a.yml says under `match`.");
    for (name, matching) in [
        ("cf1a", "\n  Float:\n    relative_error: 1e-6\n    absolute_error: 1e-6\n"),
        ("cf1b", " SplitWhitespace\n"),
        ("poj1", " Lines\n"),
    ] {
        let suite = read(&root, &format!("testcases/{name}.yml"));
        let (_, found) = suite.split_once("match:").unwrap();
        assert!(found.starts_with(matching), "{suite}");
    }
    assert_eq!(packages(&root).len(), 3);
}

#[test]
fn a_manifest_keeps_its_line_ends() {
    let root = small_workspace("line-ends");
    let manifest = read(&root, "Cargo.toml").replace('\n', "\r\n");
    write(&root, "Cargo.toml", &manifest);
    let task = Task::new("https://codeforces.com/contest/1/problem/A").test("1\n", "2\n");
    receive(&root, &[], &[&task]).ends_well();
    let expected = manifest.replace("[\"poj1753\"", "[\"cf1a\", \"poj1753\"");
    assert_eq!(read(&root, "Cargo.toml"), expected);
}
