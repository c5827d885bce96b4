//! A call from end to end: every way in which it can end, and that it ends once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use super::*;

mod batches;
mod contract;
mod decisions;
mod hooks;
mod hostile;
mod sessions;
mod telemetry;
use crate::{
    AccessMode, BoxFuture, Cancel, DangerLevel, FnTool, Gate, OutputCap, Registry, Status,
    ToolError, ToolMetadata, ToolOutput, ToolResult,
};

fn schema() -> Value {
    json!({"type": "object", "properties": {"text": {"type": "string"}},
           "additionalProperties": false})
}

fn echo(name: &str, metadata: ToolMetadata) -> FnTool {
    FnTool::new(name, "Gives back its text.", schema(), |arguments, _| async move {
        Ok(ToolOutput::text(arguments.get("text").and_then(Value::as_str).unwrap_or_default()))
    })
    .metadata(metadata)
}

fn readonly() -> ToolMetadata {
    ToolMetadata::new().access_mode(AccessMode::Readonly)
}

fn with(tools: Vec<FnTool>) -> ExecutorBuilder {
    let registry = Registry::new();
    for tool in tools {
        registry.register(tool).unwrap();
    }
    Executor::builder(registry)
}

fn only(tool: FnTool) -> Executor {
    with(vec![tool]).build().unwrap()
}

/// An approver that counts how often it is asked.
fn counting(decision: Decision) -> (impl Approver, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let approver = callback(move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
        decision.clone()
    });
    (approver, asked)
}

#[tokio::test]
async fn a_call_gives_its_result() {
    let executor = only(echo("echo", readonly()));
    let result = executor.call("echo", json!({"text": "hello"})).await;
    assert_eq!((result.status, result.to_text().as_ref()), (Status::Ok, "hello"));
    let result = executor.call("echo", r#"{"text": "hello"}"#).await;
    assert_eq!(result.to_text(), "hello");
}

#[tokio::test]
async fn an_unknown_tool_is_told_with_near_names_only() {
    let executor = with(vec![echo("find_files", readonly()), echo("stat", readonly())]).build();
    let result = executor.unwrap().call("find_file", json!({})).await;
    assert_eq!(result.status, Status::UnknownTool);
    assert_eq!(result.to_text(), "ERROR: there is no tool `find_file`\nDid you mean `find_files`?");
}

#[tokio::test]
async fn a_call_by_alias_is_noted() {
    let executor = only(echo("shell", readonly().aliases(["bash"])));
    let result = executor.call("bash", json!({})).await;
    assert_eq!(result.metadata["called_as"], "bash");
}

#[tokio::test]
async fn disabled_and_unavailable_tools_do_not_run() {
    let executor = only(echo("echo", readonly()));
    executor.registry().disable_tool("echo");
    assert_eq!(executor.call("echo", json!({})).await.status, Status::Disabled);
    let closed = echo("slack", readonly()).availability(|| panic!("no token"));
    let result = only(closed).call("slack", json!({})).await;
    assert_eq!(result.status, Status::Unavailable);
    assert!(!result.to_text().contains("no token"), "{}", result.to_text());
}

#[tokio::test]
async fn repairs_are_noted_in_the_result() {
    let tool = FnTool::new(
        "n",
        "N.",
        json!({"type": "object", "properties": {"n": {"type": "integer"}}}),
        |arguments, _| async move { Ok(ToolOutput::from(arguments["n"].clone())) },
    )
    .metadata(readonly());
    let executor = only(tool);
    let result = executor.call("n", json!({"n": "5"})).await;
    assert_eq!(result.to_text(), "5");
    assert_eq!(result.metadata["repairs"], json!([{"path": "n", "repair": "string to integer"}]));
}

#[tokio::test]
async fn without_an_approver_gated_calls_are_denied_with_advice_for_the_host() {
    let result = only(echo("add", ToolMetadata::new())).call("add", json!({})).await;
    assert_eq!(result.status, Status::Denied);
    assert!(!result.to_text().starts_with("ERROR"));
    assert!(!result.to_text().contains("Executor"));
    assert_eq!(
        result.operator_text().unwrap(),
        "`add` declares no access_mode, so it asks, and this executor has no approver. If it \
         only reads: `#[tool(access_mode = \"readonly\")]`. Otherwise: \
         `Executor::builder(..).approver(..)`."
    );
}

#[tokio::test]
async fn who_is_asked_how_often() {
    let write = ToolMetadata::new().access_mode(AccessMode::Write);
    let execute = ToolMetadata::new().access_mode(AccessMode::Execute);
    let network = ToolMetadata::new().access_mode(AccessMode::Network);
    for (metadata, decision, expected) in [
        (readonly(), Decision::Once, 0),
        (network.clone(), Decision::Once, 0),
        (write.clone(), Decision::Once, 3),
        (write.clone(), Decision::Session, 1),
        (execute.clone(), Decision::Session, 3),
        (ToolMetadata::new(), Decision::Session, 3),
        (readonly().gate(Gate::Approve), Decision::Session, 3),
        (readonly().danger_level(DangerLevel::Medium), Decision::Session, 3),
        (write.danger_level(DangerLevel::High), Decision::Session, 3),
        (execute.gate(Gate::None).ungated_because("a test"), Decision::Once, 0),
    ] {
        let (approver, asked) = counting(decision);
        let built = with(vec![echo("t", metadata.clone())]).approver(approver).build();
        let executor = built.unwrap();
        for _ in 0..3 {
            assert!(executor.call("t", json!({})).await.success);
        }
        assert_eq!(asked.load(Ordering::SeqCst), expected, "{metadata:?}");
    }
}

#[tokio::test]
async fn a_denial_quotes_the_persons_reason_and_runs_nothing() {
    let ran = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&ran);
    let tool = FnTool::new("t", "T.", schema(), move |_, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        async { Ok(ToolOutput::none()) }
    });
    let deny = callback(|_| Decision::Deny(Some("not\u{202e} now\n".to_owned())));
    let executor = with(vec![tool]).approver(deny).build().unwrap();
    let result = executor.call("t", json!({})).await;
    assert_eq!(
        result.to_text(),
        "The user did not allow this call; nothing was done. Reason given: \"not\\u{202e} now\""
    );
    assert_eq!(ran.load(Ordering::SeqCst), 0);
}

