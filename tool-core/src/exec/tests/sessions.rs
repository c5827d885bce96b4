//! What a session remembers: budget, repeats, kept results, grants, suggestions.

use super::*;
use crate::{CostTier, RateLimit, Retry, ToolContext};

fn write() -> ToolMetadata {
    ToolMetadata::new().access_mode(AccessMode::Write)
}

/// A tool whose result counts up with every run.
fn ticking(name: &str, metadata: ToolMetadata) -> FnTool {
    let runs = Arc::new(AtomicUsize::new(0));
    FnTool::new(name, "Ticks.", schema(), move |_, _| {
        let run = runs.fetch_add(1, Ordering::SeqCst) + 1;
        async move { Ok(ToolOutput::text(format!("run {run}"))) }
    })
    .metadata(metadata)
}

async fn statuses(executor: &Executor, tool: &str, arguments: Value, times: usize) -> Vec<Status> {
    let mut all = Vec::new();
    for _ in 0..times {
        all.push(executor.call(tool, arguments.clone()).await.status);
    }
    all
}

#[tokio::test]
async fn a_turn_has_its_calls_and_the_next_turn_has_them_again() {
    let executor = with(vec![ticking("t", readonly())]).build().unwrap();
    assert_eq!(statuses(&executor, "t", json!({}), 25).await, [Status::Ok; 25]);
    let refused = executor.call("t", json!({})).await;
    assert_eq!(
        refused.to_text(),
        "ERROR: this turn has used its 25 tool calls; nothing was done\nAnswer with what you have; \
         the user can let you go on."
    );
    assert!(refused.operator_text().unwrap().contains("begin_turn"));
    executor.own_session().begin_turn();
    assert_eq!(executor.call("t", json!({})).await.status, Status::Ok);
}

#[tokio::test]
async fn cost_counts_by_weight_and_what_did_not_run_costs_nothing() {
    let dear = readonly().cost_tier(CostTier::High);
    let executor = with(vec![
        ticking("dear", dear),
        ticking("cheap", readonly().cost_tier(CostTier::Low)),
        echo("gated", write().cost_tier(CostTier::High)),
    ])
    .budget(Budget::unlimited().cost(5))
    .build()
    .unwrap();
    // Denied calls give back what they took.
    assert_eq!(statuses(&executor, "gated", json!({}), 3).await, [Status::Denied; 3]);
    assert_eq!(executor.call("dear", json!({})).await.status, Status::Ok);
    let refused = executor.call("dear", json!({"text": "x"})).await;
    assert!(refused.to_text().contains("the call costs 3 and 2 is left"), "{}", refused.to_text());
    assert_eq!(
        statuses(&executor, "cheap", json!({}), 3).await,
        [Status::Ok, Status::Ok, Status::OverBudget]
    );
}

#[tokio::test]
async fn a_model_whose_calls_are_all_refused_is_told_to_stop() {
    let executor = with(vec![echo("t", readonly())]).build().unwrap();
    assert_eq!(statuses(&executor, "x", json!({}), 10).await, [Status::UnknownTool; 10]);
    let told = executor.call("t", json!({})).await;
    assert_eq!(told.status, Status::OverBudget);
    assert!(told.to_text().contains("Stop calling tools"), "{}", told.to_text());
    executor.own_session().begin_turn();
    assert_eq!(executor.call("t", json!({})).await.status, Status::Ok);
}

#[tokio::test]
async fn a_tool_limits_its_own_rate() {
    let limit = RateLimit { calls: 2, per: Duration::from_secs(3_600) };
    let executor = with(vec![ticking("t", readonly().rate_limit(limit))]).build().unwrap();
    assert_eq!(statuses(&executor, "t", json!({}), 2).await, [Status::Ok; 2]);
    let refused = executor.call("t", json!({})).await;
    assert_eq!((refused.status, refused.retryable), (Status::RateLimited, true));
    // The limit is the tool's, whoever calls.
    let other = executor.session(executor.context().clone());
    assert_eq!(other.call("t", json!({})).await.status, Status::RateLimited);
}

