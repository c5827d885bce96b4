//! `list_dir` and `stat`.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::common::Tree;

#[test]
fn a_directory_is_listed_by_name_with_sizes() {
    let tree = Tree::new();
    tree.file("b.txt", "12345").file("a/x", "").file(".dot", "").link("c", "b.txt");
    let text = tree.text("list_dir", json!({}));
    assert_eq!(text, ".dot  0 bytes\na/\nb.txt  5 bytes\nc -> b.txt");
    let text = tree.text("list_dir", json!({"hidden": false, "limit": 1, "offset": 1}));
    assert_eq!(text, "b.txt  5 bytes\n[entries 2-2 of 3; next offset 2]");
    let data = tree.data("list_dir", json!({"path": "a"}));
    assert_eq!((&data["total"], &data["entries"][0]["name"]), (&json!(1), &json!("x")));
}

#[test]
fn an_empty_directory_says_so() {
    let tree = Tree::new();
    assert_eq!(tree.text("list_dir", json!({})), "[the directory is empty]");
}

#[test]
fn stat_tells_facts() {
    let tree = Tree::new();
    tree.file("a.txt", "12345");
    let path = tree.root.join("a.txt");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o754)).unwrap();
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(951_827_696);
    file.set_modified(time).unwrap();
    assert_eq!(
        tree.data("stat", json!({"path": "a.txt"})),
        json!({
            "path": "a.txt", "type": "file", "size": 5, "modified": "2000-02-29T12:34:56Z",
            "permissions": "rwxr-xr--", "links": 1,
        })
    );
    assert_eq!(tree.data("stat", json!({"path": "."}))["type"], "directory");
}

#[test]
fn stat_describes_a_link_itself() {
    let tree = Tree::new();
    let outside = tree.outside("secret", "x");
    tree.file("a.txt", "").link("in", "a.txt").link("none", "gone").link("out", &outside);
    let data = tree.data("stat", json!({"path": "in"}));
    assert_eq!((&data["target"], &data["leads_to"]), (&json!("a.txt"), &json!("a file")));
    assert_eq!(tree.data("stat", json!({"path": "none"}))["leads_to"], "nothing");
    let data = tree.data("stat", json!({"path": "out"}));
    assert_eq!(data["target"], json!(null));
    assert!(data["leads_to"].as_str().unwrap().starts_with("outside"), "{data}");
}
