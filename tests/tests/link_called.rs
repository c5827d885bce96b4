//! The only mention of the crate of tools is `link()`.

use tool_core::Registry;

#[test]
fn link_is_enough() {
    fixture_linked::link();
    let registry = Registry::collect().expect("linked tools are collected");
    let tool = registry.get("linked_ping").expect("the tool of a module nobody mentions is there");
    assert_eq!(tool.origin().crate_name(), "fixture_linked");
    assert!(Registry::collect_from(["fixture-linked"]).is_ok());
    assert!(Registry::collect_from(["fixture_linked"]).is_ok());
}