#[tokio::test]
async fn the_same_call_with_the_same_result_is_warned_of_and_then_refused() {
    let executor = with(vec![echo("t", readonly())]).build().unwrap();
    let call = || executor.call("t", json!({"text": "a"}));
    assert!(call().await.notes.is_empty() && call().await.notes.is_empty());
    let warned = call().await;
    assert_eq!(
        warned.to_text(),
        "a\n\nThis call gave the same result 3 times. Once more and it will be refused."
    );
    let refused = call().await;
    assert_eq!(refused.status, Status::Loop);
    assert!(refused.to_text().contains("3 times"), "{}", refused.to_text());
    // Another spelling of the same arguments is the same call.
    let spelt = executor.call("t", "{ \"text\" : \"a\" }").await;
    assert_eq!(spelt.status, Status::Loop);
    assert_eq!(executor.call("t", json!({"text": "b"})).await.status, Status::Ok);
}

#[tokio::test]
async fn page_after_page_is_progress() {
    let pages = ticking("read", readonly().progress_params(["text"]));
    let executor = with(vec![pages]).build().unwrap();
    assert_eq!(statuses(&executor, "read", json!({"text": "a"}), 9).await, [Status::Ok; 9]);
    // By the named parameters two calls are one, whatever else they say.
    let tool = FnTool::new(
        "read",
        "R.",
        json!({"type": "object", "properties": {"path": {"type": "string"}, "n": {"type": "integer"}}}),
        |_, _| async { Ok(ToolOutput::text("same")) },
    );
    let executor = with(vec![tool.metadata(readonly().progress_params(["path"]))]).build().unwrap();
    for n in 0..3 {
        assert!(executor.call("read", json!({"path": "a", "n": n})).await.success);
    }
    assert_eq!(executor.call("read", json!({"path": "a", "n": 9})).await.status, Status::Loop);
}

#[tokio::test]
async fn only_a_change_of_what_is_read_makes_a_repeat_worth_it() {
    let paths = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    let fixed = |name: &str, metadata: ToolMetadata| {
        FnTool::new(name, "F.", paths.clone(), |_, _| async { Ok(ToolOutput::text("same")) })
            .metadata(metadata)
    };
    let fails =
        FnTool::new("fails", "F.", paths.clone(), |_, _| async { Err(ToolError::new("no")) });
    let executor = with(vec![
        fixed("read", readonly().reads(["path"])),
        fixed("write", write().writes(["path"])),
        fixed("run", ToolMetadata::new().access_mode(AccessMode::Execute)),
        fails.metadata(write().writes(["path"])),
    ])
    .approver(approve_all())
    .build()
    .unwrap();
    let read = || executor.call("read", json!({"path": "a"}));
    let three = async || {
        for _ in 0..3 {
            assert!(read().await.success);
        }
        assert_eq!(read().await.status, Status::Loop);
    };
    three().await;
    // Another file, and a write that failed, change nothing about it.
    executor.call("write", json!({"path": "b"})).await;
    assert_eq!(read().await.status, Status::Loop);
    executor.call("fails", json!({"path": "a"})).await;
    assert_eq!(read().await.status, Status::Loop);
    executor.call("write", json!({"path": "./a"})).await;
    three().await;
    // Who runs something may have changed anything.
    executor.call("run", json!({})).await;
    three().await;
    // A write does not make itself worth repeating.
    executor.own_session().begin_turn();
    let again = || executor.call("write", json!({"path": "c"}));
    for _ in 0..3 {
        assert!(again().await.success);
    }
    assert_eq!(again().await.status, Status::Loop);
}

