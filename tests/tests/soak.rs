//! A hundred thousand calls of every kind in one process: one result each, nothing left behind.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tool_core::exec::approve_all;
use tool_core::{
    AccessMode, Budget, Cancel, Executor, FnTool, Registry, Status, ToolCall, ToolError,
    ToolMetadata, ToolOutput,
};

const CALLS: usize = 100_000;

/// How many calls go in one batch, and how many batches run at once.
const BATCH: usize = 20;

/// A source of numbers that is the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

fn tool(name: &str, metadata: ToolMetadata) -> FnTool {
    let own = name.to_owned();
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    FnTool::new(name, "Does what its name says.", schema, move |arguments, _| {
        let how = own.clone();
        async move {
            match how.as_str() {
                "fails" => return Err(ToolError::new("no")),
                "panics" => panic!("as it should"),
                "hangs" => std::future::pending::<()>().await,
                "yields" => tokio::task::yield_now().await,
                _ => {}
            }
            Ok(ToolOutput::from(Value::Object(arguments)))
        }
    })
    .metadata(metadata)
}

fn executor() -> Executor {
    let reads = || ToolMetadata::new().access_mode(AccessMode::Readonly).reads(["path"]);
    let writes = || ToolMetadata::new().access_mode(AccessMode::Write).writes(["path"]);
    let limit = Duration::from_millis(2);
    Executor::builder(
        Registry::of_tools([
            tool("works", reads()),
            tool("yields", reads()),
            tool("kept", reads().idempotent(true)),
            tool("writes", writes()),
            tool("fails", reads()),
            tool("panics", writes()),
            tool("hangs", reads().timeout(limit)),
            tool("gated", ToolMetadata::new()),
        ])
        .unwrap(),
    )
    .approver(approve_all())
    .budget(Budget::unlimited())
    .loop_guard(false)
    .build()
    .unwrap()
}

/// A batch of random calls, some withdrawn at a random point; how each ended.
async fn batch(executor: Executor, seed: u64, ends: Arc<[AtomicU64]>) {
    const TOOLS: [&str; 10] = [
        "works", "works", "yields", "kept", "kept", "writes", "fails", "panics", "gated", "nobody",
    ];
    let mut numbers = Numbers(seed * 2 + 1);
    let mut withdrawn = Vec::new();
    let calls: Vec<ToolCall<'static>> = (0..BATCH)
        .map(|_| {
            let hangs = numbers.next(50) == 0;
            let name = if hangs { "hangs" } else { TOOLS[numbers.next(10) as usize] };
            let path = format!("file{}", numbers.next(4));
            let call = ToolCall::new(name, json!({"path": path}));
            if numbers.next(20) == 0 {
                let cancel = Cancel::new();
                withdrawn.push((numbers.next(40), cancel.clone()));
                call.cancel(cancel)
            } else {
                call
            }
        })
        .collect();
    let session = executor.session(executor.context().clone());
    let running = session.batch(calls);
    let withdrawing = tokio::spawn(async move {
        for (after, cancel) in withdrawn {
            for _ in 0..after {
                tokio::task::yield_now().await;
            }
            cancel.cancel();
        }
    });
    let results = running.all().await;
    assert_eq!(results.len(), BATCH);
    for result in results {
        ends[result.status as usize].fetch_add(1, Ordering::Relaxed);
    }
    withdrawing.await.unwrap();
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_thousand_calls_end_once_each_and_leave_nothing_behind() {
    std::panic::set_hook(Box::new(|_| {}));
    let executor = executor();
    let ends: Arc<[AtomicU64]> = Status::ALL.iter().map(|_| AtomicU64::new(0)).collect();
    let alive = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let mut after_a_tenth = 0;
    let rounds = CALLS / BATCH / 10;
    for round in 0..rounds {
        let batches: Vec<_> = (0..10)
            .map(|index| {
                let seed = (round * 10 + index) as u64;
                tokio::spawn(batch(executor.clone(), seed, Arc::clone(&ends)))
            })
            .collect();
        for batch in batches {
            batch.await.unwrap();
        }
        if round == rounds / 10 {
            after_a_tenth = resident_kib();
        }
    }
    let counts: BTreeMap<&str, u64> = Status::ALL
        .iter()
        .zip(ends.iter())
        .map(|(status, count)| (status.as_str(), count.load(Ordering::Relaxed)))
        .filter(|(_, count)| *count > 0)
        .collect();
    println!("{counts:?}; {after_a_tenth} KiB, then {} KiB", resident_kib());
    assert_eq!(counts.values().sum::<u64>(), CALLS as u64);
    for kind in ["ok", "failed", "panicked", "timeout", "cancelled", "unknown_tool"] {
        assert!(counts.contains_key(kind), "no call ended as {kind}: {counts:?}");
    }
    // A task that was ended may need a moment to be gone.
    while tokio::runtime::Handle::current().metrics().num_alive_tasks() > alive {
        tokio::task::yield_now().await;
    }
    let grown = resident_kib().saturating_sub(after_a_tenth);
    assert!(grown < 24 * 1024, "{grown} KiB more than after a tenth of the calls");
}
