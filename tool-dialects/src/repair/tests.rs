use proptest::prelude::*;
use serde_json::{Value, json};

use super::{ArgumentError, Repair, counted, repair_arguments};

fn value(text: &str) -> Value {
    repair_arguments(text).unwrap_or_else(|error| panic!("{text}: {error}")).0
}

fn error(text: &str) -> ArgumentError {
    repair_arguments(text).expect_err(text)
}

#[test]
fn sound_json_is_left_alone() {
    let (value, repairs) = repair_arguments(r#"{"a": [1, 2.5, "x"], "b": {"c": null}}"#).unwrap();
    assert_eq!(value, json!({ "a": [1, 2.5, "x"], "b": { "c": null } }));
    assert_eq!(repairs, []);
}

#[test]
fn each_repair() {
    let cases = [
        ("", json!({}), Repair::Empty),
        ("null", json!({}), Repair::Empty),
        ("```json\n{\"a\": 1}\n```", json!({ "a": 1 }), Repair::Surroundings),
        ("```\n{\"a\": 1}\n```\nDone.", json!({ "a": 1 }), Repair::Surroundings),
        ("Here it is: {\"a\": 1}. Good?", json!({ "a": 1 }), Repair::Surroundings),
        ("I use {braces} and {\"a\": 1}", json!({ "a": 1 }), Repair::Surroundings),
        (r#""{\"a\": 1}""#, json!({ "a": 1 }), Repair::DoubleEncoding),
        (r#""\"{\\\"a\\\": 1}\"""#, json!({ "a": 1 }), Repair::DoubleEncoding),
        (r#"{"a": [1, 2,], }"#, json!({ "a": [1, 2] }), Repair::TrailingComma),
        (r#"{'a': 'it\'s "so"'}"#, json!({ "a": "it's \"so\"" }), Repair::Quotes),
        (r#"{a: 1, $b-c: 2}"#, json!({ "a": 1, "$b-c": 2 }), Repair::BareKey),
        (
            r#"{"a": True, "b": False, "c": None}"#,
            json!({ "a": true, "b": false, "c": null }),
            Repair::PythonLiteral,
        ),
        ("{\"a\": \"x\ny\tz\"}", json!({ "a": "x\ny\tz" }), Repair::ControlCharacter),
        (r#"{"a": "\d+\.\w"}"#, json!({ "a": r"\d+\.\w" }), Repair::Escape),
        (r#"{"a": +1, "b": .5, "c": -2.}"#, json!({ "a": 1, "b": 0.5, "c": -2.0 }), Repair::Number),
        ("{/* one */ \"a\": 1 // two\n}", json!({ "a": 1 }), Repair::Comment),
    ];
    for (text, expected, repair) in cases {
        let (value, repairs) = repair_arguments(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(value, expected, "{text}");
        assert!(repairs.contains(&repair), "{text}: {repairs:?}");
    }
}

#[test]
fn text_inside_strings_is_never_altered() {
    let inside = [
        "True, None, 'x', ,} // no comment /* nor this */",
        "```json\\n{}\\n```",
        "trailing, ]",
        "{'a': 1,}",
        "\u{feff}\u{202e} \u{1f600}",
    ];
    for text in inside {
        // The trailing comma outside makes the repairing reader run.
        let broken = format!("{{\"a\": \"{text}\",}}");
        assert_eq!(value(&broken), json!({ "a": text.replace("\\n", "\n") }), "{text}");
    }
    assert_eq!(value(r#"{"a": "😀A",}"#), json!({ "a": "😀A" }));
    assert_eq!(value(r#"{"a": "{\"b\": True}"}"#), json!({ "a": "{\"b\": True}" }));
}

#[test]
fn what_is_cut_off_is_never_completed() {
    for text in [
        r#"{"path": "a.txt", "content": "half"#,
        r#"{"path": "a.txt", "content": "half""#,
        r#"{"path": "a.txt""#,
        r#"{"path":"#,
        r#"{"list": [1, 2"#,
        "```json\n{\"a\": 1",
        "{\"n\": 12",
        "{'a': 1,",
    ] {
        assert!(matches!(error(text), ArgumentError::CutOff { .. }), "{text}: {:?}", error(text));
    }
    assert!(matches!(error(r#"{"selected: [1]}"#), ArgumentError::CutOff { .. }));
}

#[test]
fn what_is_not_one_object_is_an_error() {
    assert_eq!(error(r#"{"a": 1}{"b": 2}"#), ArgumentError::SeveralObjects);
    assert_eq!(error("[1, 2]"), ArgumentError::NotAnObject { found: "array" });
    assert_eq!(error("\"hello\""), ArgumentError::NotAnObject { found: "string" });
    assert_eq!(error("7"), ArgumentError::NotAnObject { found: "number" });
    assert!(matches!(error("hello"), ArgumentError::Syntax { .. }));
    assert!(matches!(error(r#"{"a": NaN}"#), ArgumentError::Syntax { .. }));
    assert!(matches!(error(r#"{"a": 007}"#), ArgumentError::Syntax { .. }));
    assert!(matches!(error(r#"{"a" 1}"#), ArgumentError::Syntax { at: 5, .. }));
    let deep = "[".repeat(500) + &"]".repeat(500);
    assert_eq!(error(&format!("{{\"a\": {deep}}}")), ArgumentError::TooDeep);
    assert_eq!(error(&format!("{{\"a\": {deep},}}")), ArgumentError::TooDeep);
}

/// The work is counted in bytes looked at, so that no clock decides.
fn assert_linear(text: &str) {
    let (_, steps) = counted(text);
    let bound = 40 * text.len() + 200;
    assert!(steps <= bound, "{steps} steps for {} bytes: {:.40}", text.len(), text);
}

#[test]
fn the_work_is_linear_in_hostile_text() {
    for count in [1_000, 100_000] {
        for part in
            ["{", "[", "{\"a\":", "\"", "'", "\\", "```", "{}", "/*", "//\n", ",", "{'", "\u{feff}"]
        {
            assert_linear(&part.repeat(count));
            assert_linear(&format!("{{\"a\": \"{}", part.repeat(count)));
            assert_linear(&format!("prose {}", part.repeat(count)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read_in_linear_time_and_without_panic(
        text in r#"[{}\[\],:"'\\/`* \n\ta-zTFN0-9.+\-é😀]{0,200}"#
    ) {
        assert_linear(&text);
    }

    /// Breaking the punctuation of any object loses nothing of it.
    #[test]
    fn a_broken_object_reads_as_the_object(
        strings in proptest::collection::vec(".*", 0..6),
        flag in any::<bool>(),
        number in any::<i64>(),
    ) {
        let object = json!({ "texts": strings, "flag": flag, "number": number, "none": null });
        let text = |value: &Value| serde_json::to_string(value).unwrap();
        let list: Vec<String> = strings.iter().map(|one| text(&json!(one))).collect();
        let python = if flag { "True" } else { "False" };
        let broken = format!(
            "Sure:\n```json\n{{'texts': [{}{}], flag: {python}, \"number\": {number}, \"none\": None,}}\n```",
            list.join(", "),
            if list.is_empty() { "" } else { "," },
        );
        prop_assert_eq!(&repair_arguments(&broken).unwrap().0, &object);
        let doubled = text(&json!(text(&object)));
        prop_assert_eq!(&repair_arguments(&doubled).unwrap().0, &object);
    }
}