struct Broken(&'static str);

impl Approver for Broken {
    fn decide<'a>(
        &'a self,
        _: &'a ApprovalRequest<'a>,
    ) -> BoxFuture<'a, Result<Decision, ToolError>> {
        match self.0 {
            "panics" => panic!("no terminal"),
            "panics later" => Box::pin(async { panic!("no terminal") }),
            "errs" => Box::pin(async { Err(ToolError::new("terminal gone")) }),
            _ => Box::pin(std::future::pending()),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_approver_that_does_not_decide_denies() {
    for how in ["panics", "panics later", "errs", "sleeps"] {
        let built = with(vec![echo("t", ToolMetadata::new())]).approver(Broken(how)).build();
        let result = built.unwrap().call("t", json!({})).await;
        assert_eq!(result.status, Status::Denied, "{how}");
        assert!(!result.to_text().contains("terminal"), "{how}");
    }
}

#[tokio::test]
async fn the_approver_sees_the_arguments_that_will_run() {
    let tool = FnTool::new(
        "t",
        "T.",
        json!({"type": "object", "properties": {
            "n": {"type": "integer"}, "path": {"type": "string", "default": "."}}}),
        |arguments, _| async move { Ok(ToolOutput::from(Value::Object(arguments))) },
    );
    let approver = callback(|request| {
        assert_eq!(request.arguments.as_map(), json!({"n": 5, "path": "."}).as_object().unwrap());
        assert_eq!(request.access, AccessMode::Mixed);
        Decision::Once
    });
    let executor = with(vec![tool]).approver(approver).build().unwrap();
    assert!(executor.call("t", json!({"n": "5"})).await.success);
}

#[tokio::test]
async fn switching_off_while_a_person_thinks_stops_the_call() {
    let registry = Registry::new();
    registry.register(echo("t", ToolMetadata::new())).unwrap();
    let switch = registry.clone();
    let approver = callback(move |_| {
        switch.disable_tool("t");
        Decision::Once
    });
    let executor = Executor::builder(registry).approver(approver).build().unwrap();
    assert_eq!(executor.call("t", json!({})).await.status, Status::Disabled);
}

#[tokio::test]
async fn prompts_come_one_at_a_time_and_one_yes_serves_those_that_wait() {
    let open = Arc::new(AtomicUsize::new(0));
    let asked = Arc::new(AtomicUsize::new(0));

    struct Slow(Arc<AtomicUsize>, Arc<AtomicUsize>);
    impl Approver for Slow {
        fn decide<'a>(
            &'a self,
            _: &'a ApprovalRequest<'a>,
        ) -> BoxFuture<'a, Result<Decision, ToolError>> {
            Box::pin(async {
                assert_eq!(self.0.fetch_add(1, Ordering::SeqCst), 0, "two prompts at once");
                tokio::task::yield_now().await;
                self.0.fetch_sub(1, Ordering::SeqCst);
                self.1.fetch_add(1, Ordering::SeqCst);
                Ok(Decision::Session)
            })
        }
    }
    let metadata = ToolMetadata::new().access_mode(AccessMode::Write);
    let executor =
        with(vec![echo("t", metadata)]).approver(Slow(open, Arc::clone(&asked))).build().unwrap();
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let executor = executor.clone();
            tokio::spawn(async move { executor.call("t", json!({})).await })
        })
        .collect();
    for call in calls {
        assert!(call.await.unwrap().success);
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_mode_is_a_ceiling_over_the_persons_yes() {
    for (mode, access, allowed) in [
        (Mode::Plan, AccessMode::Readonly, true),
        (Mode::Plan, AccessMode::Network, true),
        (Mode::Plan, AccessMode::Write, false),
        (Mode::Plan, AccessMode::Execute, false),
        (Mode::Plan, AccessMode::Mixed, false),
        (Mode::Explore, AccessMode::Readonly, true),
        (Mode::Explore, AccessMode::Write, false),
        (Mode::Build, AccessMode::Mixed, true),
    ] {
        let tool = echo("t", ToolMetadata::new().access_mode(access));
        let executor = with(vec![tool]).mode(mode).approver(approve_all()).build().unwrap();
        let result = executor.call("t", json!({})).await;
        assert_eq!(result.success, allowed, "{mode} {access}");
        assert!(allowed || result.status == Status::ModeRefused);
    }
    let undeclared = with(vec![echo("t", ToolMetadata::new())])
        .mode(Mode::Plan)
        .approver(approve_all())
        .build()
        .unwrap();
    assert_eq!(undeclared.call("t", json!({})).await.status, Status::ModeRefused);
}

fn body<F, R>(metadata: ToolMetadata, run: F) -> Executor
where
    F: Fn(crate::ToolContext) -> R + Send + Sync + 'static,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    only(FnTool::new("t", "T.", schema(), move |_, ctx| run(ctx)).metadata(metadata))
}

