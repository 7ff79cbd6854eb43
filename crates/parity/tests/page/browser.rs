//! Chromium, started and driven for a test.
//!
//! It is spoken to in the Chrome DevTools Protocol: JSON commands with numbers over a WebSocket, answers
//! with the same numbers, and events between them.

use std::cell::{Cell, RefCell};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A browser of its own with one page, which ends with the value.
pub(crate) struct Browser {
    process: Child,
    socket: RefCell<WebSocket<MaybeTlsStream<TcpStream>>>,
    /// The conversation with the page.
    session: String,
    commands: Cell<u64>,
    /// What the page complained about so far.
    complaints: RefCell<Vec<String>>,
    /// Its profile, new and empty.
    _profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The names that its program has on various systems.
const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// How long it may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

impl Browser {
    /// Starts it; `None`, said aloud, if there is none.
    pub(crate) fn start() -> Option<Self> {
        let chosen = std::env::var("CHROMIUM").ok();
        let programs = match &chosen {
            Some(program) => vec![program.as_str()],
            None => PROGRAMS.to_vec(),
        };
        if let Some((process, profile)) = programs.iter().find_map(|program| launch(program)) {
            return Some(Browser::connect(process, profile));
        }
        let reason = format!("none of these starts: {}", programs.join(", "));
        let required = std::env::var_os("PARITY_BROWSER").is_some_and(|value| value == "required");
        assert!(!required, "no browser to test the page in: {reason}");
        // Not through `eprintln!`, which the test runner keeps to itself.
        let _ = writeln!(
            std::io::stderr(),
            "\nSKIPPED: the page was not tested in a browser: {reason}.\n\
             Install Chromium (Debian: apt-get install chromium), or set CHROMIUM to its program.\n"
        );
        None
    }

    fn connect(mut process: Child, profile: tempfile::TempDir) -> Self {
        let output = process.stderr.take().expect("it is piped");
        let mut lines = BufReader::new(output).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_owned));
        // Whatever it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let address = address.expect("the browser says where it listens");
        let (socket, _) = tungstenite::connect(address).expect("the browser answers");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        let mut browser = Browser {
            process,
            socket: RefCell::new(socket),
            session: String::new(),
            commands: Cell::new(0),
            complaints: RefCell::new(Vec::new()),
            _profile: profile,
        };
        let page = browser.command("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": page["targetId"], "flatten": true });
        let session = browser.command("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Log"] {
            browser.command(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Gives a command and waits for its answer.
    pub(crate) fn command(&self, method: &str, parameters: Value) -> Value {
        let number = self.commands.get() + 1;
        self.commands.set(number);
        let mut command = json!({ "id": number, "method": method, "params": parameters });
        if !self.session.is_empty() {
            command["sessionId"] = json!(self.session);
        }
        self.socket.borrow_mut().send(Message::text(command.to_string())).unwrap();
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            let message = self.receive();
            if message["id"] == number {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
        }
        panic!("{method}: no answer within {PATIENCE:?}");
    }

    /// The next message; of events, complaints are kept.
    fn receive(&self) -> Value {
        let message = self.socket.borrow_mut().read().expect("the browser goes on");
        let message: Value = match message {
            Message::Text(text) => serde_json::from_str(&text).expect("JSON"),
            _ => Value::Null,
        };
        let parameters = &message["params"];
        let complaint = match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                ["error", "warning", "assert"].map(Value::from).contains(&parameters["type"])
            }
            Some("Log.entryAdded") => {
                ["error", "warning"].map(Value::from).contains(&parameters["entry"]["level"])
            }
            _ => false,
        };
        if complaint {
            self.complaints.borrow_mut().push(parameters.to_string());
        }
        message
    }

    /// Opens a file and waits until it is there.
    pub(crate) fn open(&self, file: &Path) {
        self.command("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
        let deadline = Instant::now() + PATIENCE;
        while self.script("return document.readyState + location.protocol;") != "completefile:" {
            assert!(
                Instant::now() < deadline,
                "{} does not open: {}",
                file.display(),
                self.script("return document.readyState + location.href;")
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// What a script returns.
    pub(crate) fn script(&self, body: &str) -> Value {
        let expression = format!("(() => {{ {body} }})()");
        let parameters = json!({ "expression": expression, "returnByValue": true });
        let answer = self.command("Runtime.evaluate", parameters);
        assert!(answer.get("exceptionDetails").is_none(), "{body}: {answer}");
        answer["result"].get("value").cloned().unwrap_or(Value::Null)
    }

    /// Makes the window as large as a device.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.command("Emulation.setDeviceMetricsOverride", size);
    }

    /// What went wrong on the page so far: exceptions, and errors and warnings on the console.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.script("return null;");
        self.complaints.borrow().clone()
    }

    /// The page as printed, in base 64.
    pub(crate) fn pdf(&self) -> String {
        let options = json!({ "printBackground": true, "preferCSSPageSize": true });
        let answer = self.command("Page.printToPDF", options);
        answer["data"].as_str().expect("a document").to_owned()
    }
}

/// Starts a program with a profile of its own; `None` if there is no such program.
fn launch(program: &str) -> Option<(Child, tempfile::TempDir)> {
    let profile = tempfile::tempdir().unwrap();
    let process = Command::new(PathBuf::from(program))
        .args([
            "--headless",
            // Chromium refuses its sandbox to root, as whom continuous integration runs it. It opens
            // nothing but the page that was just made.
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--remote-debugging-port=0",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    Some((process.ok()?, profile))
}
