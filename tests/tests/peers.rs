//! The faults that were found in other frameworks' macros, tried on this one. Those that do not
//! compile here are ui cases, named beside each.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, dead_code, reason = "tests")]

use std::fs;
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tool_core::{Executor, Registry, SchemaLevel, Show, ToolCall, tool};

type Id = u64;
type Opt = Option<u32>;

#[derive(Deserialize, serde::Serialize, JsonSchema)]
enum Temperature {
    Celsius,
    /// As in the United States.
    Fahrenheit,
}

#[derive(Deserialize, JsonSchema)]
struct In {
    /// How many.
    count: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum ById {
    Id { id: u32 },
    Name { name: String },
}

/// Divides.
#[tool(access_mode = "readonly", inline)]
fn divide(a: i32, b: i32) -> Result<i32, String> {
    if b == 0 { Err("zero".to_owned()) } else { Ok(a / b) }
}

/// Takes one of each.
#[tool(access_mode = "readonly")]
#[allow(clippy::too_many_arguments)]
async fn one_of_each(
    /// The record.
    id: Id,
    small: u8,
    opt: Opt,
    #[param(default = 3)] n: u32,
    any: Value,
    list: Option<Vec<String>>,
    temperature: Temperature,
    nested: In,
    which: ById,
    text: &str,
) -> String {
    let _ = (id, small, opt, n, any, list, temperature, nested.count, which);
    text.to_owned()
}

/// Also has a default n.
#[tool(access_mode = "readonly", inline)]
fn also_n(#[param(default = 4)] n: u32) -> u32 {
    n
}

/// Needs its return type for inference.
#[tool(access_mode = "readonly")]
async fn inferred() -> String {
    "a".into()
}

/// Panics.
#[tool(access_mode = "readonly")]
async fn broken() -> String {
    panic!("secret")
}

fn executor() -> Executor {
    Executor::builder(Registry::collect().unwrap()).for_programs().build().unwrap()
}

fn schema() -> Value {
    executor().registry().get("one_of_each").unwrap().schema(SchemaLevel::Full).clone()
}

fn ui_case(name: &str) {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("ui/{name}.rs"));
    assert!(case.is_file(), "{}", case.display());
    assert!(fs::metadata(case.with_extension("stderr")).is_ok());
}

#[test]
fn peers_01_two_tools_of_one_name_do_not_compile() {
    ui_case("name/duplicate");
}

#[test]
fn peers_02_listings_are_in_one_order() {
    let names: Vec<String> = executor()
        .registry()
        .list_tools(Show::All)
        .iter()
        .map(|tool| tool.name().to_owned())
        .collect();
    assert!(names.is_sorted());
}

#[tokio::test]
async fn peers_03_an_error_is_a_failure_and_a_value_is_bare() {
    let failed = executor().call("divide", json!({"a": 1, "b": 0})).await;
    assert!(!failed.success);
    assert_eq!(failed.to_text(), "ERROR: zero");
    let good = executor().call("divide", json!({"a": 6, "b": 3})).await;
    assert_eq!(*good.output.value().unwrap(), json!(2));
}

#[tokio::test]
async fn peers_04_ids_of_any_shape_are_taken() {
    let call = ToolCall::new("divide", json!({"a": 1, "b": 1})).id("call_abc");
    assert!(executor().run(call).await.success);
}

#[test]
fn peers_05_sized_integers_have_bounds_and_lists_are_no_arguments() {
    assert_eq!(schema()["properties"]["small"]["maximum"], 255);
    let divide = executor().registry().get("divide").unwrap();
    assert!(!divide.validate(&json!([1, 2])).valid);
    assert!(!divide.validate(&json!({"a": 1, "b": 2_147_483_648_i64})).valid);
}

#[tokio::test]
async fn peers_06_sync_functions_text_enums_and_parameter_docs_work() {
    assert!(executor().call("also_n", json!(null)).await.success);
    assert_eq!(schema()["properties"]["id"]["description"], "The record.");
    assert_eq!(schema()["properties"]["text"]["type"], "string");
    ui_case("name/generics");
}

#[test]
fn peers_07_bad_names_do_not_compile() {
    ui_case("name/bad_name");
}

#[cfg(any())]
#[tool]
fn peers_08_is_configured_out(x: Missing) {}

#[test]
fn peers_08_cfg_is_carried_and_a_misspelt_option_is_one_error() {
    assert!(executor().registry().get("peers_08_is_configured_out").is_none());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/attr/unknown_option.stderr");
    assert_eq!(fs::read_to_string(path).unwrap().matches("error").count(), 1);
}

#[tokio::test]
async fn peers_09_a_plain_integer_is_a_parameter() {
    assert_eq!(executor().call("divide", json!({"a": 9, "b": 3})).await.to_text(), "3");
}

#[test]
fn peers_10_any_value_options_and_documented_variants_are_plain() {
    let schema = schema();
    assert_eq!(schema["properties"]["any"], json!({}));
    assert_eq!(schema["properties"]["list"], json!({"type": "array", "items": {"type": "string"}}));
    let temperature = &schema["properties"]["temperature"];
    assert_eq!(temperature["enum"], json!(["Celsius", "Fahrenheit"]));
    assert!(temperature["description"].as_str().unwrap().contains("United States"));
}

#[test]
fn peers_11_an_option_has_no_default_that_its_type_refuses() {
    assert_eq!(schema()["properties"]["opt"].get("default"), None);
    assert_eq!(schema().get("description"), None);
}

#[tokio::test]
async fn peers_12_return_types_need_no_inference() {
    assert_eq!(executor().call("inferred", json!({})).await.to_text(), "a");
    assert_eq!(executor().call("broken", json!({})).await.status, tool_core::Status::Panicked);
}

#[test]
fn peers_13_a_key_of_other_case_is_told_and_an_alias_of_option_stays_optional() {
    let tool = executor().registry().get("also_n").unwrap();
    let report = tool.validate(&json!({"N": 5}));
    assert_eq!(report.errors, ["`N` is not known here; did you mean `n`?"]);
    let required = schema()["required"].clone();
    assert!(!required.as_array().unwrap().contains(&json!("opt")), "{required}");
}

#[test]
fn peers_14_nested_structs_leave_no_dangling_reference() {
    let text = schema().to_string();
    assert!(!text.contains("$ref") && !text.contains("$schema") && !text.contains("\"title\""));
    assert_eq!(schema()["properties"]["nested"]["required"], json!(["count"]));
}

#[test]
fn peers_15_defaults_of_two_tools_do_not_clash_and_are_told() {
    assert_eq!(schema()["properties"]["n"]["default"], 3);
    let other = executor().registry().get("also_n").unwrap();
    assert_eq!(other.schema(SchemaLevel::Full)["properties"]["n"]["default"], 4);
}

#[test]
fn peers_16_every_branch_of_an_untagged_enum_is_shown() {
    let branches = schema()["properties"]["which"]["anyOf"].clone();
    assert_eq!(branches.as_array().unwrap().len(), 2, "{branches}");
}

#[test]
fn peers_17_an_alias_of_a_number_keeps_its_description_and_the_docs_are_used() {
    let id = schema()["properties"]["id"].clone();
    assert_eq!((&id["type"], &id["description"]), (&json!("integer"), &json!("The record.")));
    let tool = executor().registry().get("one_of_each").unwrap();
    assert_eq!(tool.description(), "Takes one of each.");
}
