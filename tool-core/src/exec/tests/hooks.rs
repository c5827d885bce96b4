//! Hooks: who is asked what, and what a failure of one means.

use std::sync::Mutex;

use super::*;

fn lines() -> (Arc<Mutex<Vec<String>>>, impl Fn(&str) + Clone + Send + Sync) {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let record = Arc::clone(&lines);
    (lines, move |line: &str| record.lock().unwrap().push(line.to_owned()))
}

#[tokio::test]
async fn hooks_run_once_each_in_their_order_and_see_the_final_arguments() {
    let (seen, say) = lines();
    let (first, second, third) = (say.clone(), say.clone(), say);
    let executor = with(vec![echo("t", readonly())])
        .hook(Hook::checking("check", move |call| {
            first(&format!("check {}", call.arguments.str("text").unwrap()));
            async { Ok(()) }
        }))
        .hook(Hook::after("after", move |call, result| {
            second(&format!("after {} {}", call.tool.name(), result.to_text()));
            async { Ok(()) }
        }))
        .hook(Hook::modifying("modify", move |call| {
            third(&format!("modify {} {}", call.arguments.str("text").unwrap(), call.access));
            async { Ok(json!({"text": "changed"}).as_object().cloned()) }
        }))
        .build()
        .unwrap();
    let result = executor.call("t", json!({"text": "sent"})).await;
    assert_eq!(result.to_text(), "changed");
    assert_eq!(result.metadata["changed_by"], "modify");
    assert_eq!(*seen.lock().unwrap(), ["modify sent mixed", "check changed", "after t changed"]);
}

#[tokio::test(start_paused = true)]
async fn only_a_critical_hook_ends_a_call_by_failing() {
    type Failing = fn(&'static str) -> Hook;
    let ways: [Failing; 3] = [
        |how| Hook::modifying(how, move |_| fail(how, None)),
        |how| Hook::checking(how, move |_| fail(how, ())),
        |how| Hook::after(how, move |_, _| fail(how, ())),
    ];
    for way in ways {
        for how in ["errs", "panics", "sleeps"] {
            let executor = with(vec![echo("t", readonly())]).hook(way(how)).build().unwrap();
            assert_eq!(executor.call("t", json!({})).await.status, Status::Ok, "{how}");
            let hook = way(how).critical();
            let executor = with(vec![echo("t", readonly())]).hook(hook).build().unwrap();
            let result = executor.call("t", json!({"text": "secret"})).await;
            assert_eq!(result.status, Status::Blocked, "{how}");
            let text = result.to_text();
            assert!(text.contains(how) && !text.contains("secret"), "{text}");
        }
    }
}

async fn fail<T>(how: &str, good: T) -> Result<T, ToolError> {
    match how {
        "errs" => Err(ToolError::new("objection")),
        "panics" => panic!("broken"),
        _ => {
            tokio::time::sleep(Duration::from_secs(6)).await;
            Ok(good)
        }
    }
}

#[tokio::test]
async fn after_hooks_see_failures_and_not_refusals() {
    let (seen, say) = lines();
    let hook = Hook::after("after", move |_, result| {
        say(result.status.as_str());
        async { Ok(()) }
    });
    let failing = FnTool::new("t", "T.", schema(), |_, _| async { Err(ToolError::new("no")) });
    let builder = with(vec![failing.metadata(readonly()), echo("gated", ToolMetadata::new())]);
    let executor = builder.hook(hook).build().unwrap();
    assert_eq!(executor.call("t", json!({})).await.status, Status::Failed);
    assert_eq!(executor.call("gated", json!({})).await.status, Status::Denied);
    assert_eq!(*seen.lock().unwrap(), ["failed"]);
}

#[tokio::test]
async fn a_person_has_the_last_word_over_modifying_hooks() {
    let hook =
        Hook::modifying("modify", |_| async { Ok(json!({"text": "hook"}).as_object().cloned()) });
    let approver = callback(|request| {
        assert_eq!(request.arguments.str("text"), Some("hook"));
        Decision::Change(json!({"text": "person"}).as_object().cloned().unwrap())
    });
    let built = with(vec![echo("t", ToolMetadata::new())]).hook(hook).approver(approver).build();
    let result = built.unwrap().call("t", json!({"text": "model"})).await;
    assert_eq!(result.to_text(), "person");
    assert_eq!(result.metadata["changed_by"], "approver");
}