#[tokio::test]
async fn a_kept_result_is_dropped_when_what_it_read_changes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    std::fs::write(&file, "one").unwrap();
    let paths = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    let read = {
        let runs = Arc::new(AtomicUsize::new(0));
        FnTool::new("read", "R.", paths.clone(), move |_, _| {
            let run = runs.fetch_add(1, Ordering::SeqCst);
            async move { Ok(ToolOutput::text(format!("{run}"))) }
        })
        .metadata(readonly().idempotent(true).reads(["path"]))
    };
    let nothing = |name: &str, metadata| {
        FnTool::new(name, "N.", paths.clone(), |_, _| async { Ok(ToolOutput::none()) })
            .metadata(metadata)
    };
    let executor = with(vec![
        read,
        nothing("write", write().writes(["path"])),
        nothing("run", ToolMetadata::new().access_mode(AccessMode::Execute)),
    ])
    .root(folder.path())
    .approver(approve_all())
    .budget(Budget::unlimited())
    .build()
    .unwrap();
    let run = async || executor.call("read", json!({"path": "a"})).await.to_text().into_owned();
    assert_eq!((run().await, run().await), ("0".into(), "0".into()));
    executor.call("write", json!({"path": "b"})).await;
    assert_eq!(run().await, "0");
    executor.call("write", json!({"path": "a"})).await;
    assert_eq!(run().await, "1");
    executor.call("run", json!({})).await;
    assert_eq!(run().await, "2");
    // Changed by somebody else.
    std::fs::write(&file, "longer").unwrap();
    assert_eq!((run().await, run().await), ("3".into(), "3".into()));
    // A folder's time says nothing of what is below it.
    let folder = async || executor.call("read", json!({"path": "."})).await.to_text().into_owned();
    assert_ne!(folder().await, folder().await);
    // Each session has its own.
    let other = executor.session(executor.context().clone());
    assert_ne!(other.call("read", json!({"path": "a"})).await.to_text(), "3");
}

#[tokio::test]
async fn a_large_result_is_not_kept() {
    let runs = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&runs);
    let tool = FnTool::new("t", "T.", schema(), move |arguments, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        let bytes = if arguments.contains_key("text") { 300 * 1024 } else { 1_000 };
        async move { Ok(ToolOutput::text("x".repeat(bytes))) }
    });
    let executor = only(tool.metadata(readonly().idempotent(true)));
    for (arguments, expected) in [(json!({}), 1), (json!({"text": "large"}), 3)] {
        for _ in 0..2 {
            assert!(executor.call("t", arguments.clone()).await.success);
        }
        assert_eq!(runs.load(Ordering::SeqCst), expected);
    }
}

#[tokio::test]
async fn a_yes_for_the_session_is_for_that_tool_access_and_session() {
    let (approver, asked) = counting(Decision::Session);
    let executor = with(vec![ticking("a", write()), ticking("b", write())])
        .approver(approver)
        .build()
        .unwrap();
    let asked = || asked.load(Ordering::SeqCst);
    statuses(&executor, "a", json!({}), 3).await;
    assert_eq!(asked(), 1);
    statuses(&executor, "b", json!({}), 2).await;
    assert_eq!(asked(), 2);
    let other = executor.session(executor.context().clone());
    other.call("a", json!({})).await;
    assert_eq!(asked(), 3);
    // Defined anew, it is asked for anew.
    executor.registry().replace(ticking("a", write().title("Another"))).unwrap();
    executor.call("a", json!({})).await;
    assert_eq!(asked(), 4);
}

#[tokio::test]
async fn nothing_is_remembered_where_every_call_is_asked_for() {
    let every_time = callback(|request| {
        assert_eq!(request.grant, None);
        Decision::Session
    });
    let executor = with(vec![echo("t", ToolMetadata::new())]).approver(every_time).build().unwrap();
    assert!(executor.call("t", json!({})).await.success);
}

