//! Calls that run together: order where it matters, one result each, nothing lost.

use std::sync::Mutex;

use super::*;

/// A store of texts by path, and tools that read and write it, slowly.
fn store() -> (ExecutorBuilder, Arc<Mutex<Vec<String>>>) {
    let log = Arc::new(Mutex::new(Vec::new()));
    let params = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    let tool = |name: &'static str, access: AccessMode, metadata: ToolMetadata| {
        let log = Arc::clone(&log);
        FnTool::new(name, "T.", params.clone(), move |arguments, _| {
            let log = Arc::clone(&log);
            async move {
                let path = arguments["path"].as_str().unwrap_or_default().to_owned();
                log.lock().unwrap().push(format!("{name} {path} begins"));
                tokio::time::sleep(Duration::from_millis(100)).await;
                log.lock().unwrap().push(format!("{name} {path} ends"));
                Ok(ToolOutput::text(path))
            }
        })
        .metadata(metadata.access_mode(access))
    };
    let reads = || ToolMetadata::new().reads(["path"]);
    let tools = vec![
        tool("read", AccessMode::Readonly, reads().idempotent(true)),
        tool("look", AccessMode::Readonly, reads()),
        tool("write", AccessMode::Write, ToolMetadata::new().writes(["path"])),
        tool("run", AccessMode::Execute, ToolMetadata::new()),
    ];
    (with(tools).approver(approve_all()).loop_guard(false).budget(Budget::unlimited()), log)
}

fn calls(list: &[(&str, &str)]) -> Vec<ToolCall<'static>> {
    list.iter().map(|(tool, path)| ToolCall::new(*tool, json!({"path": path}))).collect()
}

/// The order of begins and ends of a batch, in a folder of its own.
async fn order_of(list: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    for name in ["a", "b"] {
        std::fs::write(folder.path().join(name), name).unwrap();
    }
    std::fs::hard_link(folder.path().join("a"), folder.path().join("hard")).unwrap();
    let (builder, log) = store();
    let executor = builder.root(folder.path()).build().unwrap();
    let results = executor.batch(calls(list)).all().await;
    assert!(results.iter().all(|result| result.success), "{results:?}");
    let paths: Vec<_> = results.iter().map(|result| result.to_text().into_owned()).collect();
    assert_eq!(paths, list.iter().map(|(_, path)| *path).collect::<Vec<_>>());
    log.lock().unwrap().clone()
}

#[tokio::test(start_paused = true)]
async fn reads_run_at_once() {
    let order = order_of(&[("look", "a"), ("look", "a"), ("look", "b")]).await;
    assert!(order[..3].iter().all(|line| line.ends_with("begins")), "{order:?}");
}

