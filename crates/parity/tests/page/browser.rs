//! Chromium, started and driven for a test.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::wd::{PrintConfiguration, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use serde_json::{Value, json};

/// A browser of its own, which ends with the value.
pub(crate) struct Browser {
    driver: Driver,
    client: Option<Client>,
}

/// The running driver.
struct Driver {
    process: Child,
    address: String,
    /// The browser's profile, new and empty.
    profile: tempfile::TempDir,
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// How long the driver may take to say where it listens, and the browser to do one thing.
const PATIENCE: Duration = Duration::from_secs(60);

impl Browser {
    /// Starts the driver; `None`, said aloud, if there is none.
    pub(crate) fn start() -> Option<Self> {
        let program = std::env::var_os("CHROMEDRIVER").unwrap_or("chromedriver".into());
        match Driver::start(Path::new(&program)) {
            Ok(driver) => Some(Browser { driver, client: None }),
            Err(reason) => {
                let required = std::env::var_os("PARITY_BROWSER").is_some_and(|v| v == "required");
                assert!(!required, "no browser to test the page in: {reason}");
                // Not through `eprintln!`, which the test runner keeps to itself.
                let _ = writeln!(
                    std::io::stderr(),
                    "\nSKIPPED: the page was not tested in a browser: {reason}.\n\
                     Install Debian's chromium and chromium-driver, or set CHROMEDRIVER.\n"
                );
                None
            }
        }
    }

    /// Runs a test in a session.
    pub(crate) fn run(mut self, test: impl AsyncFnOnce(&Browser)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            self.client = Some(self.driver.session().await);
            test(&self).await;
            if let Some(client) = self.client.take() {
                client.close().await.unwrap();
            }
        });
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("the session has begun")
    }

    /// Opens a file.
    pub(crate) async fn open(&self, file: &Path) {
        self.client().goto(&format!("file://{}", file.display())).await.unwrap();
    }

    /// What a script returns.
    pub(crate) async fn script(&self, body: &str) -> Value {
        let done = tokio::time::timeout(PATIENCE, self.client().execute(body, Vec::new())).await;
        done.expect("the browser answers").unwrap_or_else(|error| panic!("{error}: {body}"))
    }

    /// A command of the Chrome DevTools Protocol.
    pub(crate) async fn command(&self, name: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": name, "params": parameters });
        self.issue(Extension { path: "goog/cdp/execute", body }).await
    }

    async fn issue(&self, command: Extension) -> Value {
        let said = format!("{command:?}");
        let done = tokio::time::timeout(PATIENCE, self.client().issue_cmd(command)).await;
        done.expect("the browser answers").unwrap_or_else(|error| panic!("{error}: {said}"))
    }

    /// Makes the window as large as a device.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.command("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// What the page wrote to the console: errors and warnings.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let body = json!({ "type": "browser" });
        let entries = self.issue(Extension { path: "se/log", body }).await;
        let entries = entries.as_array().cloned().unwrap_or_default();
        let serious =
            entries.iter().filter(|entry| entry["level"] != "INFO" && entry["level"] != "DEBUG");
        serious.map(|entry| entry["message"].to_string()).collect()
    }

    /// The page as printed.
    pub(crate) async fn pdf(&self) -> Vec<u8> {
        let pdf = self.client().print(PrintConfiguration::default()).await.unwrap();
        keep("page.pdf", &pdf);
        pdf
    }

    /// Keeps a picture of what is on the screen among the test's files, for people to look at.
    pub(crate) async fn keep_picture(&self, name: &str) {
        keep(&format!("{name}.png"), &self.client().screenshot().await.unwrap());
    }
}

fn keep(name: &str, bytes: &[u8]) {
    std::fs::write(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name), bytes).unwrap();
}

impl Driver {
    fn start(program: &Path) -> Result<Self, String> {
        let mut process = Command::new(program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", program.display()))?;
        let output = process.stdout.take().expect("it is piped");
        let mut lines = BufReader::new(output).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let number = line.split_once("successfully on port ")?.1;
            Some(number.trim_end_matches('.').to_owned())
        });
        // Whatever it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        match port {
            Some(port) => Ok(Driver {
                process,
                address: format!("http://127.0.0.1:{port}"),
                profile: tempfile::tempdir().unwrap(),
            }),
            None => {
                let _ = process.kill();
                let _ = process.wait();
                Err(format!("{} does not say where it listens", program.display()))
            }
        }
    }

    async fn session(&self) -> Client {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let mut arguments = vec![
            "--headless",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,900",
            &profile,
        ];
        // Chromium refuses to be sandboxed when root runs it, as in continuous integration.
        arguments.push("--no-sandbox");
        let capabilities = json!({
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("it is an object") };
        let connector = hyper_util::client::legacy::connect::HttpConnector::new();
        let mut builder = ClientBuilder::new(connector);
        builder.capabilities(capabilities);
        builder.connect(&self.address).await.expect("the browser starts")
    }
}

/// A command that WebDriver itself does not have.
#[derive(Debug)]
struct Extension {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extension {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _url: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
