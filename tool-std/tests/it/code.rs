//! `code_metrics` and `code_outline` over all their languages.

use serde_json::json;

use super::common::Tree;

/// Name, text, lines of code, comment and blank, and functions with their complexity.
type Program = (&'static str, &'static str, [u64; 3], &'static [(&'static str, u64)]);

/// One small program in each language: its lines by kind, and the complexity of its functions.
const PROGRAMS: &[Program] = &[
    (
        "a.rs",
        "//! Doc.\n\n/// Adds.\nfn add(a: i32) -> Option<i32> {\n    // Why.\n    if a > 0 && a < 9 { return None; } // here\n    for _ in 0..a {}\n    match a { 1 => Some(1), _ => Some(g()?) }\n}\nfn g() -> Option<i32> { let f = || 1; Some(f()) }\n",
        [6, 3, 1],
        &[("add", 7), ("g", 1)],
    ),
    (
        "a.py",
        "# Comment\ndef f(x):\n    \"\"\"Doc.\n\n    More.\"\"\"\n    if x and y:\n        pass\n    elif z:\n        pass\n    return [a for a in x if a]\n\nclass C:\n    def m(self):\n        try:\n            pass\n        except E:\n            pass\n",
        [15, 1, 1],
        &[("f", 6), ("m", 2)],
    ),
    (
        "a.js",
        "/* Block\n   comment */\nfunction f(a) {\n  return a ? 1 : a ?? 2;\n}\nconst g = (x) => { while (x) { x--; } };\n",
        [4, 2, 0],
        &[("f", 3), ("g", 2)],
    ),
    (
        "a.ts",
        "class C {\n  m(a: number): number {\n    switch (a) {\n      case 1: return 1;\n      case 2: return 2;\n      default: return 3;\n    }\n  }\n}\n",
        [9, 0, 0],
        &[("m", 3)],
    ),
    (
        "a.go",
        "package a\n\n// F does.\nfunc F(x int) int {\n\tif x > 1 || x < 0 {\n\t\treturn 1\n\t}\n\tswitch x {\n\tcase 1:\n\t\treturn 2\n\tdefault:\n\t\treturn 3\n\t}\n}\n",
        [12, 1, 1],
        &[("F", 4)],
    ),
    (
        "A.java",
        "class A {\n  int f(int x) {\n    for (int y : z) { if (x == y) { return 1; } }\n    switch (x) { case 1: return 2; default: return 3; }\n  }\n}\n",
        [6, 0, 0],
        &[("f", 4)],
    ),
    (
        "a.c",
        "int f(int *x) {\n  do { x++; } while (*x);\n  switch (*x) { case 1: return 1; default: break; }\n  return *x ? 1 : 0;\n}\n",
        [5, 0, 0],
        &[("f", 4)],
    ),
    (
        "a.cpp",
        "template <class T> void f(T&& x) {\n  for (auto y : x) { if (y && x) {} }\n}\n",
        [3, 0, 0],
        &[("f", 4)],
    ),
];

#[test]
fn every_language_is_measured() {
    for (name, text, lines, functions) in PROGRAMS {
        let tree = Tree::new();
        tree.file(name, text);
        let data = tree.data("code_metrics", json!({"path": name}));
        let seen = [&data["lines"]["code"], &data["lines"]["comment"], &data["lines"]["blank"]];
        assert_eq!(seen, lines.map(|count| json!(count)).each_ref(), "{name}: {data}");
        assert_eq!(data["lines"]["total"], text.lines().count(), "{name}");
        let mut found: Vec<(&str, u64)> = data["most_complex"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["name"].as_str().unwrap(), one["complexity"].as_u64().unwrap()))
            .collect();
        found.sort();
        let mut wanted = functions.to_vec();
        wanted.sort();
        assert_eq!(found, wanted, "{name}");
        assert_eq!(data["files"][0]["syntax_errors"], json!(null), "{name}");
    }
}

