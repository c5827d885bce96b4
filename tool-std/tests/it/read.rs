//! `read`: windows, encodings, and what is no text.

use std::fmt::Write as _;

use serde_json::json;

use super::common::Tree;

fn numbered(count: u32) -> String {
    let mut text = String::new();
    for number in 1..=count {
        writeln!(text, "line {number}").unwrap();
    }
    text
}

#[test]
fn a_short_file_is_read_whole() {
    let tree = Tree::new();
    tree.file("a.txt", "one\ntwo\r\nthree");
    assert_eq!(tree.text("read", json!({"path": "a.txt"})), "1\tone\n2\ttwo\n3\tthree");
    let plain = tree.text("read", json!({"path": "a.txt", "line_numbers": false}));
    assert_eq!(plain, "one\ntwo\nthree");
    let data = tree.data("read", json!({"path": "a.txt"}));
    assert_eq!(data["total_lines"], 3);
    assert_eq!(data["next_offset"], json!(null));
}

#[test]
fn an_empty_file_says_so() {
    let tree = Tree::new();
    tree.file("empty", "");
    assert_eq!(tree.text("read", json!({"path": "empty"})), "[the file is empty]");
}

#[test]
fn windows_follow_each_other_without_gap_or_overlap() {
    let tree = Tree::new();
    let whole = numbered(2_345);
    tree.file("a.txt", &whole);
    for limit in [1_000, 777, 5_000] {
        let (mut offset, mut seen) = (1, String::new());
        loop {
            let data =
                tree.data("read", json!({"path": "a.txt", "offset": offset, "limit": limit}));
            seen.push_str(data["content"].as_str().unwrap());
            match data["next_offset"].as_u64() {
                Some(next) => offset = next,
                None => break,
            }
        }
        assert_eq!(seen, whole, "windows of {limit}");
    }
}

#[test]
fn a_window_says_where_it_stands() {
    let tree = Tree::new();
    tree.file("a.txt", numbered(100));
    let text = tree.text("read", json!({"path": "a.txt", "offset": 50, "limit": 2}));
    assert_eq!(
        text,
        "50\tline 50\n51\tline 51\n[lines 50-51 of 100; file continues, next offset 52]"
    );
}

#[test]
fn a_negative_offset_counts_from_the_end() {
    let tree = Tree::new();
    tree.file("a.txt", numbered(100)).file("open.txt", "1\n2\n3");
    let last = tree.text("read", json!({"path": "a.txt", "offset": -2}));
    assert_eq!(last, "99\tline 99\n100\tline 100");
    assert_eq!(tree.text("read", json!({"path": "open.txt", "offset": -1})), "3\t3");
    assert!(
        tree.text("read", json!({"path": "a.txt", "offset": -1000})).starts_with("1\tline 1\n")
    );
    let part = tree.text("read", json!({"path": "a.txt", "offset": -3, "limit": 1}));
    assert_eq!(part, "98\tline 98\n[lines 98-98 of 100; file continues, next offset 99]");
}

#[test]
fn an_offset_behind_the_end_tells_the_number_of_lines() {
    let tree = Tree::new();
    tree.file("a.txt", numbered(10));
    let error = tree.error("read", json!({"path": "a.txt", "offset": 11}));
    assert!(error.contains("`a.txt` has 10 lines"), "{error}");
    let error = tree.error("read", json!({"path": "a.txt", "offset": 0}));
    assert!(error.contains("The first line is 1"), "{error}");
}

#[test]
fn long_lines_are_clipped_with_their_length() {
    let tree = Tree::new();
    tree.file("a.txt", format!("{}\nshort\n", "ä".repeat(50_000)));
    let data = tree.data("read", json!({"path": "a.txt"}));
    assert_eq!(data["clipped_lines"], 1);
    let content = data["content"].as_str().unwrap();
    assert!(content.contains("… [line of 100000 bytes, clipped]\nshort\n"), "{content}");
    assert!(content.len() < 4_000);
}

#[test]
fn other_encodings_are_decoded_and_named() {
    let tree = Tree::new();
    tree.file("le.txt", b"\xff\xfea\0\n\0\xe4\0\n\0")
        .file("bom.txt", b"\xef\xbb\xbfa\n")
        .file("latin.txt", b"caf\xe9\n");
    let text = tree.text("read", json!({"path": "le.txt"}));
    assert_eq!(text, "1\ta\n2\tä\n[encoding: UTF-16LE]");
    let text = tree.text("read", json!({"path": "le.txt", "offset": -1}));
    assert_eq!(text, "2\tä\n[encoding: UTF-16LE]");
    let text = tree.text("read", json!({"path": "bom.txt"}));
    assert_eq!(text, "1\ta\n[encoding: UTF-8 with byte-order mark]");
    let text = tree.text("read", json!({"path": "latin.txt"}));
    assert_eq!(text, "1\tcaf\u{fffd}\n[bytes that are no UTF-8 are shown as \u{fffd}]");
}

#[test]
fn what_is_no_text_is_refused_with_its_type() {
    let tree = Tree::new();
    tree.file("a.so", b"\x7fELF\x02\x01\0\0\0\0").file("a.bin", b"a\0b").file("dir/x", "");
    let error = tree.error("read", json!({"path": "a.so"}));
    assert!(error.contains("it is an ELF program or library (10 bytes)"), "{error}");
    let error = tree.error("read", json!({"path": "a.bin"}));
    assert!(error.contains("binary, of an unknown type"), "{error}");
    let error = tree.error("read", json!({"path": "dir"}));
    assert!(error.contains("is a directory, not a file") && error.contains("list_dir"), "{error}");
}

#[test]
fn a_missing_file_is_answered_with_near_names() {
    let tree = Tree::new();
    tree.file("src/main.rs", "").file("src/lib.rs", "").file("README.md", "");
    for (asked, near) in [
        ("src/mian.rs", "Did you mean `src/main.rs`?"),
        ("readme.md", "Did you mean `README.md`?"),
        ("README", "Did you mean `README.md`?"),
        ("scr/main.rs", "Did you mean `src`?"),
        ("nothing/like/it", "find_files"),
    ] {
        let error = tree.error("read", json!({"path": asked}));
        assert!(error.contains("does not exist") && error.contains(near), "{asked}: {error}");
    }
}

#[test]
fn a_large_file_is_read_on_where_it_was_left() {
    let tree = Tree::new();
    let whole = numbered(1_200_000);
    assert!(whole.len() > 8 << 20);
    tree.file("large", &whole);
    let window = |offset: u64| {
        let data = tree.data("read", json!({"path": "large", "offset": offset, "limit": 3}));
        assert_eq!(data["next_offset"], offset + 3);
        data["content"].as_str().unwrap().to_owned()
    };
    for offset in [1_000_000, 1_000_003, 999_998, 1_000_004, 5, 1_100_000, 8] {
        let wanted: String =
            (offset..offset + 3).map(|number| format!("line {number}\n")).collect();
        assert_eq!(window(offset), wanted);
    }
    // What was known of the file before it changed does not count any more.
    tree.file("large", format!("first\n{whole}"));
    assert_eq!(window(1_000_003), "line 1000002\nline 1000003\nline 1000004\n");
}
