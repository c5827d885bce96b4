//! The file in which things are kept.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};
use tool_core::{Status, ToolContext, ToolError};

use super::item::{Kept, KeptItem, LONGEST, Shelf};
use crate::time::rfc3339;

/// Most things of one sort, so that the file stays small.
const MOST: i64 = 10_000;

/// How long a call waits for another that writes.
const PATIENCE: Duration = Duration::from_secs(20);

const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS item (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        shelf TEXT NOT NULL,
        project TEXT NOT NULL,
        label TEXT NOT NULL,
        text TEXT NOT NULL,
        done INTEGER NOT NULL DEFAULT 0,
        changed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS item_shelf ON item (shelf, project);
";

/// The SQLite file in which notes, tasks and facts are kept, given by the host as state.
///
/// Without it they are in the user's data folder: `$XDG_DATA_HOME/tool/kept.sqlite`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreFile(PathBuf);

impl StoreFile {
    /// A store in this file; it is made when it is needed.
    pub fn new(file: impl Into<PathBuf>) -> Self {
        StoreFile(file.into())
    }
}

/// What happens to one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is done, or not done after all.
    Done(bool),
    /// It goes.
    Delete,
}

/// The store, open for one shelf of one project.
pub(crate) struct Keeper {
    db: Connection,
    shelf: Shelf,
    project: String,
}

impl Keeper {
    /// Opens the store of a call.
    pub(crate) fn open(ctx: &ToolContext, shelf: Shelf) -> Result<Self, ToolError> {
        let given = ctx.state::<StoreFile>().map(|file| file.0.clone());
        let file = given.or_else(users_file).ok_or_else(|| {
            ToolError::new("there is no data folder to keep things in")
                .hint("Ask the user to set HOME or XDG_DATA_HOME.")
        })?;
        let project = match (shelf, ctx.roots().first()) {
            (Shelf::Facts, _) | (_, None) => String::new(),
            (_, Some(root)) => {
                let root = fs::canonicalize(root).unwrap_or_else(|_| root.clone());
                root.to_string_lossy().into_owned()
            }
        };
        let db = connect(&file)?;
        Ok(Keeper { db, shelf, project })
    }

