//! Properties of `edit` over encodings, line ends and places: what no edit names stays, byte for
//! byte.

use std::fs;

use encoding_rs::{SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1252};
use proptest::prelude::*;
use serde_json::json;

use super::common::Tree;

/// A file in pieces: lines with their ends.
fn lines() -> impl Strategy<Value = Vec<(String, &'static str)>> {
    let word = prop_oneof![
        "[a-z ]{0,12}",
        Just("    indented".to_owned()),
        Just(String::new()),
        Just("trailing  ".to_owned()),
        "[äöü日本é]{0,6}",
    ];
    prop::collection::vec((word, prop_oneof![Just("\n"), Just("\r\n")]), 0..20)
}

fn whole(lines: &[(String, &str)]) -> String {
    lines.iter().flat_map(|(line, end)| [line.as_str(), end]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(120) })]

    #[test]
    fn bytes_that_no_edit_names_stay(
        before in lines(),
        behind in lines(),
        new in "[a-zA-Z0-9äé ]{0,20}",
        mark in prop::bool::ANY,
        open in prop::bool::ANY,
    ) {
        let tree = Tree::new();
        let (before, mut behind) = (whole(&before), whole(&behind));
        if open {
            behind.push_str("no end");
        }
        let start = if mark { "\u{feff}" } else { "" };
        tree.file("f", format!("{start}{before}[[THE PLACE]]{behind}"));
        tree.text("edit", json!({"path": "f", "old": "[[THE PLACE]]", "new": new}));
        let after = fs::read(tree.root.join("f")).unwrap();
        prop_assert_eq!(after, format!("{start}{before}{new}{behind}").into_bytes());
    }

    #[test]
    fn several_lines_keep_their_ends(
        before in lines(),
        ends in prop::collection::vec(prop_oneof![Just("\n"), Just("\r\n")], 1..5),
        behind in lines(),
    ) {
        let tree = Tree::new();
        let (before, behind) = (whole(&before), whole(&behind));
        let part = |name: &str| -> String {
            ends.iter().enumerate().map(|(at, end)| format!("<{name} {at}>{end}")).collect()
        };
        let sent = |name: &str| part(name).replace("\r\n", "\n");
        tree.file("f", format!("{before}{}{behind}", part("old")));
        tree.text("edit", json!({"path": "f", "old": sent("old"), "new": sent("new")}));
        let after = fs::read_to_string(tree.root.join("f")).unwrap();
        prop_assert_eq!(after, format!("{before}{}{behind}", part("new")));
    }

    #[test]
    fn every_encoding_is_kept(
        number in 0_usize..4,
        before in prop::collection::vec("[a-z]{1,8}", 1..10),
    ) {
        let (encoding, text, sign) = [
            (UTF_8, "größe naïve", "ß"),
            (UTF_16LE, "größe 日本", "語"),
            (WINDOWS_1252, "Die Größe der Straße überragt natürlich das Gebäude", "ü"),
            (SHIFT_JIS, "これは日本語のテキストです。もう一行あります。", "語"),
        ][number];
        let encode = |text: &str| -> Vec<u8> {
            if encoding == UTF_16LE {
                let units = text.encode_utf16().flat_map(u16::to_le_bytes);
                return [0xff, 0xfe].into_iter().chain(units).collect();
            }
            encoding.encode(text).0.into_owned()
        };
        let before = before.join(" ");
        let file = |place: &str| encode(&format!("{before}\r\n{text}\n{place}\n{text}"));
        let tree = Tree::new();
        tree.file("f", file("HERE"));
        tree.text("edit", json!({"path": "f", "old": "HERE", "new": sign}));
        prop_assert_eq!(fs::read(tree.root.join("f")).unwrap(), file(sign));
    }

    #[test]
    fn a_patch_changes_its_lines_and_no_others(
        before in lines(),
        behind in lines(),
        end in prop_oneof![Just("\n"), Just("\r\n")],
    ) {
        let tree = Tree::new();
        let (before, behind) = (whole(&before), whole(&behind));
        tree.file("f", format!("{before}first{end}old{end}last{end}{behind}"));
        let patch = "*** Begin Patch\n*** Update File: f\n first\n-old\n+new\n+more\n last\n*** End Patch";
        tree.text("apply_patch", json!({"patch": patch}));
        let after = fs::read_to_string(tree.root.join("f")).unwrap();
        prop_assert_eq!(after, format!("{before}first{end}new{end}more{end}last{end}{behind}"));
    }

    #[test]
    fn paths_of_any_form_never_leave_the_root(
        parts in prop::collection::vec(
            prop_oneof![
                Just(".."), Just("."), Just(""), Just("in"), Just("out"), Just("up"), Just("f"),
                Just("root"), Just("secret"), Just("outside"),
            ],
            1..8,
        ),
        absolute in prop::bool::ANY,
    ) {
        let tree = Tree::new();
        tree.outside("outside/f", "secret text");
        tree.outside("secret", "secret text");
        tree.file("in/f", "inside").file("f", "inside");
        tree.link("out", "../outside").link("in/up", "../..").link("up", "in/up");
        let mut path = parts.join("/");
        if absolute {
            path = format!("{}/{path}", tree.root.display());
        }
        for (tool, arguments) in [
            ("read", json!({"path": path})),
            ("grep", json!({"pattern": ".", "path": path})),
        ] {
            let text = tree.call(tool, arguments).to_text().into_owned();
            prop_assert!(!text.contains("secret text"), "{}: {}", path, text);
        }
        tree.call("write", json!({"path": path, "content": "x", "create_dirs": true}));
        for theirs in ["outside/f", "secret"] {
            let now = fs::read_to_string(tree.base.path().join(theirs)).unwrap();
            prop_assert_eq!(&now, "secret text");
        }
        let names = fs::read_dir(tree.base.path()).unwrap().count();
        prop_assert_eq!(names, 3);
    }
}