#[tokio::test(start_paused = true)]
async fn c02_calls_on_one_resource_keep_their_order_under_every_spelling() {
    for (write, read) in
        [("a", "a"), ("a", "./a"), ("sub/../a", "hard"), ("new/x", "new/./x"), ("sub", "sub/n")]
    {
        let order = order_of(&[("write", write), ("look", read), ("write", read)]).await;
        assert_eq!(
            order,
            [
                format!("write {write} begins"),
                format!("write {write} ends"),
                format!("look {read} begins"),
                format!("look {read} ends"),
                format!("write {read} begins"),
                format!("write {read} ends"),
            ]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn writes_of_different_resources_run_at_once() {
    let order = order_of(&[("write", "a"), ("write", "b")]).await;
    assert!(order[..2].iter().all(|line| line.ends_with("begins")), "{order:?}");
}

#[tokio::test(start_paused = true)]
async fn what_may_change_anything_waits_for_all_before_it_and_holds_all_behind_it() {
    let order = order_of(&[("look", "a"), ("run", "x"), ("look", "b")]).await;
    assert_eq!(
        order,
        [
            "look a begins",
            "look a ends",
            "run x begins",
            "run x ends",
            "look b begins",
            "look b ends"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn equal_reads_run_once_and_not_across_a_write() {
    let order = order_of(&[("read", "a"), ("read", "a")]).await;
    assert_eq!(order, ["read a begins", "read a ends"]);
    let order = order_of(&[("read", "a"), ("write", "a"), ("read", "a")]).await;
    assert_eq!(order.iter().filter(|line| *line == "read a begins").count(), 2, "{order:?}");
}

#[tokio::test(start_paused = true)]
async fn a_duplicate_says_whose_result_it_has() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a"), "a").unwrap();
    let (builder, _) = store();
    let executor = builder.root(folder.path()).build().unwrap();
    let pair = calls(&[("read", "a"), ("read", "./a")]);
    let pair: Vec<_> = pair.into_iter().zip(["one", "two"]).map(|(call, id)| call.id(id)).collect();
    let results = executor.batch(pair).all().await;
    // Two spellings are two calls: what is equal is the arguments.
    assert!(results[1].metadata.get("duplicate_of").is_none());
    // Nothing tells whether a folder has changed, so it is not kept; in one batch it is read once.
    let same = calls(&[("read", "."), ("read", ".")]);
    let same: Vec<_> =
        same.into_iter().zip(["three", "four"]).map(|(call, id)| call.id(id)).collect();
    let results = executor.batch(same).all().await;
    let facts = |result: &ToolResult| result.metadata.get("duplicate_of").cloned();
    assert_eq!((facts(&results[0]), facts(&results[1])), (None, Some(json!("three"))));
    let later = executor.batch(calls(&[("read", "."), ("read", "a")])).all().await;
    assert_eq!((facts(&later[0]), later[1].metadata.get("cached")), (None, Some(&json!(true))));
}

#[tokio::test]
async fn one_failing_call_never_costs_another_its_result() {
    let panics = FnTool::new("panics", "P.", schema(), |_, _| async { panic!("broken") });
    let fails = FnTool::new("fails", "F.", schema(), |_, _| async { Err(ToolError::new("no")) });
    let builder = with(vec![
        echo("good", readonly()),
        panics.metadata(readonly()),
        fails.metadata(readonly()),
        echo("gated", ToolMetadata::new()),
    ]);
    let executor = builder.build().unwrap();
    let list = ["good", "panics", "nobody", "gated", "fails", "good"];
    let batch = executor.batch(list.map(|name| ToolCall::new(name, json!({"text": name}))));
    let statuses: Vec<Status> = batch.all().await.iter().map(|result| result.status).collect();
    use Status as S;
    assert_eq!(statuses, [S::Ok, S::Panicked, S::UnknownTool, S::Denied, S::Failed, S::Ok]);
}

#[tokio::test(start_paused = true)]
async fn results_stream_as_they_are_ready_and_a_denied_call_frees_its_place() {
    let sleep = FnTool::new(
        "sleep",
        "Sleeps.",
        json!({"type": "object", "properties": {"ms": {"type": "integer"}}}),
        |arguments, _| async move {
            tokio::time::sleep(Duration::from_millis(arguments["ms"].as_u64().unwrap())).await;
            Ok(ToolOutput::text("slept"))
        },
    );
    let executor =
        with(vec![sleep.metadata(readonly()), echo("gated", ToolMetadata::new())]).build().unwrap();
    let mut batch = executor.batch([
        ToolCall::new("gated", json!({})),
        ToolCall::new("sleep", json!({"ms": 300})),
        ToolCall::new("sleep", json!({"ms": 100})),
    ]);
    let mut order = Vec::new();
    while let Some((index, _)) = batch.next().await {
        order.push(index);
    }
    assert_eq!(order, [0, 2, 1]);
    assert!(batch.is_empty());
}

#[tokio::test(start_paused = true)]
async fn one_call_or_all_can_be_cancelled() {
    let (builder, log) = store();
    let executor = builder.build().unwrap();
    let cancel = Cancel::new();
    let list = calls(&[("write", "x1"), ("write", "x2")]);
    let list: Vec<_> = list
        .into_iter()
        .enumerate()
        .map(|(index, call)| if index == 0 { call.cancel(cancel.clone()) } else { call })
        .collect();
    let batch = tokio::spawn(executor.batch(list).all());
    tokio::time::sleep(Duration::from_millis(10)).await;
    cancel.cancel();
    let statuses: Vec<Status> = batch.await.unwrap().iter().map(|result| result.status).collect();
    assert_eq!(statuses, [Status::Cancelled, Status::Ok]);
    log.lock().unwrap().clear();
    let batch = executor.batch(calls(&[("write", "x1"), ("write", "x1")]));
    tokio::time::sleep(Duration::from_millis(10)).await;
    drop(batch);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(*log.lock().unwrap(), ["write x1 begins"]);
    // Nothing is held: the next call of the resource runs.
    assert!(executor.call("write", json!({"path": "x1"})).await.success);
}