    /// Keeps a new thing. A fact of the same key is replaced.
    pub(crate) fn add(&mut self, label: &str, text: &str) -> Result<Kept, ToolError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(invalid("there is no `text` to keep"));
        }
        if text.len() > LONGEST || label.len() > LONGEST {
            return Err(invalid("the text is longer than 64 KiB; keep it in a file"));
        }
        let (shelf, project) = (self.shelf, self.project.clone());
        let change = self.db.transaction_with_behavior(TransactionBehavior::Immediate);
        let change = change.map_err(failed)?;
        let count: i64 = change
            .query_row(
                "SELECT count(*) FROM item WHERE shelf = ?1 AND project = ?2",
                params![shelf.name(), project],
                |row| row.get(0),
            )
            .map_err(failed)?;
        if count >= MOST {
            return Err(ToolError::new(format!("{MOST} are kept already; delete some first")));
        }
        let mut done = "added";
        if shelf == Shelf::Facts {
            let sql = "DELETE FROM item WHERE shelf = ?1 AND project = ?2 AND label = ?3";
            let old = change.execute(sql, params![shelf.name(), project, label]).map_err(failed)?;
            done = if old > 0 { "replaced" } else { "added" };
        }
        let sql =
            "INSERT INTO item (shelf, project, label, text, changed) VALUES (?1, ?2, ?3, ?4, ?5)";
        change.execute(sql, params![shelf.name(), project, label, text, now()]).map_err(failed)?;
        let id = change.last_insert_rowid();
        change.commit().map_err(failed)?;
        self.one(id, done)
    }

    /// The things in which all words of a query stand, the newest first.
    pub(crate) fn find(
        &self,
        query: &str,
        fits: impl Fn(&KeptItem) -> bool,
        limit: usize,
    ) -> Result<Kept, ToolError> {
        let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
        let sql = "SELECT id, label, text, done, changed FROM item
                   WHERE shelf = ?1 AND project = ?2 ORDER BY changed DESC, id DESC";
        let mut statement = self.db.prepare(sql).map_err(failed)?;
        let rows =
            statement.query_map(params![self.shelf.name(), self.project], item).map_err(failed)?;
        let (mut items, mut total) = (Vec::new(), 0);
        for row in rows {
            let item = row.map_err(failed)?;
            let all = format!("{} {}", item.label, item.text).to_lowercase();
            if fits(&item) && words.iter().all(|word| all.contains(word.as_str())) {
                total += 1;
                if items.len() < limit {
                    items.push(item);
                }
            }
        }
        Ok(Kept { done: "found", items, total })
    }

    /// Changes the thing of that number.
    pub(crate) fn change(&mut self, id: i64, change: Change) -> Result<Kept, ToolError> {
        let before = self.one(id, "deleted")?;
        let (shelf, project) = (self.shelf.name(), &self.project);
        let place = "WHERE shelf = ?1 AND project = ?2 AND id = ?3";
        match change {
            Change::Delete => {
                let sql = format!("DELETE FROM item {place}");
                self.db.execute(&sql, params![shelf, project, id]).map_err(failed)?;
                Ok(before)
            }
            Change::Done(done) => {
                let sql = format!("UPDATE item SET done = ?4, changed = ?5 {place}");
                let values = params![shelf, project, id, done, now()];
                self.db.execute(&sql, values).map_err(failed)?;
                self.one(id, if done { "done" } else { "reopened" })
            }
        }
    }

    fn one(&self, id: i64, done: &'static str) -> Result<Kept, ToolError> {
        let sql = "SELECT id, label, text, done, changed FROM item
                   WHERE shelf = ?1 AND project = ?2 AND id = ?3";
        let values = params![self.shelf.name(), self.project, id];
        let found = self.db.query_row(sql, values, item).optional().map_err(failed)?;
        match found {
            Some(item) => Ok(Kept { done, items: vec![item], total: 1 }),
            None => Err(ToolError::new(format!("there is no #{id}"))
                .hint("List them to see their numbers.")),
        }
    }
}

fn item(row: &Row<'_>) -> rusqlite::Result<KeptItem> {
    Ok(KeptItem {
        id: row.get(0)?,
        label: row.get(1)?,
        text: row.get(2)?,
        done: row.get(3)?,
        changed: rfc3339(row.get(4)?),
    })
}

fn connect(file: &Path) -> Result<Connection, ToolError> {
    let made = || -> std::io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        }
        // Only the user may read what is kept.
        fs::OpenOptions::new().create(true).append(true).mode(0o600).open(file).map(drop)
    };
    made().map_err(|error| {
        ToolError::new("the store cannot be opened")
            .operator(format!("{}: {error}", file.display()))
    })?;
    let db = Connection::open(file).map_err(failed)?;
    db.busy_timeout(PATIENCE).map_err(failed)?;
    // Old or new after a kill at any moment, and readers do not wait for writers.
    db.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    db.execute_batch(TABLE).map_err(failed)?;
    Ok(db)
}

fn users_file() -> Option<PathBuf> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share"));
    let data = data.filter(|data| data.is_absolute()).or_else(home)?;
    Some(data.join("tool/kept.sqlite"))
}

fn now() -> i64 {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
    i64::try_from(now).unwrap_or_default()
}

fn failed(error: rusqlite::Error) -> ToolError {
    let busy = matches!(
        error.sqlite_error_code(),
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked)
    );
    let told = ToolError::new("the store cannot be used at the moment").operator(error.to_string());
    if busy { told.retryable() } else { told }
}

fn invalid(why: &'static str) -> ToolError {
    ToolError::new(why).status(Status::InvalidArguments)
}
