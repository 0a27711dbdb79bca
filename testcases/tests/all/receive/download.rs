//! `cargo receive URL`.

use super::*;

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
