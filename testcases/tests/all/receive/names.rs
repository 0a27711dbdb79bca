//! Which package a problem has, or gets.

use super::*;

#[test]
fn problems_of_one_url_get_a_package_each_in_any_order() {
    let names = ["A. Sum", "B. Product", "C. Power"];
    let contest = "https://codeforces.com/contest/1/problems?locale=en";
    let unknown = "https://judge.example/contest/7";
    let mut found = Vec::new();
    for (place, order) in [("there", [0, 1, 2]), ("back", [2, 0, 1])] {
        let root = small_workspace(&format!("one-url-{place}"));
        let tasks = |url: &str| {
            order.map(|index| {
                let name = names[index];
                Task::new(url).test("1\n", name).with("Toy <1>", name).batch(url, names.len())
            })
        };
        let all = [tasks(contest), tasks(unknown)].concat();
        receive(&root, &[], &all.iter().collect::<Vec<_>>()).ends_well();
        receive(&root, &[], &tasks(unknown).each_ref()).ends_well();
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
