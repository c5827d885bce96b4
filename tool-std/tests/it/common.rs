//! A tree on disk, and calls of tools on it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tool_core::exec::approve_all;
use tool_core::{Executor, Registry, ToolResult};

/// A folder with a root in it and room beside the root.
pub(super) struct Tree {
    pub(super) base: tempfile::TempDir,
    pub(super) root: PathBuf,
    /// Where deleted files go, beside all that tests look at.
    pub(super) trash: tempfile::TempDir,
    executor: Executor,
    runtime: tokio::runtime::Runtime,
}

impl Tree {
    pub(super) fn new() -> Self {
        Tree::with_roots(&["root"])
    }

    /// Roots by their names below the folder.
    pub(super) fn with_roots(names: &[&str]) -> Self {
        tool_std::link();
        let base = tempfile::tempdir().unwrap();
        let trash = tempfile::tempdir().unwrap();
        let mut builder = Executor::builder(Registry::collect_from(["tool_std"]).unwrap())
            .for_programs()
            .approver(approve_all())
            .state(tool_std::TrashDir::new(trash.path()));
        for name in names {
            fs::create_dir(base.path().join(name)).unwrap();
            builder = builder.root(base.path().join(name));
        }
        let root = base.path().join(names[0]);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        Tree { base, root, trash, executor: builder.build().unwrap(), runtime }
    }

    /// Writes a file below the root, its folders too.
    pub(super) fn file(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Makes a link below the root.
    pub(super) fn link(&self, path: &str, target: impl AsRef<Path>) -> &Self {
        std::os::unix::fs::symlink(target, self.root.join(path)).unwrap();
        self
    }

    /// Writes a file beside the root.
    pub(super) fn outside(&self, path: &str, content: &str) -> PathBuf {
        let path = self.base.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub(super) fn call(&self, tool: &str, arguments: Value) -> ToolResult {
        self.runtime.block_on(self.executor.call(tool, arguments))
    }

    /// The text of a call that succeeds.
    pub(super) fn text(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert!(result.success, "{}", result.to_text());
        result.to_text().into_owned()
    }

    /// The data of a call that succeeds.
    pub(super) fn data(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert!(result.success, "{}", result.to_text());
        result.output.value().unwrap().into_owned()
    }

    /// The text of a call that fails. It must not tell where the tree lies.
    pub(super) fn error(&self, tool: &str, arguments: Value) -> String {
        let sent = arguments.to_string();
        let result = self.call(tool, arguments);
        assert!(!result.success, "it succeeded: {}", result.to_text());
        let text = result.to_text().into_owned();
        let base = self.base.path().to_str().unwrap();
        assert!(sent.contains(base) || !text.contains(base), "it tells a host path: {text}");
        assert!(text.len() < 2_000, "an error of {} bytes", text.len());
        text
    }

    pub(super) fn executor(&self) -> &Executor {
        &self.executor
    }

    pub(super) fn runtime(&self) -> &tokio::runtime::Runtime {
        &self.runtime
    }
}

/// Runs a command in a folder, if the machine has it; its lines, sorted.
pub(super) fn lines_of(dir: &Path, command: &str, arguments: &[&str]) -> Option<Vec<String>> {
    let output =
        std::process::Command::new(command).args(arguments).current_dir(dir).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    Some(lines)
}

/// The lines of a tool's text that are results, sorted.
pub(super) fn results(text: &str) -> Vec<String> {
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.starts_with('[')).map(str::to_owned).collect();
    lines.sort();
    lines
}
