//! `cargo receive` as a person runs it, in small workspaces.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use testcases::workspace::Workspace;

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
    for url in [
        "http://poj.org/problem?id=1753",
        "https://vjudge.net/problem/POJ-1753#author=x",
        "https://acm.timus.ru/problem.aspx?space=1&num=1060",
        "https://vjudge.net/problem/URAL-1060",
    ] {
        let task = Task::new(url).test("bwwb \r\nbbwb\n", "4\n\n");
        let output = receive(&root, &[], &[&task]);
        output.ends_well();
        output.says("poj1753: 1 sample is stored already.");
    }
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
fn a_problem_without_samples_or_limits_can_be_completed_later() {
    let root = small_workspace("bare");
    let url = "https://open.kattis.com/problems/hello";
    let task = Task::new(url).with("\"timeLimit\":1500", "\"timeLimit\":0").with("65", "0");
    let output = receive(&root, &[], &[&task]);
    output.ends_well();
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
fn a_receive_resumes_after_a_crash() {
    let root = small_workspace("crash");
    let task = Task::new("https://codeforces.com/contest/1/problem/A").test("1\n", "2\n");
    let clean = files(&root);
    receive(&root, &[], &[&task]).ends_well();
    let whole = files(&root);
    // The member enters the root manifest last: without it, nothing of the package counts.
    for lost in ["testcases/cf1a.yml", "testcases/cf1a/out/sample-1.txt", "cf1a/src/main.rs"] {
        write(&root, "Cargo.toml", &clean["Cargo.toml"]);
        write(&root, "Cargo.lock", &clean["Cargo.lock"]);
        fs::remove_file(root.join(lost)).unwrap();
        let (folder, name) = lost.rsplit_once('/').unwrap();
        write(&root, &format!("{folder}/.{name}.part1"), &whole[lost][..1]);
        assert_eq!(Workspace::find(&root).unwrap().problems.len(), 1, "{lost}");
        receive(&root, &[], &[&task]).ends_well();
        assert_eq!(files(&root), whole, "{lost}");
    }
}

#[test]
fn two_receivers_both_store_their_problem() {
    let root = small_workspace("two");
    let receivers: Vec<_> = (0..2).map(|_| start(command(&root, &[]))).collect();
    let sent = thread::scope(|scope| {
        for (&(_, port), letter) in receivers.iter().zip(["A", "B"]) {
            let task = Task::new(&format!("https://codeforces.com/contest/1/problem/{letter}"));
            scope.spawn(move || post(port, JSON, &task.test("1\n", "2\n").json()));
        }
        receivers.len()
    });
    for (receiver, _) in receivers {
        end(receiver).ends_well();
    }
    let workspace = Workspace::find(&root).unwrap();
    assert_eq!(workspace.problems.len(), 1 + sent);
    assert_eq!(workspace.complaints(), [""; 0]);
}

/// A cargo that changes the root manifest, as an editor does, while a new package is made.
#[cfg(unix)]
#[test]
fn an_edit_of_the_root_manifest_stays() {
    use std::os::unix::fs::PermissionsExt;
    let root = small_workspace("edit");
    let cargo = root.join("target/cargo");
    let edit = format!(
        "#!/bin/sh\nPATH={:?}:$PATH\n{:?} \"$@\" || exit\n[ \"$1\" = new ] || exit 0\n\
         [ -f {edited:?} ] && exit\n: >{edited:?}\necho '# mine' >>{manifest:?}\n",
        Path::new(env!("CARGO")).parent().unwrap(),
        env!("CARGO"),
        edited = root.join("target/edited"),
        manifest = root.join("Cargo.toml"),
    );
    write(&root, "target/cargo", &edit);
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = command(&root, &[]);
    command.env("CARGO", &cargo);
    let (receiver, port) = start(command);
    let task = Task::new("https://codeforces.com/contest/1/problem/A").test("1\n", "2\n");
    post(port, JSON, &task.json());
    end(receiver).ends_well();
    let manifest = read(&root, "Cargo.toml");
    assert!(manifest.contains("\"cf1a\"") && manifest.ends_with("# mine\n"), "{manifest}");
}

/// The first task is stored by a cargo that never ends; the second waits behind it.
#[cfg(unix)]
#[test]
fn tasks_that_were_answered_are_stored_by_the_next_run() {
    use std::os::unix::fs::PermissionsExt;
    let root = small_workspace("killed");
    let cargo = root.join("target/cargo");
    write(
        &root,
        "target/cargo",
        &format!(
            "#!/bin/sh\n[ \"$1\" = new ] && {{ echo $$ >{:?}; exec sleep 60; }}\nexec {:?} \"$@\"\n",
            root.join("target/waits"),
            env!("CARGO"),
        ),
    );
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = command(&root, &[]);
    command.env("CARGO", &cargo);
    let (mut receiver, port) = start(command);
    let task = |letter: &str| {
        let url = format!("https://codeforces.com/contest/1/problem/{letter}");
        Task::new(&url).test("1\n", "2\n").batch("x", 2)
    };
    for letter in ["A", "B"] {
        let answer = post(port, JSON, &task(letter).json());
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    }
    let waits = || fs::read_to_string(root.join("target/waits")).unwrap_or_default();
    while !waits().ends_with('\n') {
        thread::sleep(Duration::from_millis(5));
    }
    receiver.kill().unwrap();
    receiver.wait().unwrap();
    Command::new("kill").arg(waits().trim()).status().unwrap();
    assert_eq!(Workspace::find(&root).unwrap().problems.len(), 1);

    let output = receive(&root, &[], &[&Task::new("http://poj.org/problem?id=1753")]);
    output.ends_well();
    output.says("An earlier run ended before it stored Toy <1>.\n");
    output.says("cf1b: a new problem; written:");
    let workspace = Workspace::find(&root).unwrap();
    assert_eq!(workspace.problems.len(), 3);
    assert_eq!(workspace.complaints(), [""; 0]);
    let again = receive(&root, &[], &[&Task::new("http://poj.org/problem?id=1753")]);
    assert!(!again.stdout.contains("An earlier run"), "{again:#?}");
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

#[test]
fn what_a_person_wrote_is_never_overwritten() {
    let root = small_workspace("person");
    for path in ["cf1a/src/main.rs", "testcases/cf1a.yml", "testcases/cf1a/in/sample-1.txt"] {
        write(&root, path, "mine\n");
        let before = files(&root);
        let task = Task::new("https://codeforces.com/contest/1/problem/A").test("1\n", "2\n");
        let output = receive(&root, &["--replace"], &[&task]);
        output.fails();
        output.complains(&format!("{path}: another file of that name is there, and stays"));
        assert_eq!(files(&root), before);
        fs::remove_file(root.join(path)).unwrap();
    }
}

/// The packages, each with its URL and the output of its only sample, which is its task's title.
fn packages(root: &Path) -> Vec<(String, String, String)> {
    let workspace = Workspace::find(root).unwrap();
    assert_eq!(workspace.complaints(), [""; 0]);
    let packages = workspace.problems.into_iter().filter(|problem| problem.name != "poj1753");
    packages
        .map(|problem| {
            let outputs = root.join("testcases").join(&problem.name).join("out");
            assert_eq!(fs::read_dir(&outputs).unwrap().count(), 1, "{}", problem.name);
            let output = fs::read_to_string(outputs.join("sample-1.txt")).unwrap();
            (problem.name, problem.url.unwrap(), output)
        })
        .collect()
}

#[test]
fn problems_of_one_url_get_a_package_each_in_any_order() {
    let names = ["A. Sum", "B. Product", "C. Power"];
    let send = |root: &Path, url: &str, order: &[usize]| {
        let tasks: Vec<Task> = order
            .iter()
            .map(|&index| {
                let name = names[index];
                Task::new(url).test("1\n", name).with("Toy <1>", name).batch(url, names.len())
            })
            .collect();
        receive(root, &[], &tasks.iter().collect::<Vec<_>>()).ends_well();
    };
    let contest = "https://codeforces.com/contest/1/problems?locale=en";
    let unknown = "https://judge.example/contest/7";
    let mut found = Vec::new();
    for (place, order) in [("there", [0, 1, 2]), ("back", [2, 0, 1])] {
        let root = small_workspace(&format!("one-url-{place}"));
        for url in [contest, unknown, contest] {
            send(&root, url, &order);
        }
        found.push(packages(&root));
    }
    assert_eq!(found[0], found[1]);
    for (index, letter) in ["A", "B", "C"].iter().enumerate() {
        let (name, url, output) = &found[0][index];
        assert_eq!(name, &format!("cf1{}", letter.to_lowercase()));
        assert_eq!(url, &format!("https://codeforces.com/contest/1/problem/{letter}"));
        assert_eq!(output, names[index]);
        let (_, url, output) = &found[0][3 + index];
        assert!(url.starts_with(unknown), "{url}");
        assert_eq!(output, names[index]);
    }
    assert_eq!(found[0].len(), 6);
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
fn a_name_that_is_taken_gives_way_to_the_next() {
    let root = small_workspace("taken");
    let urls = ["https://judge.example/a/same", "https://judge.example/A/same"];
    for url in urls {
        receive(&root, &[], &[&Task::new(url).test("1\n", url)]).ends_well();
    }
    let found = packages(&root);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].0, "judge-a-same");
    assert!(found[1].0.starts_with("judge-"), "{found:?}");
    for (_, url, output) in &found {
        assert_eq!(url, output);
    }
}

#[test]
fn a_url_with_another_title_is_asked_about() {
    let root = small_workspace("title");
    let url = "https://judge.example/today";
    let task = |name: &str| Task::new(url).test("1\n", name).with("Toy <1>", name);
    receive(&root, &[], &[&task("Sum")]).ends_well();
    let before = files(&root);
    let output = receive(&root, &["--replace"], &[&task("Product")]);
    output.fails();
    output.complains(
        "judge-today has this URL and the title \"Sum\", not \"Product\": `cargo receive --name \
         judge-today` if they are one problem, else `cargo receive --name ",
    );
    assert_eq!(files(&root), before);

    let name = output.stderr.rsplit("--name ").next().unwrap().split('`').next().unwrap();
    receive(&root, &["--name", name], &[&task("Product")]).ends_well();
    let mut found = packages(&root);
    found.sort_by(|one, other| one.2.cmp(&other.2));
    assert_eq!((found[0].0.as_str(), found[0].2.as_str()), (name, "Product"));
    assert_eq!((found[1].0.as_str(), found[1].2.as_str()), ("judge-today", "Sum"));
    let whole = files(&root);
    for name in ["Sum", "Product"] {
        receive(&root, &[], &[&task(name)]).says("1 sample is stored already.");
    }
    assert_eq!(files(&root), whole);

    // The title may have changed, or be in another language.
    let renamed = task("Summe").with("Summe", "Sum of 1");
    let output = receive(&root, &["--name", "judge-today"], &[&renamed.test("2\n", "Sum")]);
    output.fails();
    output.complains("testcases/judge-today/in/sample-1.txt: the judge shows another output now.");
}

#[test]
fn a_person_chooses_the_name() {
    let root = small_workspace("name");
    let task = Task::new("https://codeforces.com/contest/1/problem/A").test("1\n", "1\n");
    receive(&root, &["--name", "flagstones"], &[&task]).ends_well();
    assert_eq!(packages(&root)[0].0, "flagstones");
    let before = files(&root);
    receive(&root, &[], &[&task]).says("flagstones: 1 sample is stored already.");
    let other = Task::new("https://codeforces.com/contest/1/problem/B").test("1\n", "1\n");
    for (name, task, complaint) in [
        ("other", task.clone(), "this problem is here already, as flagstones: leave out --name"),
        ("flagstones", other.clone(), "--name: flagstones is another problem; choose another name"),
        ("testcases", other.clone(), "testcases/Cargo.toml: another file of that name is there"),
        ("other", other.batch("x", 2), "--name is for one problem, and 2 were sent"),
    ] {
        let (receiver, port) = start(command(&root, &["--name", name]));
        post(port, JSON, &task.json());
        if complaint.contains("2 were sent") {
            post(port, JSON, &task.clone().with("Toy <1>", "Toy <2>").json());
        }
        let output = end(receiver);
        output.fails();
        output.complains(complaint);
        assert_eq!(files(&root), before, "{name}");
    }
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
        ("cf1b", "SplitWhitespace\n"),
        ("poj1", "Lines\n"),
    ] {
        let suite = read(&root, &format!("testcases/{name}.yml"));
        let (_, found) = suite.split_once("match:").unwrap();
        assert!(found.trim_start_matches(' ').starts_with(matching), "{suite}");
    }
    assert_eq!(packages(&root).len(), 3);
}

