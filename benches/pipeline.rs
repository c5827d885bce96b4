//! What the stages cost a call that only reads: by switching them on one after the other.
//!
//! `cargo bench -p tool-benches --bench pipeline` prints the time per call on one thread, and what
//! each stage adds; then calls per second in batches, and the peak of memory.

use std::hint::black_box;
use std::time::Instant;

use serde_json::json;
use tool_benches::arguments;
use tool_core::exec::{AuditMemory, PolicyEffect, PolicyRule};
use tool_core::{Executor, ExecutorBuilder, Form, Hook, Policy, Registry, ToolCall, ToolContext};

const ROUNDS: usize = 31;
const CALLS: usize = 2_000;

fn base(registry: &Registry) -> ExecutorBuilder {
    // A budget without end is counted all the same.
    Executor::builder(registry.clone()).for_programs().recall(false)
}

fn policy() -> Policy {
    let rule = |effect, text| PolicyRule::parse(effect, text).expect("it is a rule");
    Policy::new()
        .rule(rule(PolicyEffect::Deny, "*(pattern = *secret*)"))
        .rule(rule(PolicyEffect::Ask, "edit"))
        .rule(rule(PolicyEffect::Allow, "find_files"))
}

fn hooks(builder: ExecutorBuilder) -> ExecutorBuilder {
    builder
        .hook(Hook::checking("check", |call| async move {
            black_box(call.arguments.str("pattern"));
            Ok(())
        }))
        .hook(Hook::after("after", |_, result| async move {
            black_box(result.success);
            Ok(())
        }))
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or_default()
}

async fn calls(executor: &Executor, texts: &[String]) -> f64 {
    let start = Instant::now();
    for text in texts {
        let good = executor.call(black_box("find_files"), text).await.success;
        assert!(good, "a call was refused");
    }
    start.elapsed().as_nanos() as f64 / CALLS as f64
}

async fn bare(registry: &Registry, ctx: &ToolContext, texts: &[String]) -> f64 {
    let start = Instant::now();
    for text in texts {
        let tool = registry.get(black_box("find_files")).expect("the tool is linked");
        black_box(tool.run_bare(ctx, text.into(), Form::Text).await.success);
    }
    start.elapsed().as_nanos() as f64 / CALLS as f64
}

fn main() {
    tool_benches::link();
    let registry = Registry::collect().expect("the tools are linked");
    let ctx = ToolContext::builder().build();
    // No two are equal, so that nothing is a loop or a duplicate.
    let texts: Vec<String> = (0..CALLS)
        .map(|n| arguments("find_files").to_string().replace("lib", &format!("lib{n:04}")))
        .collect();
    let audit = AuditMemory::new();
    let build = |builder: ExecutorBuilder| builder.build().expect("nothing is missing");
    let ways: Vec<(&str, Executor)> = vec![
        ("own task, time, slot, gate", build(base(&registry))),
        ("+ loop guard", build(base(&registry).loop_guard(true))),
        ("+ policy, three rules", build(base(&registry).policy(policy()))),
        ("+ hooks, one before and one after", build(hooks(base(&registry)))),
        ("+ audit to memory", build(base(&registry).audit(audit.clone()))),
        (
            "all of them",
            build(
                hooks(base(&registry).loop_guard(true).policy(policy()))
                    .audit(audit.clone())
                    .recall(true)
                    .suggestions(true)
                    .cache(true),
            ),
        ),
    ];
    // On the one worker of a runtime, as calls of a host run: what they spawn runs there as well.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime starts");
    let names: Vec<&str> = ways.iter().map(|(name, _)| *name).collect();
    let times = runtime.block_on(async move {
        let work = tokio::spawn(async move {
            let mut times = vec![Vec::new(); ways.len() + 1];
            for round in 0..ROUNDS {
                let mut found = vec![bare(&registry, &ctx, &texts).await];
                for (_, executor) in &ways {
                    found.push(calls(executor, &texts).await);
                    audit.take();
                }
                if round > 0 {
                    found.into_iter().zip(&mut times).for_each(|(time, all)| all.push(time));
                }
            }
            times
        });
        work.await.expect("no call panics")
    });
    let times: Vec<f64> = times.into_iter().map(median).collect();
    let (bare, first) = (times[0], times[1]);
    println!("stages\tns per call\tover the line it stands on");
    println!("bare dispatch\t{bare:.0}\t");
    println!("{}\t{first:.0}\t{:.0}", names[0], first - bare);
    for (name, time) in names.iter().zip(&times[1..]).skip(1) {
        let below = if *name == "all of them" { bare } else { first };
        println!("{name}\t{time:.0}\t{:.0}", time - below);
    }

    let many = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let many = many.expect("a runtime starts");
    let executor = Registry::collect().map(|registry| build(base(&registry)));
    let executor = executor.expect("the tools are linked");
    let start = Instant::now();
    let done = many.block_on(async {
        let mut done = 0;
        for _ in 0..1_000 {
            let calls = (0..100)
                .map(|n| ToolCall::new("find_files", json!({"pattern": format!("{n}*.rs")})));
            done += executor.batch(calls).all().await.len();
        }
        done
    });
    let rate = done as f64 / start.elapsed().as_secs_f64();
    println!("{done} calls in batches of 100\t{rate:.0} a second\tpeak {} KiB", peak_kib());
}
