//! What the order of the stages promises, a scenario each; and that every stage is needed where it
//! stands: with one left out, or swapped with its neighbour, some scenario fails.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use crate::{Location, Tool};

type Order = &'static [Stage];

/// A scenario and the two stages whose order it is about.
struct Scenario {
    name: &'static str,
    run: fn(Order) -> BoxFuture<'static, ()>,
}

macro_rules! scenarios {
    ($($name:ident($order:ident) $body:block)+) => {
        const SCENARIOS: &[Scenario] = &[$(Scenario {
            name: stringify!($name),
            run: |$order| Box::pin(async move { $body }),
        }),+];
    };
}

/// A tool that counts how often it runs.
fn counted(name: &str, metadata: ToolMetadata) -> (FnTool, Arc<AtomicUsize>) {
    let ran = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&ran);
    let tool = FnTool::new(name, "Counts.", schema(), move |_, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        async { Ok(ToolOutput::text("done")) }
    });
    (tool.metadata(metadata), ran)
}

fn count(counter: &AtomicUsize) -> usize {
    counter.load(Ordering::SeqCst)
}

fn built(order: Order, tool: impl Into<Tool>) -> ExecutorBuilder {
    let registry = Registry::new();
    registry.register(tool).unwrap();
    Executor::builder(registry).order(order)
}

async fn status(builder: ExecutorBuilder, arguments: Value) -> Status {
    builder.build().unwrap().call("t", arguments).await.status
}

fn write() -> ToolMetadata {
    ToolMetadata::new().access_mode(AccessMode::Write)
}

fn deny(rule: &str) -> Policy {
    Policy::new().rule(PolicyRule::parse(PolicyEffect::Deny, rule).unwrap())
}

fn nobody_allowed(executor: &Executor) -> Session {
    let options = SessionOptions::new().allow(Vec::<String>::new());
    executor.session_with(executor.context().clone(), options)
}

/// A critical checking hook that objects to everything, and how often it was asked.
fn objecting() -> (Hook, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let hook = Hook::checking("objects", move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
        async { Err(ToolError::new("no")) }
    });
    (hook.critical(), asked)
}

/// A tool that reads or writes, as its argument says.
struct Narrowing;

impl crate::DynTool for Narrowing {
    fn name(&self) -> &str {
        "t"
    }
    fn description(&self) -> &str {
        "Reads or writes."
    }
    fn parameters(&self) -> Value {
        schema()
    }
    fn metadata(&self) -> ToolMetadata {
        write().location(Location::Local)
    }
    fn narrows(&self) -> bool {
        true
    }
    fn effective_access(&self, arguments: &crate::Arguments) -> Option<AccessMode> {
        (arguments.str("text") == Some("read")).then_some(AccessMode::Readonly)
    }
    fn call(
        &self,
        arguments: serde_json::Map<String, Value>,
        _: crate::ToolContext,
    ) -> BoxFuture<'_, ToolResult> {
        Box::pin(async move { ToolResult::ok(ToolOutput::from(Value::Object(arguments))) })
    }
}

fn seen() -> (Hook, Arc<std::sync::Mutex<Vec<String>>>) {
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let record = Arc::clone(&seen);
    let hook = Hook::after("sees", move |_, result| {
        record.lock().unwrap().push(result.to_text().into_owned());
        async { Ok(()) }
    });
    (hook, seen)
}