#[test]
fn a_read_only_manifest_is_left_alone() {
    let root = small_workspace("read-only");
    let manifest = root.join("Cargo.toml");
    let writable = fs::metadata(&manifest).unwrap().permissions();
    let mut read_only = writable.clone();
    read_only.set_readonly(true);
    let before = files(&root);
    fs::set_permissions(&manifest, read_only).unwrap();
    let task = Task::new("https://codeforces.com/contest/1/problem/A").test("1\n", "2\n");
    let output = receive(&root, &[], &[&task]);
    fs::set_permissions(&manifest, writable).unwrap();
    output.fails();
    output.complains("Cargo.toml: the file is read-only");
    assert_eq!(files(&root), before);
}

#[test]
fn a_workspace_that_would_not_load_is_restored() {
    let root = small_workspace("restore");
    // Without this the new package's dependency cannot be found.
    let manifest = read(&root, "Cargo.toml").replace("testcases = { path", "others = { path");
    write(&root, "Cargo.toml", &manifest);
    let before = files(&root);
    let task = Task::new("https://codeforces.com/contest/1/problem/A").test("1\n", "2\n");
    let output = receive(&root, &[], &[&task]);
    output.fails();
    output.complains("cargo metadata: ");
    assert_eq!(files(&root), before);
    assert!(!root.join("cf1a").exists());
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

/// From a clone to a fourth problem that is solved, by what a person types.
#[test]
fn the_whole_story() {
    let root = copy_of_this_workspace("story");
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap());
        cargo.args(arguments).current_dir(&root).env_remove("CARGO_TARGET_DIR");
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
    fn copy(from: &Path, to: &Path) {
        if from.is_file() {
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(from, to).unwrap();
        } else {
            for entry in fs::read_dir(from).unwrap() {
                let path = entry.unwrap().path();
                copy(&path, &to.join(path.file_name().unwrap()));
            }
        }
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("receive").join(name);
    if root.exists() {
        for entry in fs::read_dir(&root).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::remove_file(path).unwrap();
            } else if !path.ends_with("target") {
                fs::remove_dir_all(path).unwrap();
            }
        }
    }
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

