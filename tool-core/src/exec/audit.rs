//! A record of every call, whatever became of it.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use super::flow::Flow;
use super::sync::{Mutex, lock};
use crate::{AccessMode, Mode, Status, ToolResult};

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AuditEvent {
    /// A call that is not readonly is about to run.
    Started,
    /// A call has ended, or was refused.
    Ended,
}

/// One line of the audit.
///
/// Arguments stand in it only by their digest; secrets enter that under a key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AuditRecord {
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
    /// What happened.
    pub event: AuditEvent,
    /// The session.
    #[serde(serialize_with = "text")]
    pub session: Arc<str>,
    /// The call.
    #[serde(serialize_with = "text")]
    pub call_id: Arc<str>,
    /// The tool under its own name; as it was called where there is none.
    #[serde(serialize_with = "text")]
    pub tool: Arc<str>,
    /// What the call may do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access: Option<AccessMode>,
    /// The ceiling.
    pub mode: Mode,
    /// SHA-256 of the canonical arguments, where an approval was bound to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<String>,
    /// Why it may run: `ungated`, `approved`, `granted`, a rule, a reason of the tool's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// How it ended; absent when it starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Why it failed or was refused, for the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How long it waited before it ran, in microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waited_us: Option<u64>,
    /// How long it ran, in microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ran_us: Option<u64>,
    /// The size of what the model sees, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<usize>,
}

fn text<S: serde::Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

/// Where records go.
///
/// It is called in the task of the call: one write to an open file is quick enough, a network is
/// not.
pub trait AuditSink: Send + Sync + 'static {
    /// Keeps a record.
    ///
    /// # Errors
    /// Why it could not. Where audit is required, the call is refused.
    fn record(&self, record: AuditRecord) -> Result<(), String>;
}

/// Records in memory: for tests, and for hosts that show them.
#[derive(Debug, Clone, Default)]
pub struct AuditMemory(Arc<Mutex<Vec<AuditRecord>>>);

impl AuditMemory {
    /// No records yet.
    pub fn new() -> Self {
        AuditMemory::default()
    }

    /// Every record so far.
    pub fn records(&self) -> Vec<AuditRecord> {
        lock(&self.0).clone()
    }

    /// Takes the records out.
    pub fn take(&self) -> Vec<AuditRecord> {
        std::mem::take(&mut *lock(&self.0))
    }
}

impl AuditSink for AuditMemory {
    fn record(&self, record: AuditRecord) -> Result<(), String> {
        lock(&self.0).push(record);
        Ok(())
    }
}

/// Records as JSON lines in a file that is put aside when it is full.
///
/// `audit.jsonl` becomes `audit.jsonl.1`, that `audit.jsonl.2`, and so on; the oldest goes. Files
/// are readable for their owner only.
#[derive(Debug)]
pub struct AuditFile {
    path: PathBuf,
    most_bytes: u64,
    keep: usize,
    open: Mutex<Option<(File, u64)>>,
}

impl AuditFile {
    /// Writes to `path`, which is opened at the first record. Default: 10 MiB a file, 5 old files.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        AuditFile {
            path: path.into(),
            most_bytes: 10 * 1024 * 1024,
            keep: 5,
            open: Mutex::new(None),
        }
    }

    /// Sets how large a file may grow, and how many old ones are kept.
    #[must_use]
    pub fn rotate(mut self, most_bytes: u64, keep: usize) -> Self {
        self.most_bytes = most_bytes;
        self.keep = keep;
        self
    }

    fn write(&self, line: &str) -> std::io::Result<()> {
        let mut open = lock(&self.open);
        let size = line.len() as u64;
        if let Some((_, written)) = &*open
            && *written > 0
            && written.saturating_add(size) > self.most_bytes
        {
            *open = None;
            self.put_aside()?;
        }
        let (file, written) = match &mut *open {
            Some(open) => open,
            none => none.insert(append(&self.path)?),
        };
        file.write_all(line.as_bytes())?;
        *written = written.saturating_add(size);
        Ok(())
    }

    fn put_aside(&self) -> std::io::Result<()> {
        if self.keep == 0 {
            return std::fs::remove_file(&self.path);
        }
        for number in (1..self.keep).rev() {
            let from = numbered(&self.path, number);
            if from.exists() {
                std::fs::rename(from, numbered(&self.path, number + 1))?;
            }
        }
        std::fs::rename(&self.path, numbered(&self.path, 1))
    }
}

fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{number}"));
    PathBuf::from(name)
}

fn append(path: &Path) -> std::io::Result<(File, u64)> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    let written = file.metadata()?.len();
    Ok((file, written))
}

