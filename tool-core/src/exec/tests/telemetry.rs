//! Spans as OpenTelemetry's conventions for generative AI name them
//! (<https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/>, "Execute tool span").

use std::io::Write;
use std::sync::Mutex;

use tracing_subscriber::fmt::format::FmtSpan;

use super::*;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The spans that were closed while a future ran, with their fields.
async fn spans(future: impl Future<Output = ()>) -> Vec<Value> {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .json()
        .with_span_events(FmtSpan::CLOSE)
        .with_writer(move || writer.clone())
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    future.await;
    drop(guard);
    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .filter(|line| line["fields"]["message"] == "close")
        .map(|line| line["span"].clone())
        .collect()
}

#[tokio::test]
async fn a_call_is_a_span_with_the_names_of_the_conventions() {
    let executor = only(echo("t", readonly()));
    let found = spans(async {
        executor.run(ToolCall::new("t", json!({"text": "secret"})).id("call_9")).await;
        executor.call("nobody", json!({})).await;
    })
    .await;
    assert_eq!(found.len(), 2, "{found:#?}");
    let good = &found[0];
    assert_eq!(good["name"], "execute_tool");
    assert_eq!(good["otel.name"], "execute_tool t");
    assert_eq!(good["gen_ai.operation.name"], "execute_tool");
    assert_eq!(good["gen_ai.tool.name"], "t");
    assert_eq!(good["gen_ai.tool.call.id"], "call_9");
    assert_eq!(good["gen_ai.tool.type"], "function");
    assert!(good.get("error.type").is_none());
    assert!(!good.to_string().contains("secret"), "arguments stay out: {good}");
    assert_eq!(found[1]["error.type"], "unknown_tool");
}
