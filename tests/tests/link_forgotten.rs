//! The twin of `link_called` without the call: the crate of tools is a dependency, and nothing
//! mentions it.

use tool_core::{Registry, RegistryError};

#[test]
fn without_link_there_are_no_tools_and_the_error_says_what_to_do() {
    let error = Registry::collect().expect_err("nothing is linked");
    assert_eq!(error, RegistryError::NoTools);
    assert!(error.to_string().contains("call its `link()`"), "{error}");
}