#[test]
fn what_a_download_lacks_is_named() {
    let root = small_workspace("lacks");
    let before = files(&root);
    let cargo = PathBuf::from(std::env::var_os("CARGO").unwrap());
    // Where rustc and cargo are, and nothing that was installed by them.
    let output = command(&root, &["http://poj.org/problem?id=1000"])
        .env("PATH", cargo.parent().unwrap())
        .env("CARGO_HOME", root.join("target"))
        .output();
    let output = Run::new(output.unwrap());
    output.fails();
    output.complains(
        "cargo-compete is missing: `cargo install cargo-compete --locked`, or use the browser: \
         `cargo receive`",
    );
    assert_eq!(files(&root), before);
}

#[test]
#[ignore = "needs cargo-compete, and oj-api of the Python package online-judge-api-client"]
fn samples_are_downloaded_by_cargo_compete() {
    let judge = Judge::serve("1 2", "3");
    let root = small_workspace("download");
    let before = files(&root);
    let url = "http://poj.org/problem?id=1000&lang=zh-CN";

    let missing = judge.proxied(&root, &["http://poj.org/problem?id=404"]);
    missing.fails();
    missing.complains("cargo compete download got nothing for http://poj.org/problem?id=404");
    assert_eq!(files(&root), before);

    let mut without_oj_api = command(&root, &[url]);
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::split_paths(&path).filter(|folder| !folder.join("oj-api").exists());
    without_oj_api.env("PATH", std::env::join_paths(path).unwrap());
    let output = Run::new(without_oj_api.output().unwrap());
    output.fails();
    output.complains("oj-api is missing");
    output.complains("`pip install online-judge-api-client`, or use the browser");
    assert_eq!(files(&root), before);

    let output = judge.proxied(&root, &[url]);
    output.ends_well();
    output.says("poj1000: a new problem; written:");
    output.says("Note: no limits came with it");
    assert_eq!(read(&root, "testcases/poj1000/in/sample-1.txt"), "1 2\n");
    assert_eq!(read(&root, "testcases/poj1000/out/sample-1.txt"), "3\n");
    assert_eq!(Workspace::find(&root).unwrap().complaints(), [""; 0]);

    let whole = files(&root);
    let output = judge.proxied(&root, &[url]);
    output.ends_well();
    output.says("poj1000: 1 sample is stored already.\npoj1000: nothing to change.");
    assert_eq!(files(&root), whole);

    write(&root, "poj1000/src/main.rs", ADDITION);
    let compete = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.arg("compete").args(arguments).current_dir(&root);
        judge.through_proxy(&mut command).output().unwrap()
    };
    let tested = compete(&["test", "--package", "poj1000", "poj1000"]);
    assert!(tested.status.success(), "{tested:?}");

    // By hand: what cargo-compete leaves fails even a right program, until it is tidied.
    let downloaded = compete(&["download", "--package", "poj1000", "--overwrite"]);
    assert!(downloaded.status.success(), "{downloaded:?}");
    let tested = compete(&["test", "--package", "poj1000", "poj1000"]);
    assert!(!tested.status.success(), "{tested:?}");
    run(&root, &["--tidy", "poj1000"]).ends_well();
    let tested = compete(&["test", "--package", "poj1000", "poj1000"]);
    assert!(tested.status.success(), "{tested:?}");
    assert_eq!(read(&root, "testcases/poj1000.yml"), whole["testcases/poj1000.yml"]);
}