#[test]
fn a_directory_is_summed_and_the_most_complex_comes_first() {
    let tree = Tree::new();
    for (name, text, ..) in PROGRAMS {
        tree.file(&format!("src/{name}"), text);
    }
    tree.file("src/readme.md", "x").file("src/bad.rs", b"a\0b").file(".hidden.rs", "fn f() {}");
    let data = tree.data("code_metrics", json!({"path": "src", "limit": 2}));
    assert_eq!(data["files_measured"], 8);
    assert_eq!((&data["other_files"], &data["unmeasured"]), (&json!(1), &json!(1)));
    assert_eq!(data["functions"], 11);
    assert_eq!(data["complexity"], 40);
    assert_eq!(data["files"].as_array().unwrap().len(), 2);
    assert_eq!(data["files"][0]["path"], "src/a.py", "of two that are equal, the first by path");
    let text = tree.text("code_metrics", json!({"path": "src", "limit": 1}));
    let lines = PROGRAMS.iter().map(|(_, text, ..)| text.lines().count()).sum::<usize>();
    let code: u64 = PROGRAMS.iter().map(|(_, _, lines, _)| lines[0]).sum();
    assert!(text.starts_with(&format!("8 files: {lines} lines ({code} code, ")), "{text}");
    assert!(text.contains("most complex functions:\n  7 src/a.rs:4 add (6 lines)\n"), "{text}");
    assert!(text.contains("[7 files not listed; the sum is of all]"), "{text}");
    let flat = tree.data("code_metrics", json!({"recursive": false}));
    assert_eq!(flat["files_measured"], 0);
}

#[test]
fn what_is_no_code_is_refused_with_the_languages() {
    let tree = Tree::new();
    tree.file("a.md", "x");
    for tool in ["code_metrics", "code_outline"] {
        let error = tree.error(tool, json!({"path": "a.md"}));
        assert!(error.contains("no language that is known here"), "{error}");
        assert!(error.contains("Rust, Python, JavaScript"), "{error}");
    }
}

#[test]
fn an_outline_has_the_symbols_with_their_lines() {
    let tree = Tree::new();
    tree.file(
        "a.rs",
        "pub struct S { a: u8 }\n\nimpl S {\n    /// Doc.\n    pub fn new(a: u8) -> Self {\n        S { a }\n    }\n}\n\nmod m {\n    const X: u8 = 1;\n}\n",
    );
    assert_eq!(
        tree.text("code_outline", json!({"path": "a.rs"})),
        "a.rs [Rust]\n1-1 pub struct S\n3-8 impl S\n  5-7 pub fn new(a: u8) -> Self\n10-12 mod m\n  11-11 const X: u8 = 1"
    );
    tree.file("a.py", "class C:\n    def m(self):\n        pass\n");
    assert_eq!(
        tree.text("code_outline", json!({"path": "a.py"})),
        "a.py [Python]\n1-3 class C:\n  2-3 def m(self):"
    );
    tree.file("a.c", "struct s { int x; };\nstatic int *f(struct s *p) {\n  return 0;\n}\n");
    let data = tree.data("code_outline", json!({"path": "a.c"}));
    let names: Vec<_> =
        data["symbols"].as_array().unwrap().iter().map(|symbol| &symbol["name"]).collect();
    assert_eq!(names, ["s", "f"]);
    for (name, text, _, functions) in PROGRAMS {
        tree.file(name, text);
        let data = tree.data("code_outline", json!({"path": name}));
        let names: Vec<_> =
            data["symbols"].as_array().unwrap().iter().map(|symbol| &symbol["name"]).collect();
        for (function, _) in functions.iter().filter(|(function, _)| *function != "g") {
            assert!(names.iter().any(|name| *name == function), "{name}: {names:?}");
        }
    }
}

#[test]
fn code_nested_without_end_overflows_nothing() {
    let tree = Tree::new();
    tree.file("a.rs", format!("fn f() {{ {}1{} }}", "(".repeat(50_000), ")".repeat(50_000)));
    tree.file("b.py", format!("x = {}{}", "[".repeat(50_000), "]".repeat(50_000)));
    let data = tree.data("code_metrics", json!({}));
    assert_eq!(data["files_measured"], 2);
}