#[tokio::test]
async fn suggestions_are_made_once_and_only_of_what_may_be_called() {
    let builder = || {
        with(vec![
            ticking("grep", readonly().precedes(["look", "gone", "off"]).alternatives(["find"])),
            echo("read", readonly().aliases(["look"])),
            echo("edit", readonly().follows(["grep"])),
            echo("off", readonly()),
            echo("find", readonly()),
        ])
    };
    let executor = builder().build().unwrap();
    executor.registry().disable_tool("off");
    let first = executor.call("grep", json!({})).await;
    assert_eq!(first.to_text(), "run 1\n\nOften useful next: `edit`, `read`");
    assert_eq!(executor.call("grep", json!({})).await.to_text(), "run 2");
    let options = SessionOptions::new().allow(["grep", "edit"]);
    let narrow = executor.session_with(executor.context().clone(), options);
    assert!(narrow.call("grep", json!({})).await.to_text().ends_with("next: `edit`"));
}

#[tokio::test(start_paused = true)]
async fn only_idempotent_tools_are_tried_again_and_only_after_retryable_errors() {
    let failing = |metadata: ToolMetadata, retryable: bool| {
        let tries = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&tries);
        let tool = FnTool::new("t", "T.", schema(), move |_, _| {
            counter.fetch_add(1, Ordering::SeqCst);
            async move {
                let error = ToolError::new("busy");
                Err(if retryable { error.retryable() } else { error })
            }
        });
        (only(tool.metadata(metadata)), tries)
    };
    for (metadata, retryable, expected) in [
        (readonly().idempotent(true), true, 3),
        (readonly().idempotent(true).retry(Retry { attempts: 5 }), true, 5),
        (readonly().idempotent(true).retry(Retry { attempts: 1 }), true, 1),
        (readonly().idempotent(true), false, 1),
        (readonly(), true, 1),
    ] {
        let (executor, tries) = failing(metadata, retryable);
        let result = executor.call("t", json!({})).await;
        assert_eq!((result.status, tries.load(Ordering::SeqCst)), (Status::Failed, expected));
        assert_eq!(result.metadata.get("attempts"), (expected > 1).then_some(&json!(expected)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_timeout_is_over_all_attempts_and_is_not_tried_again() {
    let tries = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&tries);
    let tool = FnTool::new("t", "T.", schema(), move |_, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        std::future::pending()
    });
    let metadata = readonly().idempotent(true).timeout(Duration::from_secs(5));
    let executor = only(tool.metadata(metadata));
    assert_eq!(executor.call("t", json!({})).await.status, Status::Timeout);
    assert_eq!(tries.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn results_that_were_cut_are_read_on_by_their_session_alone() {
    let text: String = (0..3_000).map(|n| format!("line {n}\n")).collect();
    let long = FnTool::new("long", "L.", schema(), move |_, _| {
        let text = text.clone();
        async move { Ok(ToolOutput::text(text)) }
    });
    let executor = with(vec![long.metadata(readonly())]).build().unwrap();
    let cut = executor.call("long", json!({})).await;
    let id = cut.metadata["result_id"].clone();
    let page = executor.call("read_result", json!({"result_id": id, "offset": 2_999})).await;
    assert_eq!(page.to_text(), "line 2998\nline 2999\n[lines 2999 to 3000 of 3000]");
    assert!(page.metadata.get("result_id").is_none());
    let past = executor.call("read_result", json!({"result_id": id, "offset": 3_001})).await;
    assert_eq!(past.to_text(), "ERROR: the result of `long` has 3000 lines");
    let other = executor.session(executor.context().clone());
    assert!(!other.call("read_result", json!({"result_id": id})).await.success);
    // Reading on is outside budget and loop guard.
    for _ in 0..40 {
        assert!(executor.call("read_result", json!({"result_id": id})).await.success);
    }
    // Whoever may not use the tool any more may not read what it gave.
    executor.registry().disable_tool("long");
    let gone = executor.call("read_result", json!({"result_id": id})).await;
    assert_eq!(gone.status, Status::Disabled);
    let names: Vec<String> =
        executor.own_session().tools().iter().map(|tool| tool.name().to_owned()).collect();
    assert_eq!(names, ["read_result"]);
}

fn calling(name: &str, metadata: ToolMetadata, inner: &'static str) -> FnTool {
    FnTool::new(name, "Calls.", schema(), move |_, ctx: ToolContext| async move {
        let inner = ctx.call(inner, json!({})).await;
        Ok(ToolOutput::text(format!("{}: {}", inner.status, inner.to_text())))
    })
    .metadata(metadata)
}

#[tokio::test(start_paused = true)]
async fn a_tool_calls_another_in_its_own_slot_within_its_own_rights() {
    let executor = with(vec![
        calling("outer", readonly(), "inner"),
        echo("inner", readonly()),
        calling("endless", readonly(), "endless"),
        calling("writer", readonly(), "gated"),
        echo("gated", write()),
    ])
    .parallel(1)
    .budget(Budget::unlimited().calls(11))
    .build()
    .unwrap();
    assert_eq!(executor.call("outer", json!({})).await.to_text(), "ok: ");
    // The caller's rights are all that there are, and gates are met as by anybody.
    let options = SessionOptions::new().allow(["outer"]);
    let narrow = executor.session_with(executor.context().clone(), options);
    assert!(narrow.call("outer", json!({})).await.to_text().starts_with("not_allowed: "));
    assert!(executor.call("writer", json!({})).await.to_text().starts_with("denied: "));
    // Two calls for the first, one for the second: eight are left, and nine deep it ends.
    let deep = executor.call("endless", json!({})).await.to_text().into_owned();
    assert!(deep.contains("over_budget"), "{deep}");
    executor.own_session().begin_turn();
    let deep = executor.call("endless", json!({})).await.to_text().into_owned();
    assert!(deep.contains("more than 8 deep"), "{deep}");
}

#[tokio::test(start_paused = true)]
async fn a_child_is_withdrawn_with_its_parent() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&dropped);
    let inner = FnTool::new("inner", "I.", schema(), move |_, _| {
        let told = Told(Arc::clone(&counter));
        async move {
            let _told = told;
            std::future::pending().await
        }
    });
    let outer = calling("outer", readonly().timeout(Duration::from_secs(1)), "inner");
    let executor = with(vec![outer, inner.metadata(readonly())]).build().unwrap();
    assert_eq!(executor.call("outer", json!({})).await.status, Status::Timeout);
    while dropped.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_tool_that_asks_by_itself_may_touch_nothing_before_it_has() {
    let tool = |how: &'static str| {
        FnTool::new("t", "T.", schema(), move |_, ctx: ToolContext| async move {
            match how {
                "asks" => ctx.approve("delete 3 files").await?,
                "states" => ctx.approval_not_needed("nothing to delete"),
                _ => {}
            }
            ctx.allow_write(std::path::Path::new("/x"))?;
            ctx.allow_spawn()?;
            ctx.allow_network()?;
            Ok(ToolOutput::text("done"))
        })
        .metadata(write().gate(Gate::SelfGated))
    };
    let approver = || {
        callback(|request| {
            assert_eq!(request.what, Some("delete 3 files"));
            Decision::Once
        })
    };
    for (how, status, decision) in [
        ("asks", Status::Ok, "approved"),
        ("states", Status::Ok, "not needed, says the tool: nothing to delete"),
        ("forgets", Status::Denied, "ungated"),
    ] {
        let audit = AuditMemory::new();
        let executor = with(vec![tool(how)]).approver(approver()).audit(audit.clone()).build();
        assert_eq!(executor.unwrap().call("t", json!({})).await.status, status, "{how}");
        let records = audit.records();
        let [started, ended] = &records[..] else { panic!("{records:?}") };
        assert_eq!((started.event, ended.event), (AuditEvent::Started, AuditEvent::Ended));
        assert_eq!(ended.decision.as_deref(), Some(decision));
    }
}

#[tokio::test(start_paused = true)]
async fn the_time_of_a_call_stands_still_while_it_asks() {
    struct Slow;
    impl Approver for Slow {
        fn decide<'a>(
            &'a self,
            _: &'a ApprovalRequest<'a>,
        ) -> BoxFuture<'a, Result<Decision, ToolError>> {
            Box::pin(async {
                tokio::time::sleep(Duration::from_secs(200)).await;
                Ok(Decision::Once)
            })
        }
    }
    let tool = FnTool::new("t", "T.", schema(), |_, ctx: ToolContext| async move {
        ctx.approve("it").await?;
        Ok(ToolOutput::text("done"))
    });
    let metadata = write().gate(Gate::SelfGated).timeout(Duration::from_secs(2));
    let executor = with(vec![tool.metadata(metadata)]).approver(Slow).build().unwrap();
    assert_eq!(executor.call("t", json!({})).await.status, Status::Ok);
}

