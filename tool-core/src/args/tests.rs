//! Both doors and the slow way behind them, on a table written as the macro writes it.

use serde_json::{Value, json};

use super::*;
use crate::__private::{
    Bound, FallibleInto as _, Limits, Literal, Made, MetadataTable, Origin, ParamDef, ParamDefault,
    Pattern, Returned, ToolDef, ToolFuture, arg, run,
};
use crate::exec::contain::Contained;
use crate::{Form, Registry, Status, Tool, ToolContext, ToolError};

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Edit {
    old: String,
    #[serde(default)]
    all: bool,
}

type Optional<T> = Option<T>;

async fn sample(
    pattern: String,
    limit: u32,
    edits: Vec<Edit>,
    base: Optional<String>,
) -> Result<Value, ToolError> {
    Ok(json!({"pattern": pattern, "limit": limit, "edits": edits, "base": base}))
}

static PARAMS: [ParamDef; 4] = [
    ParamDef {
        limits: Some(&Limits {
            max_length: Some(10),
            pattern: Some(Pattern::new("^[a-z*.]+$")),
            ..Limits::NONE
        }),
        ..ParamDef::new("pattern")
    },
    ParamDef {
        default: ParamDefault::Literal(Literal::Int(100)),
        limits: Some(&Limits {
            min: Some(Bound::Int(1)),
            max: Some(Bound::Int(1_000)),
            ..Limits::NONE
        }),
        aliases: &["max"],
        ..ParamDef::new("limit")
    },
    ParamDef { default: ParamDefault::Computed(|| json!([])), ..ParamDef::new("edits") },
    ParamDef { secret: true, ..ParamDef::new("base") },
];

fn call(_: &ToolContext, source: &mut Source<'_>) -> Result<ToolFuture, Undecoded> {
    let mut a0 = arg::<String>();
    let mut a1 = arg::<u32>();
    let mut a2 = arg::<Vec<Edit>>();
    let mut a3 = arg::<Optional<String>>();
    source.fill(&SAMPLE, &mut [&mut a0, &mut a1, &mut a2, &mut a3], |_| None)?;
    let running = sample(a0.take(), a1.take(), a2.take_or_else(Vec::new), a3.take());
    type R = Result<Value, ToolError>;
    Ok(run(running, source.form(), (&&&&Returned::<R>::NEW).output()))
}

static SAMPLE: ToolDef = ToolDef {
    name: "sample",
    description: "A sample.",
    params: &PARAMS,
    call,
    metadata: MetadataTable::NONE,
    availability: None,
    effective_access: None,
    fingerprint: None,
    injects: &[],
    origin: Origin::code(module_path!(), file!(), line!()),
    made: Made::new(),
};

fn tool() -> Tool {
    Tool::of_table(&SAMPLE, &MetadataTable::NONE, None)
}

/// The result by both doors, which must be the same.
async fn both(arguments: Value) -> crate::ToolResult {
    let ctx = ToolContext::builder().build();
    let text = arguments.to_string();
    let by_text = tool().run_bare(&ctx, text.as_str().into(), Form::Value).await;
    let by_value = tool().run_bare(&ctx, arguments.into(), Form::Value).await;
    assert_eq!(by_text, by_value);
    by_text
}

async fn values(arguments: Value) -> Value {
    let result = both(arguments).await;
    assert!(result.success, "{}", result.to_text());
    result.output.value().unwrap().into_owned()
}

async fn faults(arguments: Value) -> Vec<String> {
    let report = tool().validate(&arguments);
    assert!(!report.valid);
    let result = both(arguments).await;
    assert_eq!(result.status, Status::InvalidArguments);
    for error in &report.errors {
        assert!(result.to_text().contains(error.as_str()), "{error} in {}", result.to_text());
    }
    report.errors
}