#[tokio::test]
async fn a_panic_ends_its_call_and_nothing_else() {
    let executor = body(readonly(), |_| async { panic!("secret {}", 7) });
    let result = executor.call("t", json!({})).await;
    assert_eq!(result.status, Status::Panicked);
    assert!(!result.to_text().contains("secret"));
    assert_eq!(result.operator_text(), Some("panic: secret 7"));
    assert_eq!(executor.call("t", json!({})).await.status, Status::Panicked);
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("in drop");
    }
}

#[tokio::test]
async fn a_panic_while_dropping_is_contained_too() {
    let executor = body(readonly(), |_| async {
        let _bomb = Bomb;
        Ok(ToolOutput::text("x"))
    });
    assert_eq!(executor.call("t", json!({})).await.status, Status::Panicked);
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_never_returns_times_out() {
    let limit = readonly().timeout(Duration::from_millis(1_500));
    let executor = body(limit, |_| std::future::pending());
    let result = executor.call("t", json!({})).await;
    assert_eq!(result.to_text(), "ERROR: `t` did not finish within 1500 ms");
    assert!(!result.retryable);
    let executor = body(readonly().idempotent(true), |_| std::future::pending());
    let result = executor.call("t", json!({})).await;
    assert_eq!(result.to_text(), "ERROR: `t` did not finish within 60 s");
    assert!(result.retryable);
}

/// Tells when it is dropped.
struct Told(Arc<AtomicUsize>);

impl Drop for Told {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn dropping_a_call_ends_the_tool() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&dropped);
    let started = Arc::new(tokio::sync::Notify::new());
    let start = Arc::clone(&started);
    let executor = body(readonly(), move |_| {
        let told = Told(Arc::clone(&counter));
        let start = Arc::clone(&start);
        async move {
            let _told = told;
            start.notify_one();
            std::future::pending().await
        }
    });
    let call = tokio::spawn(async move { executor.call("t", json!({})).await });
    started.notified().await;
    assert_eq!(dropped.load(Ordering::SeqCst), 0);
    call.abort();
    while dropped.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn withdrawing_a_call_gives_its_one_result() {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let executor = body(readonly(), move |ctx| {
        flag.cancel();
        async move {
            ctx.cancel().cancelled().await;
            std::future::pending().await
        }
    });
    let result = executor.run(ToolCall::new("t", json!({})).id("call_9").cancel(cancel)).await;
    assert_eq!(result.status, Status::Cancelled);
}

#[tokio::test]
async fn withdrawing_a_call_withdraws_its_prompt() {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    struct Asking(Cancel);
    impl Approver for Asking {
        fn decide<'a>(
            &'a self,
            _: &'a ApprovalRequest<'a>,
        ) -> BoxFuture<'a, Result<Decision, ToolError>> {
            self.0.cancel();
            Box::pin(std::future::pending())
        }
    }
    let built = with(vec![echo("t", ToolMetadata::new())]).approver(Asking(flag)).build();
    let call = ToolCall::new("t", json!({})).cancel(cancel);
    assert_eq!(built.unwrap().run(call).await.status, Status::Cancelled);
}