#[tokio::test]
async fn explore_runs_what_holds_to_a_sandbox_in_a_scratch_folder_of_the_session() {
    let tool = |metadata: ToolMetadata| {
        FnTool::new("t", "T.", schema(), |_, ctx: ToolContext| async move {
            let root = ctx.write_roots()[0].clone();
            ctx.allow_write(&root.join("x"))?;
            let outside = ctx.allow_write(std::path::Path::new("/x")).is_err();
            std::fs::write(root.join("x"), "x").unwrap();
            assert!(outside && ctx.allow_spawn().is_err() && ctx.allow_network().is_err());
            Ok(ToolOutput::text(root.display().to_string()))
        })
        .metadata(metadata)
    };
    let explore = |metadata| {
        with(vec![tool(metadata)]).mode(Mode::Explore).approver(approve_all()).build().unwrap()
    };
    let refused = explore(write()).call("t", json!({})).await;
    assert_eq!(refused.status, Status::ModeRefused);
    let dear =
        explore(write().sandboxed(true).cost_tier(CostTier::High)).call("t", json!({})).await;
    assert_eq!(dear.status, Status::ModeRefused);
    let executor = explore(write().sandboxed(true));
    let result = executor.call("t", json!({})).await;
    let scratch = std::path::PathBuf::from(result.to_text().into_owned());
    assert!(scratch.join("x").exists(), "{}", result.to_text());
    drop(executor);
    assert!(!scratch.exists(), "it goes with its session");
    let named = tempfile::tempdir().unwrap();
    let sandbox = crate::Sandbox::new().write_root(named.path());
    let builder = with(vec![tool(write().sandboxed(true))]).mode(Mode::Explore).sandbox(sandbox);
    let result = builder.approver(approve_all()).build().unwrap().call("t", json!({})).await;
    assert_eq!(result.to_text(), named.path().display().to_string());
}

