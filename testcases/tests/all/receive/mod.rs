//! `cargo receive` as a person runs it, in small workspaces.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use testcases::workspace::Workspace;

mod download;
mod listening;
mod names;
mod new_problems;
mod nothing_lost;
mod samples;
mod story;
mod tidy;

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