#[tokio::test]
async fn what_fits_is_decoded_and_defaults_are_filled() {
    let found = values(json!({"pattern": "*.rs"})).await;
    assert_eq!(found, json!({"pattern": "*.rs", "limit": 100, "edits": [], "base": null}));
    let found = values(json!({
        "base": "x", "limit": 7, "pattern": "a", "edits": [{"old": "o", "all": true}, {"old": "p"}]
    }))
    .await;
    assert_eq!(found["edits"], json!([{"old": "o", "all": true}, {"old": "p", "all": false}]));
    assert_eq!(found["limit"], 7);
}

#[tokio::test]
async fn null_is_absence_where_absence_is_allowed() {
    let found = values(json!({"pattern": "a", "limit": null, "edits": null, "base": null})).await;
    assert_eq!(found, json!({"pattern": "a", "limit": 100, "edits": [], "base": null}));
}

#[tokio::test]
async fn an_alias_is_the_parameter() {
    assert_eq!(values(json!({"pattern": "a", "max": 3})).await["limit"], 3);
}

#[tokio::test]
async fn every_fault_is_told_at_once() {
    let told = faults(json!({"patern": "a", "limit": "fifty", "edits": [{"all": "yes"}]})).await;
    assert_eq!(
        told,
        [
            "`pattern` is missing (a string)",
            "`limit` must be an integer, not the string \"fifty\"",
            "`edits[0].old` is missing (a string)",
            "`edits[0].all` must be true or false, not the string \"yes\"",
            "`patern` is not known here; did you mean `pattern`?",
        ]
    );
}

#[tokio::test]
async fn limits_are_kept() {
    let told = faults(json!({"pattern": "A", "limit": 0})).await;
    assert_eq!(
        told,
        [
            "`pattern` must match the pattern ^[a-z*.]+$, not the string \"A\"",
            "`limit` must be at least 1 and at most 1000, not the number 0",
        ]
    );
    assert_eq!(
        faults(json!({"pattern": "abcdefghijk"})).await,
        ["`pattern` must have at most 10 characters, not 11"]
    );
    assert_eq!(faults(json!({"pattern": "a", "limit": 4_294_967_296_u64})).await.len(), 1);
}

#[tokio::test]
async fn lossless_repairs_are_made_and_listed() {
    let found = values(json!({"pattern": "a", "limit": "7", "edits": "[{\"old\": \"5\"}]"})).await;
    assert_eq!(found["limit"], 7);
    assert_eq!(found["edits"][0]["old"], "5");
    let report = tool().validate(&json!({"pattern": "a", "limit": "7", "edits": "[]"}));
    let repairs: Vec<String> =
        report.repairs.iter().map(|r| format!("{}: {}", r.path, r.what)).collect();
    assert_eq!(repairs, ["limit: string to integer", "edits: JSON text to array"]);
    assert_eq!(values(json!({"pattern": "a", "limit": 7.0})).await["limit"], 7);
    assert_eq!(values(json!("{\"pattern\": \"a\"}")).await["pattern"], "a");
}

#[tokio::test]
async fn nothing_is_made_into_text() {
    assert_eq!(
        faults(json!({"pattern": 5})).await,
        ["`pattern` must be a string, not the number 5"]
    );
    assert_eq!(values(json!({"pattern": "a", "base": "5"})).await["base"], "5");
}

#[tokio::test]
async fn strict_repairs_nothing_but_integral_floats() {
    let strict = |arguments: Value| tool().validate_with(&arguments, ArgumentPolicy::Strict);
    assert!(strict(json!({"pattern": "a", "limit": 7.0})).valid);
    assert!(!strict(json!({"pattern": "a", "limit": "7"})).valid);
    assert!(!strict(json!({"pattern": "a", "limit": null})).valid);
    assert!(!strict(json!(null)).valid);
}

async fn text(arguments: &str) -> crate::ToolResult {
    let ctx = ToolContext::builder().build();
    tool().run_bare(&ctx, arguments.into(), Form::Text).await
}