#[tokio::test]
async fn explain_says_what_every_stage_would_and_runs_nothing() {
    let ran = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&ran);
    let tool = FnTool::new("t", "T.", schema(), move |_, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        async { Ok(ToolOutput::none()) }
    });
    let rule = PolicyRule::parse(PolicyEffect::Ask, "t(text = x*)").unwrap();
    let audit = AuditMemory::new();
    let executor = with(vec![tool.metadata(write().aliases(["u"]))])
        .approver(deny_all("explained only"))
        .policy(Policy::new().rule(rule))
        .audit(audit.clone())
        .build()
        .unwrap();
    let said = executor.explain(&ToolCall::new("u", json!({"text": "xy"}))).await;
    assert_eq!(
        said.to_string().lines().take(13).collect::<Vec<_>>().join("\n"),
        "\
resolve               passes   it is `t`
enabled               passes   
available             passes   
allowed               passes   
decode                passes   
modifying hooks       passes   
effective access      passes   it is write
mode ceiling          passes   
policy                asks     ask t(text = x*)
checking hooks        passes   
loop guard            passes   
budget                passes   
gate                  asks     every time"
    );
    assert!(said.asks() && said.refused_by().is_none());
    let wrong = executor.explain(&ToolCall::new("t", json!({"text": 1}))).await;
    assert_eq!(wrong.refused_by().unwrap().stage, Stage::Decode);
    let none = executor.explain(&ToolCall::new("x", json!({}))).await;
    assert_eq!(none.refused_by().unwrap().stage, Stage::Resolve);
    assert_eq!(none.stages.len(), STAGES.len());
    assert_eq!((ran.load(Ordering::SeqCst), audit.records().len()), (0, 0));
    // Asking is free: nothing was taken from the turn.
    assert_eq!(executor.call("t", json!({"text": "a"})).await.status, Status::Denied);
}