scenarios! {
    a_name_that_no_tool_has_is_told(order) {
        let executor = built(order, echo("t", readonly())).build().unwrap();
        assert_eq!(executor.call("u", json!({})).await.status, Status::UnknownTool);
    }
    a_tool_that_is_off_is_not_asked_whether_it_is_available(order) {
        let tool = echo("t", readonly()).availability(|| Err("closed".to_owned()));
        assert_eq!(status(built(order, tool), json!({})).await, Status::Unavailable);
        let tool = echo("t", readonly()).availability(|| panic!("asked"));
        let executor = built(order, tool).build().unwrap();
        executor.registry().disable_tool("t");
        assert_eq!(executor.call("t", json!({})).await.status, Status::Disabled);
    }
    who_may_not_use_a_tool_hears_that_before_its_arguments_are_judged(order) {
        let executor = built(order, echo("t", readonly())).build().unwrap();
        let result = nobody_allowed(&executor).call("t", json!({"x": 1})).await;
        assert_eq!(result.status, Status::NotAllowed);
        let gone = echo("t", readonly()).availability(|| Err("closed".to_owned()));
        let executor = built(order, gone).build().unwrap();
        let result = nobody_allowed(&executor).call("t", json!({})).await;
        assert_eq!(result.status, Status::Unavailable);
    }
    hooks_change_only_arguments_that_fit_and_what_they_give_is_decoded(order) {
        let (tool, ran) = counted("t", readonly());
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        let hook = Hook::modifying("breaks", move |_| {
            counter.fetch_add(1, Ordering::SeqCst);
            async { Ok(json!({"x": 1}).as_object().cloned()) }
        });
        let executor = built(order, tool).hook(hook).build().unwrap();
        assert_eq!(executor.call("t", json!({"y": 1})).await.status, Status::InvalidArguments);
        assert_eq!(count(&asked), 0);
        let result = executor.call("t", json!({"text": "a"})).await;
        assert_eq!((result.status, count(&asked)), (Status::InvalidArguments, 1));
        assert_eq!(count(&ran), 0);
        let hook = Hook::modifying("never asked", |_| async { panic!("asked") }).critical();
        let builder = built(order, echo("t", write())).mode(Mode::Plan).hook(hook);
        assert_eq!(status(builder, json!({"text": "a"})).await, Status::ModeRefused);
    }
    what_a_hook_changed_decides_what_the_call_may_do(order) {
        let hook = Hook::modifying("to read", |_| async {
            Ok(json!({"text": "read"}).as_object().cloned())
        });
        let builder = built(order, Narrowing).hook(hook);
        assert_eq!(status(builder, json!({"text": "write"})).await, Status::Ok);
        assert_eq!(status(built(order, Narrowing), json!({"text": "write"})).await, Status::Denied);
    }
    a_mode_looks_at_this_call_not_at_the_tool(order) {
        let plan = || built(order, Narrowing).mode(Mode::Plan).approver(approve_all());
        assert_eq!(status(plan(), json!({"text": "read"})).await, Status::Ok);
        assert_eq!(status(plan(), json!({"text": "write"})).await, Status::ModeRefused);
        let both = plan().policy(deny("t"));
        assert_eq!(status(both, json!({"text": "write"})).await, Status::ModeRefused);
    }
    no_hook_is_asked_about_what_the_policy_forbids(order) {
        let (hook, asked) = objecting();
        let builder = built(order, echo("t", readonly())).policy(deny("t")).hook(hook.clone());
        assert_eq!(status(builder, json!({})).await, Status::Denied);
        assert_eq!(count(&asked), 0);
        let builder = built(order, echo("t", readonly())).hook(hook);
        assert_eq!(status(builder, json!({})).await, Status::Blocked);
    }
    a_hook_that_objects_is_heard_before_the_loop_guard(order) {
        let allow = Arc::new(std::sync::atomic::AtomicBool::new(true));
        let switch = Arc::clone(&allow);
        let hook = Hook::checking("sometimes", move |_| {
            let allowed = switch.load(Ordering::SeqCst);
            async move { if allowed { Ok(()) } else { Err(ToolError::new("no")) } }
        });
        let executor = built(order, echo("t", readonly())).hook(hook.critical()).build().unwrap();
        for _ in 0..3 {
            assert_eq!(executor.call("t", json!({"text": "a"})).await.status, Status::Ok);
        }
        assert_eq!(executor.call("t", json!({"text": "a"})).await.status, Status::Loop);
        allow.store(false, Ordering::SeqCst);
        assert_eq!(executor.call("t", json!({"text": "a"})).await.status, Status::Blocked);
    }
    a_loop_is_told_as_a_loop_also_when_the_turn_is_spent(order) {
        let builder = built(order, echo("t", readonly().loop_limit(2)));
        let executor = builder.budget(Budget::unlimited().calls(1)).build().unwrap();
        assert_eq!(executor.call("t", json!({"text": "a"})).await.status, Status::Ok);
        assert_eq!(executor.call("t", json!({"text": "a"})).await.status, Status::Loop);
        assert_eq!(executor.call("t", json!({"text": "b"})).await.status, Status::OverBudget);
    }
    nobody_is_asked_for_a_call_that_the_turn_cannot_afford(order) {
        let (approver, asked) = counting(Decision::Once);
        let builder = built(order, echo("t", ToolMetadata::new())).approver(approver);
        let executor = builder.budget(Budget::unlimited().calls(1)).build().unwrap();
        assert_eq!(executor.call("t", json!({"text": "a"})).await.status, Status::Ok);
        assert_eq!(executor.call("t", json!({"text": "b"})).await.status, Status::OverBudget);
        assert_eq!(count(&asked), 1);
        let denied = built(order, echo("t", ToolMetadata::new()));
        assert_eq!(status(denied, json!({})).await, Status::Denied);
    }
    a_kept_result_is_gated_like_any_other(order) {
        let answers = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&answers);
        let approver = callback(move |_| match counter.fetch_add(1, Ordering::SeqCst) {
            0 | 1 => Decision::Once,
            _ => Decision::Deny(None),
        });
        let (tool, ran) = counted("t", readonly().idempotent(true).gate(Gate::Approve));
        let executor = built(order, tool).approver(approver).build().unwrap();
        assert_eq!(executor.call("t", json!({})).await.status, Status::Ok);
        assert_eq!(executor.call("t", json!({})).await.status, Status::Ok);
        assert_eq!(count(&ran), 1, "the second is served from what was kept");
        assert_eq!(executor.call("t", json!({})).await.status, Status::Denied);
    }
    what_a_person_changed_is_looked_up_not_what_was_sent(order) {
        let asked = Arc::new(AtomicUsize::new(0));
        let approver = callback(move |_| match asked.fetch_add(1, Ordering::SeqCst) {
            0 => Decision::Once,
            _ => Decision::Change(json!({"text": "b"}).as_object().cloned().unwrap()),
        });
        let tool = echo("t", readonly().idempotent(true).gate(Gate::Approve));
        let executor = built(order, tool).approver(approver).build().unwrap();
        assert_eq!(executor.call("t", json!({"text": "a"})).await.to_text(), "a");
        assert_eq!(executor.call("t", json!({"text": "a"})).await.to_text(), "b");
    }
    a_kept_result_waits_for_no_slot(order) {
        let registry = Registry::new();
        registry.register(echo("t", readonly().idempotent(true))).unwrap();
        registry.register(FnTool::new("long", "Long.", schema(), |_, _| async {
            tokio::time::sleep(Duration::from_secs(30)).await;
            Ok(ToolOutput::none())
        }).metadata(readonly())).unwrap();
        let executor = Executor::builder(registry).order(order).parallel(1).build().unwrap();
        assert!(executor.call("t", json!({})).await.success);
        let busy = executor.clone();
        let long = tokio::spawn(async move { busy.call("long", json!({})).await });
        tokio::time::sleep(Duration::from_secs(1)).await;
        let served = tokio::time::timeout(Duration::from_secs(5), executor.call("t", json!({})));
        assert!(served.await.unwrap().success);
        let waits = executor.call("t", json!({"text": "other"}));
        let waits = tokio::time::timeout(Duration::from_secs(5), waits);
        assert!(waits.await.is_err(), "one slot, and it is taken");
        assert!(long.await.unwrap().success);
    }
    a_tool_that_is_switched_off_while_a_call_waits_does_not_run(order) {
        let (tool, ran) = counted("t", readonly());
        let registry = Registry::new();
        registry.register(tool).unwrap();
        let switch = registry.clone();
        registry.register(FnTool::new("long", "Long.", schema(), move |_, _| {
            let switch = switch.clone();
            async move {
                tokio::time::sleep(Duration::from_secs(5)).await;
                switch.disable_tool("t");
                Ok(ToolOutput::none())
            }
        }).metadata(readonly())).unwrap();
        let executor = Executor::builder(registry).order(order).parallel(1).build().unwrap();
        let busy = executor.clone();
        let long = tokio::spawn(async move { busy.call("long", json!({})).await });
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(executor.call("t", json!({})).await.status, Status::Disabled);
        assert_eq!(count(&ran), 0);
        long.await.unwrap();
    }
    a_secret_is_masked_before_anyone_sees_the_result(order) {
        let tool = FnTool::new("t", "T.", schema(), |_, ctx| async move {
            Ok(ToolOutput::text(format!("key {}", ctx.secrets().get("key").unwrap())))
        }).metadata(readonly());
        let (hook, seen) = seen();
        let builder = built(order, tool).secret("key", "hunter2").hook(hook);
        let result = builder.build().unwrap().call("t", json!({})).await;
        assert_eq!(result.to_text(), "key [secret key]");
        assert_eq!(*seen.lock().unwrap(), ["key [secret key]"]);
    }
    hooks_see_the_whole_result_and_the_model_what_fits(order) {
        let small = readonly().cap(OutputCap { lines: 1, bytes: 100 });
        let tool = FnTool::new("t", "T.", schema(), |_, _| async { Ok(ToolOutput::text("a\nb")) });
        let (hook, seen) = seen();
        let builder = built(order, tool.metadata(small)).hook(hook).recall(false);
        let result = builder.build().unwrap().call("t", json!({})).await;
        assert_eq!(result.to_text(), "a\n[1 more lines (1 bytes) left out]");
        assert_eq!(*seen.lock().unwrap(), ["a\nb"]);
    }
    what_became_of_a_result_decides_what_is_suggested(order) {
        let small = readonly().cap(OutputCap { lines: 1, bytes: 2 }).alternatives(["other"]);
        let tool = FnTool::new("t", "T.", schema(), |_, _| async {
            Ok(ToolOutput::from(json!({"a": 12345})))
        });
        let registry = Registry::new();
        registry.register(tool.metadata(small.precedes(["next"]))).unwrap();
        registry.register(echo("other", readonly())).unwrap();
        registry.register(echo("next", readonly())).unwrap();
        let executor = Executor::builder(registry).order(order).build().unwrap();
        let result = executor.call("t", json!({})).await;
        assert_eq!(result.status, Status::TooLarge);
        assert_eq!(result.metadata["suggestions"], json!(["other"]));
    }
    the_record_is_of_what_the_model_got(order) {
        let registry = Registry::new();
        registry.register(echo("t", readonly().precedes(["next"]))).unwrap();
        registry.register(echo("next", readonly())).unwrap();
        let audit = AuditMemory::new();
        let builder = Executor::builder(registry).order(order).audit(audit.clone());
        let result = builder.build().unwrap().call("t", json!({"text": "a"})).await;
        let records = audit.records();
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].bytes, Some(result.to_text().len()));
        assert!(result.to_text().contains("`next`"));
    }
}

/// The name of the first scenario that fails under an order.
fn broken_by(order: Order) -> Option<&'static str> {
    let fails = |scenario: &&Scenario| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .start_paused(true)
            .build()
            .unwrap();
        let run = || runtime.block_on((scenario.run)(order));
        catch_unwind(AssertUnwindSafe(run)).is_err()
    };
    SCENARIOS.iter().find(fails).map(|scenario| scenario.name)
}

#[test]
fn every_scenario_holds_in_the_order_that_is() {
    assert_eq!(broken_by(STAGES), None);
}

#[test]
fn every_stage_is_needed() {
    for (index, stage) in STAGES.iter().enumerate() {
        let mut order = STAGES.to_vec();
        order.remove(index);
        assert_ne!(broken_by(Vec::leak(order)), None, "nothing fails without `{stage}`");
    }
}

#[test]
fn every_stage_stands_in_its_place() {
    for index in 0..STAGES.len() - 1 {
        let mut order = STAGES.to_vec();
        order.swap(index, index + 1);
        let (first, second) = (STAGES[index], STAGES[index + 1]);
        assert_ne!(broken_by(Vec::leak(order)), None, "`{first}` and `{second}` can be swapped");
    }
}