#[tokio::test]
async fn a_key_twice_is_a_fault_at_every_depth() {
    let told = text(r#"{"pattern": "a", "pattern": "b"}"#).await;
    assert!(told.to_text().contains("`pattern` is given twice"), "{}", told.to_text());
    let told = text(r#"{"pattern": "a", "edits": [{"old": "a", "old": "b"}]}"#).await;
    assert!(told.to_text().contains("`edits[0].old` is given twice"), "{}", told.to_text());
    let told = text(r#"{"limit": 1, "max": 2, "pattern": "a"}"#).await;
    assert!(told.to_text().contains("by name and by alias"), "{}", told.to_text());
}

#[tokio::test]
async fn unusual_text_takes_the_slow_way_to_the_same_place() {
    for unusual in
        [r#"{"p\u0061ttern": "a"}"#, " \n{ \"pattern\" :\t\"a\" } \n", r#"{"pattern": "\u0061"}"#]
    {
        assert!(text(unusual).await.success, "{unusual}");
    }
    for broken in ["{", "{\"pattern\": \"a\"} x", "[1]", "{'pattern': 'a'}", "{\"pattern\"}"] {
        let told = text(broken).await;
        assert_eq!(told.status, Status::InvalidArguments, "{broken}");
        assert!(told.to_text().contains("JSON") || told.to_text().contains("object"), "{broken}");
    }
    let told = text("").await;
    assert!(told.to_text().contains("`pattern` is missing"), "{}", told.to_text());
}

#[tokio::test]
async fn too_deep_and_too_large_are_refused_in_words() {
    let deep = format!("{{\"pattern\": {}1{}}}", "[".repeat(5_000), "]".repeat(5_000));
    assert!(text(&deep).await.to_text().contains("levels deep"));
    let large = format!("{{\"pattern\": \"{}\"}}", "x".repeat(MAX_ARGUMENT_BYTES));
    let told = text(&large).await;
    assert!(told.to_text().contains("bytes long"), "{}", &told.to_text()[..200]);
    assert!(told.to_text().len() < 2_000);
}

#[tokio::test]
async fn a_secret_is_never_told() {
    let told = faults(json!({"pattern": "a", "base": ["hunter2"]})).await;
    assert_eq!(told, ["`base` must be a string, not the value given (hidden)"]);
}

#[tokio::test]
async fn the_message_names_what_was_sent_and_what_is_expected() {
    let told = text(r#"{"patern": "a"}"#).await;
    assert_eq!(
        told.to_text(),
        "ERROR: invalid arguments for `sample`\n\
         - `pattern` is missing (a string)\n\
         - `patern` is not known here; did you mean `pattern`?\n\
         Sent: patern\n\
         Expected: pattern (a string, required); optional: limit, edits, base"
    );
}

#[tokio::test]
async fn a_message_is_bounded_whatever_was_sent() {
    let many: serde_json::Map<String, Value> =
        (0..5_000).map(|n| (format!("{n}{}", "k".repeat(200)), json!(n))).collect();
    let told = both(Value::Object(many)).await;
    assert!(told.to_text().len() < 8_000, "{}", told.to_text().len());
    assert!(told.to_text().contains("more"));
}

#[test]
fn control_and_invisible_characters_are_escaped_in_messages() {
    let report = tool().validate(&json!({"pattern": 1, "a\u{202e}b\n": 1}));
    let all = report.errors.join("");
    assert!(!all.contains('\u{202e}') && !all.contains('\n'), "{all}");
}

#[tokio::test]
async fn by_value_the_arguments_survive_a_failed_fast_way() {
    // `pattern` is taken out of the value before `limit` fails; the slow way must see it.
    let ctx = ToolContext::builder().build();
    let result =
        tool().run_bare(&ctx, json!({"pattern": "abc", "limit": "9"}).into(), Form::Value).await;
    let found = result.output.value().unwrap().into_owned();
    assert_eq!((&found["pattern"], &found["limit"]), (&json!("abc"), &json!(9)));
}

#[test]
fn the_schema_is_in_parameter_order_and_says_what_is_checked() {
    let tool = tool();
    let schema = tool.schema(crate::SchemaLevel::Full);
    let expected = json!({
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "maxLength": 10, "pattern": "^[a-z*.]+$"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100},
            "edits": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "old": {"type": "string"},
                        "all": {"type": "boolean", "default": false}
                    },
                    "required": ["old"]
                },
                "default": []
            },
            "base": {"type": "string"}
        },
        "required": ["pattern"],
        "additionalProperties": false
    });
    assert_eq!(schema, &expected);
    assert_eq!(schema.to_string(), expected.to_string());
}

