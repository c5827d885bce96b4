//! Decoding from text makes no tree: it allocates what serde does for the same types by hand,
//! and one box for the running.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use serde_json::json;
use tool_core::{Form, Registry, ToolContext, tool};

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Change {
    old: String,
    new: String,
    all: bool,
}

/// Takes text, a list of structs, and values with limits, and gives nothing.
#[tool(access_mode = "readonly", inline)]
fn takes(
    path: String,
    changes: Vec<Change>,
    #[param(default = 5, range = 1..=10)] limit: u32,
    #[param(length = 1..=9, pattern = "^[a-z]+$")] word: String,
    note: Option<String>,
) {
    drop((path, changes, limit, word, note));
}

#[derive(serde::Deserialize)]
#[allow(dead_code, reason = "read by hand")]
struct ByHand {
    path: String,
    changes: Vec<Change>,
    limit: u32,
    word: String,
    note: Option<String>,
}

#[test]
fn text_is_decoded_without_a_value() {
    let registry = Registry::collect().unwrap();
    let tool = registry.get("takes").unwrap();
    let ctx = ToolContext::builder().build();
    let change = |n: usize| {
        let word = "x".repeat(n + 20);
        json!({"old": word, "new": word, "all": n == 3})
    };
    let changes: Vec<_> = (0..20).map(change).collect();
    let text = json!({"path": "src/main.rs", "changes": changes, "limit": 7, "word": "abc"});
    let text = text.to_string();

    let call = || {
        let running = pin!(tool.run_bare(&ctx, text.as_str().into(), Form::Text));
        match running.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => assert!(result.success, "{}", result.to_text()),
            Poll::Pending => panic!("an inline tool is ready at once"),
        }
    };
    // What is made once is made before it counts.
    call();
    let ours = allocation_counter::measure(call);
    let by_hand = allocation_counter::measure(|| {
        let read: ByHand = serde_json::from_str(&text).unwrap();
        drop(read);
    });
    assert_eq!(ours.count_total, by_hand.count_total + 1, "one box for the running, no more");
    assert_eq!(ours.count_current, 0);

    // The counter sees a tree where there is one.
    let tree = allocation_counter::measure(|| {
        drop(serde_json::from_str::<serde_json::Value>(&text).unwrap());
    });
    assert!(tree.count_total > ours.count_total);
}
