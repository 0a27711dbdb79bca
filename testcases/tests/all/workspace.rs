//! The workspace as it is, and small ones that are broken in one place.

use std::fs;
use std::path::{Path, PathBuf};

use testcases::workspace::Workspace;

#[test]
fn everything_fits_together() {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(!workspace.problems.is_empty());
    let complaints = workspace.complaints();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn a_problem_is_found_with_all_its_pages() {
    let root = small_workspace("pages");
    write(
        &root,
        "toy/Cargo.toml",
        &format!("{MANIFEST}\n[package.metadata.judge]\nalso = [\"b\"]\n"),
    );
    let workspace = Workspace::find(&root.join("toy")).unwrap();
    assert!(workspace.root.ends_with("workspace/pages"), "{workspace:?}");
    assert_eq!(workspace.complaints(), [""; 0]);
    let [toy] = &workspace.problems[..] else { panic!("{:?}", workspace.problems) };
    assert_eq!(toy.name, "toy");
    assert_eq!(toy.urls().collect::<Vec<_>>(), ["http://example.com/toy", "b"]);
    assert_eq!(toy.solution(), workspace.root.join("toy/src/main.rs"));
    assert_eq!(toy.twin(), None);
    write(&root, "toy/toy.c", "");
    assert_eq!(toy.twin(), Some(workspace.root.join("toy/toy.c")));
}

#[test]
fn a_missing_suite_is_said() {
    broken("suite", "toy: expected its suite testcases/toy.yml, found none", |root| {
        fs::remove_file(root.join("testcases/toy.yml")).unwrap();
        fs::remove_dir_all(root.join("testcases/toy")).unwrap();
        write(root, "testcases/README.md", "");
    });
}

#[test]
fn a_problem_without_a_case_fits_in() {
    let root = small_workspace("caseless-problem");
    fs::remove_dir_all(root.join("testcases/toy")).unwrap();
    write(&root, "testcases/toy/in/.gitkeep", "");
    write(&root, "testcases/toy/out/.gitkeep", "");
    write(&root, "testcases/README.md", "");
    let workspace = Workspace::find(&root).unwrap();
    assert_eq!(workspace.complaints(), [""; 0]);
    let error = workspace.read_suite("toy").unwrap_err();
    let expected = "toy: no case yet: add testcases/toy/in/CASE.txt and testcases/toy/out/CASE.txt";
    assert_eq!(error, expected);
}

#[test]
fn cases_that_judge_nothing_are_said() {
    let complaint = "toy/tests/cases.rs: expected testcases::main!, found none";
    broken("nothing", complaint, |root| write(root, "toy/tests/cases.rs", "fn main() {}\n"));
}

#[test]
fn a_suite_without_a_package_is_said() {
    broken("package", "testcases/other.yml: expected a package other, found none", |root| {
        write(root, "testcases/other.yml", &SUITE.replace("toy", "other"));
        write(root, "testcases/other/in/sample-1.txt", "1\n");
        write(root, "testcases/other/out/sample-1.txt", "1\n");
    });
}

#[test]
fn an_input_without_an_output_is_said() {
    broken("output", "testcases/toy/in/lonely.txt: expected ", |root| {
        write(root, "testcases/toy/in/lonely.txt", "1\n");
    });
}

#[test]
fn a_file_that_no_suite_reads_is_said() {
    broken("orphan", "testcases/toy/in/notes.md: expected ", |root| {
        write(root, "testcases/toy/in/notes.md", "notes\n");
    });
}

#[test]
fn an_edge_case_without_its_line_is_said() {
    let complaint =
        "testcases/toy/in/edge.txt: expected a line \"- `edge`: what it catches\" under";
    broken("undescribed", complaint, |root| write(root, "testcases/README.md", "## toy\n"));
}

#[test]
fn a_problem_needs_no_section() {
    let root = small_workspace("no-section");
    write(&root, "testcases/README.md", "# Cases\n");
    assert_eq!(Workspace::find(&root).unwrap().complaints(), [""; 0]);
}

#[test]
fn a_line_without_its_case_is_said() {
    broken("caseless", "testcases/README.md: expected a case gone of toy, found none", |root| {
        write(root, "testcases/README.md", "## toy\n- `edge`: an edge.\n- `gone`: no more.\n");
    });
}

#[test]
fn a_line_of_no_problem_is_said() {
    let complaint =
        "testcases/README.md: expected a problem's name above the line of x, found \"tow\"";
    broken("problemless", complaint, |root| {
        write(
            root,
            "testcases/README.md",
            "## toy\n- `edge`: an edge.\n## tow\n- `x`: typed wrong.\n",
        );
    });
}

#[test]
fn a_c_program_of_another_name_is_said() {
    broken("stray-twin", "toy/old.c: expected the name toy.c", |root| {
        write(root, "toy/toy.c", "");
        write(root, "toy/old.c", "");
    });
}

#[test]
fn a_package_without_a_url_is_said() {
    broken("url", "toy/Cargo.toml: expected the problem's URL, found none", |root| {
        write(root, "toy/Cargo.toml", MANIFEST.split("[package.metadata").next().unwrap());
    });
}

#[test]
fn a_package_that_nothing_judges_is_said() {
    broken("unjudged", "toy: expected tests/cases.rs, found none", |root| {
        fs::remove_file(root.join("toy/tests/cases.rs")).unwrap();
    });
}

#[test]
fn a_package_without_its_binary_is_said() {
    broken("binary", "toy: expected the binary toy, found none", |root| {
        fs::rename(root.join("toy/src/main.rs"), root.join("toy/src/lib.rs")).unwrap();
    });
}

#[test]
fn two_packages_of_one_problem_are_said() {
    broken("twice", "other, toy: expected one package for http://example.com/toy", |root| {
        write(
            root,
            "other/Cargo.toml",
            &MANIFEST.replace("\"toy\"", "\"other\"").replace("toy =", "other ="),
        );
        write(root, "other/src/main.rs", "fn main() {}\n");
        write(root, "other/tests/cases.rs", "testcases::main!();\n");
        write(root, "testcases/other.yml", &SUITE.replace("toy", "other"));
        write(root, "testcases/other/in/sample-1.txt", "1\n");
        write(root, "testcases/other/out/sample-1.txt", "1\n");
        write(
            root,
            "Cargo.toml",
            "[workspace]\nresolver = \"3\"\nmembers = [\"other\", \"toy\"]\n",
        );
    });
}

#[test]
fn a_dependency_is_said() {
    broken("dependency", "toy/Cargo.toml: expected no [dependencies], found some", |root| {
        write(root, "toy/Cargo.toml", &format!("{MANIFEST}\n[dependencies]\nother = \"1\"\n"));
    });
}

#[test]
fn a_package_from_a_registry_is_said() {
    broken(
        "registry",
        "Cargo.lock: expected the workspace's own packages only, found \"other\"",
        |root| {
            let lock =
                "[[package]]\nname = \"other\"\nversion = \"1.0.0\"\nsource = \"registry\"\n";
            write(root, "Cargo.lock", lock);
        },
    );
}

#[test]
fn no_workspace_is_one_line() {
    let root = small_workspace("none");
    write(&root, "Cargo.toml", "[workspace]\nmembers = [\"absent\"]\n");
    let error = Workspace::find(&root).unwrap_err();
    assert!(error.starts_with("cargo metadata: ") && error.contains("absent"), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

const MANIFEST: &str = r#"[package]
name = "toy"
edition = "2021"

[package.metadata.cargo-compete.bin]
toy = { problem = "http://example.com/toy" }
"#;

const SUITE: &str = "---
type: Batch
timelimit: 1s
match: Lines

cases: []

extend:
  - type: Text
    path: \"./toy\"
    in: /in/*.txt
    out: /out/*.txt
";

/// Breaks a small workspace, and expects that it has one complaint, which begins so.
fn broken(name: &str, complaint: &str, break_it: impl Fn(&Path)) {
    let root = small_workspace(name);
    break_it(&root);
    let complaints = Workspace::find(&root).unwrap().complaints();
    let of_this_workspace = format!("workspace/{name}/");
    let found: Vec<_> = complaints
        .iter()
        .map(|line| line.split_once(&of_this_workspace).map_or(&line[..], |(_, rest)| rest))
        .collect();
    assert!(
        matches!(&found[..], [only] if only.starts_with(complaint)),
        "expected one complaint that begins {complaint:?}, found {complaints:#?}"
    );
}

/// A workspace of one problem, in which everything fits together.
fn small_workspace(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workspace").join(name);
    if root.exists() {
        fs::remove_dir_all(&root).unwrap();
    }
    write(&root, "Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"toy\"]\n");
    write(&root, "Cargo.lock", "version = 4\n\n[[package]]\nname = \"toy\"\nversion = \"0.0.0\"\n");
    write(&root, "toy/Cargo.toml", MANIFEST);
    write(&root, "toy/src/main.rs", "fn main() {}\n");
    write(&root, "toy/tests/cases.rs", "testcases::main!();\n");
    write(&root, "testcases/toy.yml", SUITE);
    write(&root, "testcases/toy/in/sample-1.txt", "1\n");
    write(&root, "testcases/toy/out/sample-1.txt", "1\n");
    write(&root, "testcases/toy/in/edge.txt", "2\n");
    write(&root, "testcases/toy/out/edge.txt", "2\n");
    write(&root, "testcases/README.md", "## toy\n- `edge`: an edge.\n");
    root
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
