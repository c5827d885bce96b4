//! A call by the tool's name, from text and from a value, beside the same by hand.
//!
//! `cargo bench -p tool-benches --bench dispatch` prints wall time per call as ratios of medians.
//! `… --bench dispatch -- one PEER TOOL N` makes N calls and nothing else, for a counter of
//! instructions; `scripts/bench-instructions` runs it under callgrind.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::Value;
use tool_benches::{arguments, floor};
use tool_core::{Executor, Form, Registry, ToolContext};

const PEERS: [&str; 6] =
    ["floor-value", "floor-text", "bare-value", "bare-text", "executor-value", "executor-text"];

struct Bench {
    registry: Registry,
    executor: Executor,
    ctx: ToolContext,
}

impl Bench {
    /// `n` calls, their arguments copied before the clock starts.
    async fn calls(&self, peer: &str, tool: &str, n: usize) -> Duration {
        let value = arguments(tool);
        let text = value.to_string();
        let mut values: Vec<Value> = Vec::new();
        if peer.ends_with("value") {
            values.resize(n, value);
        }
        let mut next = || values.pop().unwrap_or_default();
        macro_rules! measured {
            ($call:expr) => {{
                let start = Instant::now();
                for _ in 0..n {
                    black_box($call);
                }
                start.elapsed()
            }};
        }
        let get = |name: &str| self.registry.get(name).expect("the tool is linked");
        match peer {
            "floor-value" => measured!(floor::value(black_box(tool), next()).await.is_ok()),
            "floor-text" => measured!(floor::text(black_box(tool), &text).await.is_ok()),
            "bare-value" => measured!(
                get(black_box(tool)).run_bare(&self.ctx, next().into(), Form::Value).await.success
            ),
            "bare-text" => measured!(
                get(black_box(tool))
                    .run_bare(&self.ctx, text.as_str().into(), Form::Text)
                    .await
                    .success
            ),
            "executor-value" => {
                measured!(self.executor.call(black_box(tool), next()).await.success)
            }
            "executor-text" => {
                measured!(self.executor.call(black_box(tool), text.as_str()).await.success)
            }
            // What copying the arguments costs, which a counter of instructions sees as well.
            "copy-value" => measured!(std::mem::forget(next())),
            "copy-text" => Duration::ZERO,
            other => panic!("no peer {other}; one of {PEERS:?}"),
        }
    }
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

fn main() {
    tool_benches::link();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime starts");
    let registry = Registry::collect().expect("the tools are linked");
    let bench = Bench {
        executor: Executor::builder(registry.clone())
            .for_programs()
            .build()
            .expect("nothing is missing"),
        registry,
        ctx: ToolContext::builder().build(),
    };
    let words: Vec<String> = std::env::args().filter(|word| word != "--bench").skip(1).collect();
    if let [one, peer, tool, n] = words.as_slice()
        && one == "one"
    {
        let n = n.parse().expect("N is a number");
        runtime.block_on(bench.calls(peer, tool, n));
        return;
    }
    println!("tool\tway\tns per call\tratio to the floor of its door");
    for tool in ["find_files", "edit"] {
        let n = if tool == "edit" { 200 } else { 2_000 };
        let mut times = vec![Vec::new(); PEERS.len()];
        for round in 0..33 {
            for (peer, times) in PEERS.iter().zip(&mut times) {
                let took = runtime.block_on(bench.calls(peer, tool, n));
                if round >= 3 {
                    times.push(took.as_nanos() as f64 / n as f64);
                }
            }
        }
        for (index, peer) in PEERS.iter().enumerate() {
            let floor = times[index % 2].clone();
            let ratios = times[index].iter().zip(&floor).map(|(own, floor)| own / floor).collect();
            println!("{tool}\t{peer}\t{:.0}\t{:.2}", median(times[index].clone()), median(ratios));
        }
    }
}
