//! Real schemas with real arguments, judged by another validator.
//!
//! The rows are public data that is not part of the project; where the file is not beside the
//! checkout there is nothing to read.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::fs;
use std::path::Path;

use serde_json::Value;
use tool_core::{ArgumentPolicy, FnTool, Tool, ToolOutput};

fn tool(schema: &Value) -> Tool {
    FnTool::new("judged", "Is judged.", schema.clone(), |_, _| async { Ok(ToolOutput::none()) })
        .into()
}

#[test]
fn run_time_tools_agree_with_another_validator() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/bfcl_arguments.jsonl");
    let Ok(text) = fs::read_to_string(&file) else {
        println!("{} is not there; nothing is compared", file.display());
        return;
    };
    let (mut rows, mut repaired, mut wrong) = (0, Vec::new(), Vec::new());
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let tool = tool(&row["schema"]);
        let expected = row["valid"].as_bool().unwrap();
        let strict = tool.validate_with(&row["arguments"], ArgumentPolicy::Strict);
        if strict.valid != expected {
            wrong.push(format!("{}: {expected} there, {:?} here", row["id"], strict.errors));
        }
        // Leniently the only difference is a repair, which is listed.
        let lenient = tool.validate(&row["arguments"]);
        if lenient.valid != expected {
            assert!(lenient.valid && !lenient.repairs.is_empty(), "{}", row["id"]);
            repaired.push(format!("{}: {}", row["id"], lenient.repairs[0].what));
        }
        rows += 1;
    }
    println!("{rows} rows; repaired where the other refuses:\n{}", repaired.join("\n"));
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows >= 1_000, "{rows} rows");
}