impl AuditSink for AuditFile {
    fn record(&self, record: AuditRecord) -> Result<(), String> {
        let mut line = serde_json::to_string(&record).map_err(|error| error.to_string())?;
        let _ = line.write_char('\n');
        self.write(&line).map_err(|error| error.to_string())
    }
}

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

fn record(flow: &Flow<'_>, event: AuditEvent) -> AuditRecord {
    AuditRecord {
        time_ms: now_ms(),
        event,
        session: Arc::clone(flow.session.id()),
        call_id: Arc::clone(&flow.id),
        tool: match &flow.tool {
            Some(tool) => tool.shared_name(),
            None => Arc::from(crate::args::clip(&flow.call.name, 64)),
        },
        access: flow.tool.as_ref().map(|_| flow.access),
        mode: flow.session.context().mode(),
        arguments: flow.known_digest(),
        decision: flow.decision_text(),
        status: None,
        reason: None,
        waited_us: None,
        ran_us: None,
        bytes: None,
    }
}

/// Says that a call is about to run that may change something. Where that cannot be written
/// although it must, the call is refused.
pub(super) fn started(flow: &Flow<'_>) -> Result<(), super::flow::Ended> {
    let engine = flow.session.engine();
    let Some(audit) = &engine.audit else { return Ok(()) };
    if flow.access.is_safe() {
        return Ok(());
    }
    match audit.record(record(flow, AuditEvent::Started)) {
        Err(why) if engine.audit_required => Err(super::flow::Ended::new(
            ToolResult::failed(
                Status::Blocked,
                "This host must keep a record of the call and cannot; nothing was done.",
            )
            .with_operator(format!("audit: {why}")),
        )),
        Err(why) => {
            tracing::error!(why, "the audit could not be written");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Stage 22: how the call ended.
pub(super) fn ended(flow: &Flow<'_>, result: &ToolResult) {
    let Some(audit) = &flow.session.engine().audit else { return };
    let times = flow.times();
    let record = AuditRecord {
        status: Some(result.status),
        reason: match (&result.operator, &result.error) {
            (Some(operator), _) => Some(operator.clone()),
            (None, error) => error.clone(),
        },
        waited_us: times.map(|times| times.0.as_micros() as u64),
        ran_us: times.map(|times| times.1.as_micros() as u64),
        bytes: Some(result.shown_bytes()),
        ..record(flow, AuditEvent::Ended)
    };
    if let Err(why) = audit.record(record) {
        tracing::error!(why, "the audit could not be written");
    }
}

/// A call that nobody waits for any more: it is recorded all the same.
pub(super) fn dropped(flow: &Flow<'_>) {
    let text = match flow.ran {
        Some(_) => "the caller went away while it ran",
        None => "the caller went away before it ran",
    };
    ended(flow, &ToolResult::failed(Status::Cancelled, text));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(tool: &str) -> AuditRecord {
        AuditRecord {
            time_ms: 1,
            event: AuditEvent::Ended,
            session: Arc::from("s"),
            call_id: Arc::from("c"),
            tool: Arc::from(tool),
            access: Some(AccessMode::Write),
            mode: Mode::Build,
            arguments: None,
            decision: None,
            status: Some(Status::Ok),
            reason: None,
            waited_us: None,
            ran_us: Some(5),
            bytes: Some(0),
        }
    }

    #[test]
    fn a_record_is_one_line_of_json() {
        let text = serde_json::to_string(&line("write")).unwrap();
        assert_eq!(
            text,
            r#"{"time_ms":1,"event":"ended","session":"s","call_id":"c","tool":"write","access":"write","mode":"build","status":"ok","ran_us":5,"bytes":0}"#
        );
    }

    #[test]
    fn a_full_file_is_put_aside_and_the_oldest_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("audit.jsonl");
        let audit = AuditFile::new(&path).rotate(300, 2);
        for number in 0..10 {
            audit.record(line(&format!("tool_{number}"))).unwrap();
        }
        let names = |path: &Path| -> Vec<String> {
            let text = std::fs::read_to_string(path).unwrap();
            text.lines()
                .map(|line| {
                    serde_json::from_str::<serde_json::Value>(line).unwrap()["tool"].to_string()
                })
                .collect()
        };
        let all: Vec<String> = [numbered(&path, 2), numbered(&path, 1), path.clone()]
            .iter()
            .flat_map(|p| names(p))
            .collect();
        assert_eq!(all.len(), 6, "{all:?}");
        assert_eq!(all.last().unwrap(), "\"tool_9\"");
        assert!(!numbered(&path, 3).exists());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn a_second_process_goes_on_where_the_first_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("audit.jsonl");
        AuditFile::new(&path).record(line("a")).unwrap();
        AuditFile::new(&path).record(line("b")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2);
    }
}
