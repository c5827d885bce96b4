//! Nothing to build: `links = "tool_core"` needs a build script, and makes Cargo refuse a
//! program with two versions of this crate, whose registries would not see each other's tools.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