#[tokio::test]
async fn a_required_audit_that_cannot_be_written_stops_what_could_change_something() {
    struct Full;
    impl AuditSink for Full {
        fn record(&self, _: AuditRecord) -> Result<(), String> {
            Err("disk full".to_owned())
        }
    }
    let builder = || {
        with(vec![echo("read", readonly()), echo("write", write())])
            .approver(approve_all())
            .audit(Full)
    };
    let executor = builder().audit_required(true).build().unwrap();
    let refused = executor.call("write", json!({})).await;
    assert_eq!(
        (refused.status, refused.operator_text()),
        (Status::Blocked, Some("audit: disk full"))
    );
    assert!(executor.call("read", json!({})).await.success);
    assert!(builder().build().unwrap().call("write", json!({})).await.success);
}

#[tokio::test]
async fn every_end_of_a_call_is_one_record() {
    let audit = AuditMemory::new();
    let never = FnTool::new("never", "N.", schema(), |_, _| std::future::pending());
    let executor =
        with(vec![echo("t", readonly()), echo("gated", write()), never.metadata(readonly())])
            .audit(audit.clone())
            .build()
            .unwrap();
    for (tool, arguments, status) in [
        ("t", json!({"text": "a"}), Status::Ok),
        ("nobody", json!({}), Status::UnknownTool),
        ("t", json!({"x": 1}), Status::InvalidArguments),
        ("gated", json!({}), Status::Denied),
    ] {
        assert_eq!(executor.call(tool, arguments).await.status, status);
        let records = audit.take();
        assert_eq!(records.len(), 1, "{tool}");
        assert_eq!((&*records[0].tool, records[0].status), (tool, Some(status)));
    }
    let call = executor.call("never", json!({}));
    assert!(tokio::time::timeout(Duration::from_millis(20), call).await.is_err());
    let records = audit.take();
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].status, Some(Status::Cancelled));
    assert_eq!(records[0].reason.as_deref(), Some("the caller went away while it ran"));
}

#[test]
fn a_rule_about_what_there_is_not_is_refused() {
    let build = |rule: &str| {
        let rule = PolicyRule::parse(PolicyEffect::Deny, rule).unwrap().at("policy.toml:3");
        with(vec![echo("write", readonly().tags(["web"]))])
            .policy(Policy::new().rule(rule))
            .build()
            .map(drop)
            .map_err(|error| error.to_string())
    };
    for good in
        ["write", "#web", "#readonly", "*", "gone.*", "write(text = a*)", "*(path: **/.env)"]
    {
        assert_eq!(build(good), Ok(()), "{good}");
    }
    assert_eq!(
        build("wrote").unwrap_err(),
        "the rule `deny wrote (policy.toml:3)` names the tool `wrote`, which there is not; did you \
         mean `write`?"
    );
    assert!(build("#wbe").unwrap_err().contains("did you mean `web`"));
    assert!(build("write(txt = a)").unwrap_err().contains("the parameter `txt`"));
    for bad in ["", "a b", "write(", "write(x)", "#", ".*", "a;b"] {
        assert!(PolicyRule::parse(PolicyEffect::Deny, bad).is_err(), "{bad}");
    }
}