#[test]
fn registering_a_table_by_hand_keeps_its_origin() {
    let registry = Registry::new();
    registry.register(tool()).unwrap();
    let origin = registry.get("sample").unwrap().origin().to_string();
    assert!(origin.contains("args/tests.rs:") && origin.ends_with("(tool_core)"), "{origin}");
}

#[tokio::test]
async fn a_running_that_is_dropped_before_it_starts_does_nothing() {
    let ctx = ToolContext::builder().build();
    let mut source = Source::text(r#"{"pattern": "a"}"#);
    drop(Contained::new(tool().prepare(&ctx, &mut source).unwrap()));
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    fn ended(arguments: crate::RawArguments<'_>) -> crate::ToolResult {
        let ctx = ToolContext::builder().build();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(tool().run_bare(&ctx, arguments, Form::Value))
    }

    proptest! {
        /// Whatever fits gives the same by both doors, and is what was sent.
        #[test]
        fn both_doors_give_what_was_sent(
            base in proptest::option::of(any::<String>()),
            olds in proptest::collection::vec((any::<String>(), any::<bool>()), 0..5),
            limit in 1u32..=1_000,
            pattern in "[a-z*.]{1,10}",
            spaces in "[ \n\t]{0,3}",
        ) {
            let edits: Vec<Value> =
                olds.iter().map(|(old, all)| json!({"old": old, "all": all})).collect();
            let sent = json!({"pattern": pattern, "limit": limit, "edits": edits, "base": base});
            let text = format!("{spaces}{}{spaces}", serde_json::to_string_pretty(&sent).unwrap());
            let by_text = ended(text.as_str().into());
            prop_assert!(by_text.success, "{}", by_text.to_text());
            prop_assert_eq!(&by_text, &ended(sent.clone().into()));
            prop_assert_eq!(by_text.output.value().unwrap().into_owned(), sent);
        }

        /// Broken text never runs, and text that is JSON ends as its value does.
        #[test]
        fn a_scratch_in_the_text_is_seen(at in 0usize..200, put in "[\"\\\\{}\\[\\],: a0\u{e9}\n]?") {
            let whole = json!({
                "pattern": "abc", "limit": 7, "base": "x\"y\\z\u{e9}",
                "edits": [{"old": "one", "all": true}, {"old": ""}],
            })
            .to_string();
            let at = (0..=at.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap();
            let mut scratched: String = whole[..at].to_owned();
            scratched.push_str(&put);
            scratched.extend(whole[at..].chars().skip(1));
            let by_text = ended(scratched.as_str().into());
            match serde_json::from_str::<Value>(&scratched) {
                Ok(value) if by_text.success => prop_assert_eq!(by_text, ended(value.into())),
                Ok(_) => prop_assert_eq!(by_text.status, Status::InvalidArguments),
                Err(_) => prop_assert_eq!(by_text.status, Status::InvalidArguments, "{}", scratched),
            }
        }

        /// No message of any size comes of any value.
        #[test]
        fn any_value_ends_in_words(text in any::<String>(), n in any::<f64>(), b in any::<bool>()) {
            for value in [json!(text), json!(n), json!(b), json!([text]), json!({text.clone(): n}),
                          json!({"pattern": text, "limit": n, "edits": [b], "base": {"a": b}})] {
                let result = ended(value.into());
                prop_assert!(result.to_text().len() < 4_000);
            }
        }
    }
}
