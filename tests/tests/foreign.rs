//! Types of other crates, through their schemars features.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::time::Duration;

use serde_json::{Value, json};
use tool_core::{Executor, Registry, SchemaLevel, tool};

/// Takes types of other crates.
#[tool(access_mode = "readonly", inline)]
fn foreign(
    when: chrono::DateTime<chrono::Utc>,
    day: chrono::NaiveDate,
    address: url::Url,
    id: uuid::Uuid,
    wait: Option<Duration>,
) -> String {
    format!("{} {day} {} {id} {wait:?}", when.timestamp(), address.host_str().unwrap_or_default())
}

#[test]
fn their_formats_are_kept() {
    let schema =
        Registry::collect().unwrap().get("foreign").unwrap().schema(SchemaLevel::Full).clone();
    let properties = &schema["properties"];
    assert_eq!(properties["when"], json!({"type": "string", "format": "date-time"}));
    assert_eq!(properties["day"], json!({"type": "string", "format": "date"}));
    assert_eq!(properties["address"], json!({"type": "string", "format": "uri"}));
    assert_eq!(properties["id"], json!({"type": "string", "format": "uuid"}));
    assert_eq!(properties["wait"]["required"], json!(["secs", "nanos"]));
}

#[tokio::test]
async fn they_decode_and_what_they_refuse_is_told_in_their_words() {
    let executor = Executor::builder(Registry::collect().unwrap()).for_programs().build().unwrap();
    let good = json!({
        "when": "2026-12-01T00:00:00Z", "day": "2026-12-01", "address": "https://example.org/a",
        "id": "67e55044-10b1-426f-9247-bb680e5fe0c8", "wait": {"secs": 1, "nanos": 5},
    });
    let result = executor.call("foreign", good.clone()).await;
    assert_eq!(
        result.to_text(),
        "1796083200 2026-12-01 example.org 67e55044-10b1-426f-9247-bb680e5fe0c8 Some(1.000000005s)"
    );
    let mut bad = good;
    bad["address"] = json!("no address");
    bad["id"] = json!("7");
    bad["day"] = json!("yesterday");
    let by_value = executor.call("foreign", bad.clone()).await.to_text().into_owned();
    let by_text = executor.call("foreign", bad.to_string()).await.to_text().into_owned();
    assert_eq!(by_value, by_text);
    for part in [
        "`address` cannot be the string \"no address\": relative URL without a base",
        "`id` cannot be the string \"7\"",
        "`day` cannot be the string \"yesterday\"",
    ] {
        assert!(by_value.contains(part), "{part} in {by_value}");
    }
    assert!(!by_value.contains("::") && !by_value.contains("line 1"), "{by_value}");
    let _: Value = json!(by_value);
}