#[tokio::test]
async fn a_call_knows_itself() {
    let executor = body(readonly(), |ctx| async move {
        Ok(ToolOutput::text(format!("{} {} {}", ctx.call_id(), ctx.tool_name(), ctx.mode())))
    });
    let result = executor.run(ToolCall::new("t", json!({})).id("call_9")).await;
    assert_eq!(result.to_text(), "call_9 t build");
    assert!(executor.call("t", json!({})).await.to_text().starts_with("call_1 "));
}

#[tokio::test]
async fn long_text_is_capped_with_counts_and_errors_too() {
    let small = readonly().cap(OutputCap { lines: 2, bytes: 1_000 });
    let executor = body(small, |_| async { Ok(ToolOutput::text("a\nb\nc\nd")) });
    let result = executor.call("t", json!({})).await;
    let id = result.metadata["result_id"].as_str().unwrap();
    assert_eq!(
        result.to_text(),
        format!(
            "a\nb\n[2 more lines (3 bytes) left out; read on: `read_result` with result_id \"{id}\"]"
        )
    );
    assert_eq!(result.metadata["cut"]["lines"], 2);
    let page = executor.call("read_result", json!({"result_id": id, "offset": 3})).await;
    assert_eq!(page.to_text(), "c\nd\n[lines 3 to 4 of 4]");
    let executor = body(readonly(), |_| async {
        Err(ToolError::new("x\n".repeat(5_000).as_str().to_owned()))
    });
    let result = executor.call("t", json!({})).await;
    assert!(result.to_text().lines().count() < 1_003);
    assert!(result.to_text().contains("left out"));
}

#[tokio::test]
async fn large_data_loses_tails_and_stays_data() {
    let small = readonly().cap(OutputCap { lines: 1_000, bytes: 500 });
    let executor = body(small.clone(), |_| async {
        let found: Vec<Value> = (0..1_000).map(|n| json!({"path": format!("f{n}")})).collect();
        Ok(ToolOutput::from(json!({"found": found, "total": 1_000})))
    });
    let result = executor.call("t", json!({})).await;
    let data = result.output.value().unwrap().into_owned();
    let kept = data["found"].as_array().unwrap().len();
    assert!(kept > 10 && data.to_string().len() <= 500);
    assert_eq!(data["found"][0], json!({"path": "f0"}));
    assert_eq!(data["total"], 1_000);
    assert_eq!(result.metadata["cut"]["items"], 1_000 - kept);
    assert!(result.to_text().contains(&format!("{} list items", 1_000 - kept)));

    let executor = body(small.clone(), |_| async {
        Ok(ToolOutput::from(json!({"text": "é".repeat(9_000)})))
    });
    let result = executor.call("t", json!({})).await;
    assert!(result.success && result.output.json().unwrap().len() <= 500);

    let executor = body(small, |_| async {
        let many: serde_json::Map<String, Value> =
            (0..500).map(|n| (format!("key{n}"), json!(n))).collect();
        Ok(ToolOutput::from(Value::Object(many)))
    });
    let result = executor.call("t", json!({})).await;
    assert_eq!(result.status, Status::TooLarge);
    assert!(result.hint.is_some());
}

#[tokio::test]
async fn a_result_made_by_the_tool_is_kept() {
    struct Own;
    impl crate::DynTool for Own {
        fn name(&self) -> &str {
            "own"
        }
        fn description(&self) -> &str {
            "Makes its own result."
        }
        fn parameters(&self) -> Value {
            json!({"type": "object"})
        }
        fn metadata(&self) -> ToolMetadata {
            readonly()
        }
        fn call(
            &self,
            _: serde_json::Map<String, Value>,
            _: crate::ToolContext,
        ) -> BoxFuture<'_, ToolResult> {
            Box::pin(async {
                ToolResult::failed(Status::RateLimited, "slow down").with_metadata("wait", 5)
            })
        }
    }
    let registry = Registry::new();
    registry.register(Own).unwrap();
    let result = Executor::builder(registry).build().unwrap().call("own", json!({})).await;
    assert_eq!((result.status, &result.metadata["wait"]), (Status::RateLimited, &json!(5)));
}

#[test]
fn the_stages_stand_in_the_order_of_the_rules() {
    let names: Vec<&str> = STAGES.iter().map(|stage| stage.as_str()).collect();
    assert_eq!(
        names.join(" → "),
        "resolve → enabled → available → allowed → decode → modifying hooks → effective access → \
         mode ceiling → policy → checking hooks → loop guard → budget → gate → \
         cache and duplicates → slots → re-check → run → mask secrets → after-hooks → cap → \
         suggestions → audit"
    );
    assert_eq!(STAGES, Stage::ALL);
}
