//! Crashes, other programs, and what a person wrote.

use super::*;

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
        assert!(!read(&root, "Cargo.toml").contains("cf1a"), "{lost}");
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
        thread::sleep(std::time::Duration::from_millis(5));
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
fn what_a_person_wrote_is_never_overwritten() {
    let root = small_workspace("person");
    let paths = ["cf1a/src/main.rs", "testcases/cf1b.yml", "testcases/cf1c/in/sample-1.txt"];
    for path in paths {
        write(&root, path, "mine\n");
    }
    let before = files(&root);
    let tasks = ["A", "B", "C"].map(|letter| {
        let url = format!("https://codeforces.com/contest/1/problem/{letter}");
        Task::new(&url).test("1\n", "2\n").batch("x", paths.len())
    });
    let output = receive(&root, &["--replace"], &tasks.each_ref());
    output.fails();
    for path in paths {
        output.complains(&format!("{path}: another file of that name is there, and stays; "));
    }
    assert_eq!(files(&root), before);
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