#[tokio::test]
async fn a_projects_policy_can_only_narrow() {
    let rule = |effect, text| PolicyRule::parse(effect, text).unwrap();
    let project = Policy::new()
        .rule(rule(PolicyEffect::Allow, "write"))
        .rule(rule(PolicyEffect::Deny, "read"));
    let policy = Policy::new().narrowed_by(project);
    let executor = with(vec![echo("read", readonly()), echo("write", write())])
        .policy(policy)
        .build()
        .unwrap();
    assert_eq!(executor.call("read", json!({})).await.status, Status::Denied);
    assert_eq!(executor.call("write", json!({})).await.status, Status::Denied);
}

#[tokio::test]
async fn a_call_that_may_change_anything_is_asked_where_a_rule_protects_paths() {
    let rule = |effect, text| PolicyRule::parse(effect, text).unwrap();
    let policy = Policy::new()
        .rule(rule(PolicyEffect::Allow, "*"))
        .rule(rule(PolicyEffect::Deny, "*(path: .git/**)"));
    let (approver, asked) = counting(Decision::Once);
    let executor = with(vec![echo("patch", write()), echo("look", readonly())])
        .policy(policy)
        .approver(approver)
        .build()
        .unwrap();
    assert!(executor.call("look", json!({})).await.success);
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert!(executor.call("patch", json!({})).await.success);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn path_rules_judge_what_the_path_leads_to() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["docs", "src"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    let paths = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    let tool = FnTool::new("write", "W.", paths, |_, _| async { Ok(ToolOutput::text("done")) });
    let rule = |effect, text| PolicyRule::parse(effect, text).unwrap();
    let policy = Policy::new()
        .rule(rule(PolicyEffect::Allow, "write(path: docs/**)"))
        .rule(rule(PolicyEffect::Deny, "*(path: docs/secret/**)"));
    let executor = with(vec![tool.metadata(write().writes(["path"]))])
        .root(folder.path())
        .policy(policy)
        .loop_guard(false)
        .build()
        .unwrap();
    for (path, status) in [
        ("docs/a.md", Status::Ok),
        ("./src/../docs/a.md", Status::Ok),
        ("docs/../src/a.rs", Status::Denied),
        ("docs/secret/key", Status::Denied),
        ("docs/x/../secret/key", Status::Denied),
        // Changed as a whole, with what is in it.
        ("docs", Status::Denied),
        ("src/a.rs", Status::Denied),
    ] {
        let result = executor.call("write", json!({"path": path})).await;
        assert_eq!(result.status, status, "{path}: {:?}", result.operator_text());
    }
}

#[tokio::test]
async fn a_stub_is_loaded_before_it_is_called_and_what_is_always_on_is_for_all() {
    use crate::{AgentTools, SchemaLevel, ToolView};
    let registry = Registry::new();
    for name in ["look", "rare", "other"] {
        registry.register(echo(name, readonly())).unwrap();
    }
    registry.register_always_on(echo("always", readonly())).unwrap();
    let executor = Executor::builder(registry.clone()).build().unwrap();
    let tools = AgentTools::new(["look", "rare"]).deferred(["rare"]);
    let allowed = registry.resolve_allow_list(&tools).unwrap();
    let view = ToolView::new(&registry, allowed, SchemaLevel::Full);
    let options = SessionOptions::new().view(view.clone());
    let session = executor.session_with(executor.context().clone(), options);
    for (name, status) in [
        ("look", Status::Ok),
        ("always", Status::Ok),
        ("other", Status::NotAllowed),
        ("rare", Status::NotAllowed),
    ] {
        assert_eq!(session.call(name, json!({"text": "x"})).await.status, status, "{name}");
    }
    let told = session.call("rare", json!({})).await;
    assert!(
        told.to_text().contains("`load_tools` with {\"names\":[\"rare\"]}"),
        "{}",
        told.to_text()
    );
    view.load(["rare"]).unwrap();
    assert_eq!(session.call("rare", json!({"text": "x"})).await.status, Status::Ok);
}