const ADDITION: &str = "use std::io::Read;
fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    println!(\"{}\", input.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum::<i64>());
}
";

/// A page in the structure of POJ's, on loopback, that any program sees which asks this proxy.
struct Judge {
    port: u16,
}

impl Judge {
    fn serve(input: &str, output: &str) -> Self {
        let page = format!(
            "<div class=\"ptt\">A+B</div><div class=\"plm\"><table><tr>\
             <td><b>Time Limit:</b> 1000MS</td><td><b>Memory Limit:</b> 10000K</td></tr></table></div>\
             <p class=\"pst\">Input</p><div class=\"ptx\">Two integers</div>\
             <p class=\"pst\">Sample Input</p><pre class=\"sio\">{input}</pre>\
             <p class=\"pst\">Sample Output</p><pre class=\"sio\">{output}</pre>"
        );
        let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = socket.local_addr().unwrap().port();
        thread::spawn(move || {
            for stream in socket.incoming() {
                let mut stream = BufReader::new(stream.unwrap());
                let mut request = String::new();
                while !request.ends_with("\r\n\r\n") && stream.read_line(&mut request).unwrap() > 0
                {
                }
                let (status, body) = match request.contains("GET http://poj.org/problem?id=1000 ") {
                    true => ("200 OK", page.as_str()),
                    false => ("404 Not Found", ""),
                };
                write!(
                    stream.get_mut(),
                    "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n\
                     Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
                    body.len()
                )
                .unwrap();
            }
        });
        Self { port }
    }

