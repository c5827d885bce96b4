//! Ends that come from outside: signals, and readers that go away.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::run::fixture;

#[cfg(unix)]
tests![
    a_reader_that_goes_away_is_a_quiet_end,
    ctrl_c_leaves_no_child_process,
    ctrl_c_stops_a_busy_tool,
    a_request_to_terminate_cancels_as_well,
];

#[cfg(not(unix))]
tests![a_reader_that_goes_away_is_a_quiet_end];

/// Long enough for a machine under load; nobody waits that long where all is well.
const PATIENCE: Duration = Duration::from_secs(60);

fn a_reader_that_goes_away_is_a_quiet_end() {
    for words in
        [vec!["call", "lines", "--count", "100000"], vec!["list"], vec!["completions", "zsh"]]
    {
        let mut command = fixture();
        command.args(&words).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    }
    // Nobody reads what is wrong either: still the exit code, and no panic.
    let mut child = fixture().args(["call", "nothing"]).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(4));
}

#[cfg(unix)]
fn signal(child: &Child, signal: rustix::process::Signal) {
    rustix::process::kill_process(rustix::process::Pid::from_child(child), signal).unwrap();
}

fn wait_for(file: &Path) {
    let begun = Instant::now();
    while !file.exists() {
        assert!(begun.elapsed() < PATIENCE, "{} was never written", file.display());
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Everything that the process and its children write, once all of them have ended.
#[cfg(unix)]
fn ended(mut child: Child) -> (Option<i32>, String, String) {
    let (tell, told) = std::sync::mpsc::channel();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    std::thread::spawn(move || {
        let mut text = (String::new(), String::new());
        let read = out.read_to_string(&mut text.0).and_then(|_| err.read_to_string(&mut text.1));
        tell.send(read.map(|_| text)).unwrap();
    });
    let (out, err) = told.recv_timeout(PATIENCE).expect("a process still runs").unwrap();
    (child.wait().unwrap().code(), out, err)
}

#[cfg(unix)]
fn started(tool: &str, folder: &Path) -> Child {
    let started = folder.join("started");
    let mut command = fixture();
    command.args(["call", tool, "--started"]).arg(&started);
    if tool == "busy" {
        command.arg("--stopped").arg(folder.join("stopped"));
    }
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&started);
    child
}

#[cfg(unix)]
fn ctrl_c_leaves_no_child_process() {
    let folder = tempfile::tempdir().unwrap();
    let child = started("parent", folder.path());
    signal(&child, rustix::process::Signal::INT);
    // The child process holds stdout open as long as it lives.
    let said = "ERROR: the call of `parent` was withdrawn before it was done\n";
    assert_eq!(ended(child), (Some(130), String::new(), said.to_owned()));
}

#[cfg(unix)]
fn ctrl_c_stops_a_busy_tool() {
    let folder = tempfile::tempdir().unwrap();
    let child = started("busy", folder.path());
    signal(&child, rustix::process::Signal::INT);
    assert_eq!(ended(child).0, Some(130));
    assert!(folder.path().join("stopped").exists(), "it was torn down before it could stop");
}

#[cfg(unix)]
fn a_request_to_terminate_cancels_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let child = started("parent", folder.path());
    signal(&child, rustix::process::Signal::TERM);
    assert_eq!(ended(child).0, Some(130));
}
