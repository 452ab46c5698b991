//! A headless Chromium, driven by WebDriver.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{json, Value};

/// The names under which Chromium is installed.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The names under which its driver is installed.
const DRIVERS: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// A browser and its driver on this machine.
#[derive(Clone)]
pub struct Programs {
    browser: PathBuf,
    driver: PathBuf,
}

impl Programs {
    /// Finds a browser and its driver in `PATH`.
    ///
    /// # Errors
    /// The program that is missing.
    pub fn find() -> Result<Programs, &'static str> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let find = |names: &[&str]| {
            let folders = std::env::split_paths(&path);
            let mut files =
                folders.flat_map(|folder| names.iter().map(move |name| folder.join(name)));
            files.find(|file| file.is_file())
        };
        let browser = find(&BROWSERS).ok_or("no Chromium in PATH")?;
        let driver = find(&DRIVERS).ok_or("no chromedriver in PATH")?;
        Ok(Programs { browser, driver })
    }
}

/// A browser and its driver, running. Both end when this is closed or dropped.
pub struct Browser {
    driver: Child,
    pub client: Client,
}

impl Browser {
    /// Starts a browser.
    pub async fn start(programs: &Programs) -> Browser {
        let mut driver = Command::new(&programs.driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", programs.driver.display()));
        let mut lines = BufReader::new(driver.stdout.take().expect("stdout is piped")).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let port = line.split("successfully on port ").nth(1)?.trim_end_matches('.');
            port.parse::<u16>().ok()
        });
        std::thread::spawn(move || lines.for_each(drop));
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--force-device-scale-factor=1",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-sync",
            // A request to another machine fails and appears in the log.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--window-size=1280,720",
        ];
        let capabilities = json!({
            "goog:chromeOptions": { "args": arguments, "binary": programs.browser },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities.as_object().expect("an object").clone());
        let url = format!("http://127.0.0.1:{}", port.expect("chromedriver tells its port"));
        let client = builder.connect(&url).await.expect("a session starts");
        Browser { driver, client }
    }

    pub async fn close(mut self) {
        let _ = self.client.clone().close().await;
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }

    /// Opens an address of the page as if it were typed: no state is kept from before.
    pub async fn open(&self, url: &str) {
        self.client.goto("about:blank").await.expect("nothing is shown");
        self.goto(url).await;
        self.settled().await;
    }

    /// Goes to a page that need not answer anything.
    pub async fn goto(&self, url: &str) {
        self.client.goto(url).await.expect("the page is shown");
    }

    /// Waits until every answer is drawn.
    pub async fn settled(&self) {
        let idle = "const main = document.querySelector('main'); return Boolean(main?.dataset.ready) && main.getAttribute('aria-busy') === 'false'";
        self.until(idle).await;
        // An answer can lead to another question.
        tokio::time::sleep(Duration::from_millis(60)).await;
        self.until(idle).await;
    }

    /// Waits until a script says true.
    pub async fn until(&self, script: &str) {
        let begun = Instant::now();
        while self.run(script).await != json!(true) {
            if begun.elapsed() > Duration::from_secs(40) {
                let text = self.run("return document.body.innerText.slice(0, 800)").await;
                panic!("never: {script}\n{text}\n{:?}", self.log("browser").await);
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    pub async fn run(&self, script: &str) -> Value {
        self.client
            .execute(script, Vec::new())
            .await
            .unwrap_or_else(|error| panic!("{error}: {script}"))
    }

    /// Runs a script with `arguments[0]`.
    pub async fn run_with(&self, script: &str, argument: Value) -> Value {
        self.client
            .execute(script, vec![argument])
            .await
            .unwrap_or_else(|error| panic!("{error}: {script}"))
    }

    /// Presses keys with the focus on any element.
    pub async fn press(&self, keys: &str) {
        // As a keyboard does: an element that is replaced meanwhile cannot refuse them.
        let pressed =
            keys.chars().fold(KeyActions::new("keyboard".to_owned()), |pressed, value| {
                pressed.then(KeyAction::Down { value }).then(KeyAction::Up { value })
            });
        self.client
            .perform_actions(pressed)
            .await
            .unwrap_or_else(|error| panic!("{error}: {keys}"));
    }

    /// Sets the size of the viewport. A window cannot be as narrow as a phone.
    pub async fn resize(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Draws the page as for paper (`print`), or for the screen again (empty).
    pub async fn emulate_media(&self, media: &str) {
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": media })).await;
    }

    /// Runs a command of the developer tools and returns what it answers.
    pub async fn devtools(&self, name: &str, params: Value) -> Value {
        let command = DevTools(json!({ "cmd": name, "params": params }));
        self.client.issue_cmd(command).await.unwrap_or_else(|error| panic!("{error}: {name}"))
    }

    /// Returns the log since the last call.
    pub async fn log(&self, kind: &'static str) -> Vec<Value> {
        let logged = self.client.issue_cmd(Log(kind)).await.expect("there is a log");
        logged.as_array().cloned().unwrap_or_default()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Chromium's own command for its logs.
#[derive(Debug)]
struct Log(&'static str);

impl WebDriverCompatibleCommand for Log {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "type": self.0 }).to_string()))
    }
}

/// Chromium's own command for its developer tools.
#[derive(Debug)]
struct DevTools(Value);

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.0.to_string()))
    }
}
