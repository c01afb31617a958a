//! A browser with a page, driven through its debugging pipe: the pointer and the keys are those
//! that a person would use, as far as the page can tell.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use super::{directory, find};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// A page in a browser.
pub(crate) struct Browser {
    child: Child,
    input: ChildStdin,
    output: Receiver<Value>,
    directory: PathBuf,
    session: String,
    calls: u64,
    errors: Vec<String>,
}

impl Browser {
    /// Opens a page; or says that there is no browser.
    pub(crate) fn open(page: &str) -> Option<Browser> {
        let Some(program) = NAMES.iter().find_map(|name| find(name)) else {
            println!("skipped: none of {NAMES:?} is installed");
            return None;
        };
        // Each with a profile of its own, since tests run beside one another.
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let directory = directory(&format!("browser{}", COUNT.fetch_add(1, Relaxed)));
        // The browser reads commands from descriptor 3 and answers on 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1"])
            .arg(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-component-update", "--disable-dev-shm-usage"])
            .args(["--remote-debugging-pipe", "--window-size=1200,800"])
            .arg(format!("--user-data-dir={}", directory.join("profile").display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(output).split(0) {
                let Ok(message) = message else { break };
                let Ok(message) = serde_json::from_slice(&message) else { break };
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut browser = Browser {
            child,
            input,
            output: receiver,
            directory,
            session: String::new(),
            calls: 0,
            errors: Vec::new(),
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        browser.call("Page.enable", json!({}));
        browser.call("Runtime.enable", json!({}));
        browser.load(page);
        Some(browser)
    }

    /// Opens another page.
    pub(crate) fn load(&mut self, page: &str) {
        let file = self.directory.join("page.html");
        std::fs::write(&file, page).unwrap();
        self.call("Page.navigate", json!({"url": format!("file://{}", file.display())}));
        self.event("Page.loadEventFired");
    }

    /// Opens the page again, as it was.
    pub(crate) fn reload(&mut self) {
        self.call("Page.reload", json!({}));
        self.event("Page.loadEventFired");
    }

    /// What went wrong on the page.
    pub(crate) fn errors(&self) -> Vec<String> {
        self.errors.clone()
    }

    /// The value of an expression that is a string.
    pub(crate) fn eval(&mut self, expression: &str) -> String {
        let result = self.call("Runtime.evaluate", json!({"expression": expression}));
        let value = &result["result"]["value"];
        value.as_str().unwrap_or_else(|| panic!("{expression}: {result}")).to_owned()
    }

    /// Moves the pointer to the middle of an element.
    pub(crate) fn point(&mut self, element: &str) -> (f64, f64) {
        let middle = self.eval(&format!(
            "(({{ x, y, width, height }}) => `${{x + width / 2}} ${{y + height / 2}}`)(({element}).getBoundingClientRect())"
        ));
        let (x, y) = middle.split_once(' ').unwrap();
        let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
        let moved = json!({"type": "mouseMoved", "x": x, "y": y});
        self.call("Input.dispatchMouseEvent", moved);
        (x, y)
    }

    /// Clicks on the middle of an element.
    pub(crate) fn click(&mut self, element: &str) {
        let (x, y) = self.point(element);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses a key.
    pub(crate) fn key(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "PageUp" => 33,
            "PageDown" => 34,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => panic!("{key}"),
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let event = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text,
            });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// The names of everything of a role, as a screen reader gets them.
    pub(crate) fn names(&mut self, role: &str) -> Vec<String> {
        let tree = self.call("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().unwrap().iter();
        let nodes = nodes.filter(|node| node["role"]["value"] == role && node["ignored"] != true);
        nodes.map(|node| node["name"]["value"].as_str().unwrap_or("").to_owned()).collect()
    }

    /// Makes the system prefer a theme.
    pub(crate) fn prefer(&mut self, theme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": theme}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut message = json!({"id": self.calls, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.input.write_all(message.to_string().as_bytes()).unwrap();
        self.input.write_all(&[0]).unwrap();
        self.input.flush().unwrap();
        let id = self.calls;
        let answer = self.receive(|message| message["id"] == id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn event(&mut self, method: &str) {
        self.receive(|message| message["method"] == method);
    }

    fn receive(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.output.recv_timeout(Duration::from_secs(120)).unwrap();
            if message["method"] == "Runtime.exceptionThrown" {
                self.errors.push(message["params"].to_string());
            }
            if wanted(&message) {
                return message;
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked to, it also ends the processes that it started, and lets go of its files.
        let _ = self.input.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        while self.output.recv_timeout(Duration::from_secs(10)).is_ok() {}
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
