//! One turn of an agent: the calls of a model's reply go in together, results and records come out.
//!
//! `cargo run -p tool-examples --example agent_turn`

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tool_core::exec::{AuditEvent, AuditMemory};
use tool_core::{
    ApprovalRequest, Approver, BoxFuture, Decision, Executor, Registry, ToolCall, ToolError, tool,
};

/// Pages of a notebook.
type Pages = Mutex<Vec<(String, String)>>;

/// Reads a page of the notebook.
#[tool(access_mode = "readonly", idempotent)]
async fn read_page(
    /// The title of the page.
    #[param(reads)]
    title: String,
    #[inject] pages: Arc<Pages>,
) -> Result<String, ToolError> {
    let pages = pages.lock().map_err(|_| ToolError::new("the notebook is torn"))?;
    let page = pages.iter().find(|(own, _)| *own == title).map(|(_, text)| text.clone());
    page.ok_or_else(|| ToolError::new("there is no such page"))
}

/// Writes a page of the notebook.
#[tool(access_mode = "write")]
async fn write_page(
    /// The title of the page.
    #[param(writes)]
    title: String,
    /// The whole text.
    text: String,
    #[inject] pages: Arc<Pages>,
) -> Result<String, ToolError> {
    let mut pages = pages.lock().map_err(|_| ToolError::new("the notebook is torn"))?;
    pages.retain(|(own, _)| *own != title);
    let done = format!("wrote {} characters to `{title}`", text.chars().count());
    pages.push((title, text));
    Ok(done)
}

/// A person who reads what is asked, and says yes.
struct Person;

impl Approver for Person {
    fn decide<'a>(
        &'a self,
        request: &'a ApprovalRequest<'a>,
    ) -> BoxFuture<'a, Result<Decision, ToolError>> {
        let arguments = Value::Object(request.arguments.as_map().clone());
        println!("asked: may `{}` run with {arguments}?  yes\n", request.tool.name());
        Box::pin(async { Ok(Decision::Once) })
    }
}

/// What a model sent: two reads side by side, a write, a call with two faults, and the first again.
fn reply() -> Vec<ToolCall<'static>> {
    [
        ("call_1", "read_page", json!({"title": "plan"})),
        ("call_2", "read_page", json!({"title": "ideas"})),
        ("call_3", "write_page", json!({"title": "plan", "text": "1. rest"})),
        ("call_4", "read_page", json!({"titel": "plan", "page": 2})),
        ("call_5", "read_page", json!({"title": "ideas"})),
    ]
    .into_iter()
    .map(|(id, name, arguments)| ToolCall::new(name, arguments).id(id))
    .collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let audit = AuditMemory::new();
    let pages: Pages = Mutex::new(vec![
        ("plan".to_owned(), "1. work".to_owned()),
        ("ideas".to_owned(), "a tool for naps".to_owned()),
    ]);
    let executor = Executor::builder(Registry::collect()?)
        .state(pages)
        .approver(Person)
        .audit(audit.clone())
        // Which of two reads that run at once would name the next tool is a matter of luck.
        .suggestions(false)
        .build()?;
    let session = executor.session(executor.context().child().session("chat-1").build());
    session.begin_turn();

    let calls = reply();
    let ids: Vec<_> = calls.iter().map(|call| call.call_id.clone().unwrap_or_default()).collect();
    let results = session.batch(calls).all().await;
    for (id, result) in ids.iter().zip(&results) {
        let facts = Value::Object((*result.metadata).clone());
        println!("{id} {} {facts}\n{}\n", result.status, result.to_text());
    }

    let mut records = audit.take();
    records.sort_by(|a, b| {
        (&a.call_id, a.event == AuditEvent::Ended).cmp(&(&b.call_id, b.event == AuditEvent::Ended))
    });
    for record in records {
        println!(
            "record: {} {:?} {} {} {}",
            record.call_id,
            record.event,
            record.tool,
            record.status.map_or("-", |status| status.as_str()),
            record.decision.as_deref().unwrap_or("-")
        );
    }
    Ok(())
}