    fn through_proxy<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let cookies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cookies");
        command
            .env("http_proxy", format!("http://127.0.0.1:{}", self.port))
            .env_remove("no_proxy")
            .env_remove("NO_PROXY")
            .env("XDG_DATA_HOME", cookies)
            .env_remove("CARGO_TARGET_DIR")
    }

    fn proxied(&self, root: &Path, arguments: &[&str]) -> Run {
        let mut command = command(root, arguments);
        Run::new(self.through_proxy(&mut command).output().unwrap())
    }
}

const SUITE: &str = "---
type: Batch
timelimit: 2s  # ours
memorylimit: 64MiB
match: Lines

cases: []

extend:
  - type: Text
    path: \"./poj1753\"
    in: /in/*.txt
    out: /out/*.txt
";

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

/// A workspace of one problem, which two judges carry.
fn small_workspace(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("receive").join(name);
    if root.exists() {
        fs::remove_dir_all(&root).unwrap();
    }
    for (path, text) in [
        (
            "Cargo.toml",
            "[workspace]\nresolver = \"3\"\nmembers = [\"poj1753\", \"testcases\"] # kept\n\n\
             [workspace.package]\nversion = \"0.0.0\"\nedition = \"2021\"\nrust-version = \"1.63\"\npublish = false\n\n\
             [workspace.dependencies]\ntestcases = { path = \"testcases\" }\n\n\
             [workspace.lints.rust]\nunsafe_code = \"forbid\"\n",
        ),
        (
            "Cargo.lock",
            "version = 3\n\n[[package]]\nname = \"poj1753\"\nversion = \"0.0.0\"\n\n\
             [[package]]\nname = \"testcases\"\nversion = \"0.0.0\"\n",
        ),
        ("compete.toml", "test-suite = \"./testcases/{{ bin_alias }}.yml\"\n\n[template]\nsrc = '''\n//! {{name}} <{{url}}> {{limits}} {{other}}{{notes}}\n\nfn main() {}\n'''\n"),
        ("testcases/Cargo.toml", "[package]\nname = \"testcases\"\nedition = \"2021\"\n"),
        ("testcases/src/lib.rs", ""),
        ("testcases/README.md", "## poj1753\n- `edge`: an edge.\n"),
        (
            "poj1753/Cargo.toml",
            "[package]\nname = \"poj1753\"\nedition = \"2021\"\n\n\
             [package.metadata.cargo-compete.bin]\npoj1753 = { problem = \"http://poj.org/problem?id=1753\" }\n\n\
             [package.metadata.judge]\nalso = [\"https://acm.timus.ru/problem.aspx?num=1060\"]\n",
        ),
        ("poj1753/src/main.rs", "fn main() {}\n"),
        ("poj1753/tests/cases.rs", "testcases::main!();\n"),
        ("testcases/poj1753.yml", SUITE),
        ("testcases/poj1753/in/sample-1.txt", "bwwb\nbbwb\n"),
        ("testcases/poj1753/out/sample-1.txt", "4\n"),
        ("testcases/poj1753/in/edge.txt", "edge\n"),
        ("testcases/poj1753/out/edge.txt", "0\n"),
    ] {
        write(&root, path, text);
    }
    root
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn read(root: &Path, path: &str) -> String {
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every file of a workspace with its text; what cargo builds and git keeps aside.
fn files(root: &Path) -> BTreeMap<String, String> {
    fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            if path.is_file() {
                files.insert(name, fs::read_to_string(&path).unwrap());
            } else if name != "target" && name != ".git" {
                collect(root, &path, files);
            }
        }
    }
    let mut found = BTreeMap::new();
    collect(root, root, &mut found);
    found
}

/// A task as the extension sends it.
#[derive(Clone)]
struct Task {
    json: String,
    tests: Vec<String>,
}

impl Task {
    fn new(url: &str) -> Self {
        let json = r#"{"name":"Toy <1>","group":"G","url":URL,"interactive":false,"memoryLimit":65,
            "timeLimit":1500,"tests":TESTS,"testType":"single","input":{"type":"stdin"},
            "output":{"type":"stdout"},"languages":{"java":{"mainClass":"Main","taskClass":"Toy"}},
            "batch":{"id":"123e67c8-03c6-44a4-a3f9-5918533f9fb2","size":1}}"#;
        Self { json: json.replace("URL", &quoted(url)), tests: Vec::new() }
    }

    fn test(mut self, input: &str, output: &str) -> Self {
        let (input, output) = (quoted(input), quoted(output));
        self.tests.push(format!("{{\"input\":{input},\"output\":{output}}}"));
        self
    }

    fn with(mut self, from: &str, to: &str) -> Self {
        assert!(self.json.contains(from), "{from}");
        self.json = self.json.replace(from, to);
        self
    }

    fn batch(self, id: &str, size: usize) -> Self {
        self.with("123e67c8-03c6-44a4-a3f9-5918533f9fb2", id)
            .with("\"size\":1", &format!("\"size\":{size}"))
    }

    fn json(&self) -> String {
        self.json.replace("TESTS", &format!("[{}]", self.tests.join(",")))
    }
}

/// A string of JSON, all but plain ASCII escaped.
fn quoted(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("\\u{unit:04x}"),
    });
    format!("\"{}\"", units.collect::<String>())
}

/// What a run of `cargo receive` came to.
#[derive(Debug)]
struct Run {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    fn new(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap().replace("\r\n", "\n");
        Self {
            status: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    fn ends_well(&self) {
        assert_eq!(self.status, Some(0), "{self:#?}");
    }

    fn fails(&self) {
        assert_eq!(self.status, Some(1), "{self:#?}");
    }

    fn says(&self, text: &str) {
        assert!(self.stdout.contains(text), "expected {text:?}\n{self:#?}");
    }

    fn complains(&self, text: &str) {
        assert!(self.stderr.contains(text), "expected {text:?}\n{self:#?}");
    }
}

/// Runs `cargo receive` with nobody to send it anything.
fn run(root: &Path, arguments: &[&str]) -> Run {
    Run::new(command(root, arguments).output().unwrap())
}

/// Runs `cargo receive`, and sends it tasks.
fn receive(root: &Path, arguments: &[&str], tasks: &[&Task]) -> Run {
    let (receiver, port) = start(command(root, arguments));
    for task in tasks {
        let answer = post(port, JSON, &task.json());
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    }
    end(receiver)
}

fn command(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_receive"));
    command.args(arguments).current_dir(root).env_remove("CARGO_TARGET_DIR");
    command
}

/// A run that listens, and its port.
fn start(mut command: Command) -> (Child, u16) {
    let mut receiver = command
        .args(["--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = Vec::new();
    // Byte by byte, so that nothing of what follows is lost in a buffer.
    let stdout = receiver.stdout.as_mut().unwrap();
    BufReader::with_capacity(1, stdout).read_until(b'\n', &mut line).unwrap();
    let line = String::from_utf8(line).unwrap();
    let port = line.strip_prefix("Listening on port ").and_then(|rest| rest.split(':').next());
    let port = port.and_then(|port| port.parse().ok());
    (receiver, port.unwrap_or_else(|| panic!("expected a port, found {line:?}")))
}

fn end(receiver: Child) -> Run {
    Run::new(receiver.wait_with_output().unwrap())
}

const JSON: &str = "Content-Type: application/json";

fn post(port: u16, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    let length = body.len();
    write!(
        stream,
        "POST / HTTP/1.1\r\nHost: localhost:{port}\r\n{headers}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
