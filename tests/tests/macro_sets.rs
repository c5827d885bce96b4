//! The macro cannot depend on the crate whose enums it names, so its lists are compared here.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::fs;
use std::path::Path;

use tool_core::{
    AccessMode, Capability, CostTier, DangerLevel, ExecutionCategory, Gate, Location, Priority,
    Stage, UnknownArguments,
};

/// The texts and variants that the macro lists for a type.
fn listed(source: &str, ty: &str) -> Vec<(String, String)> {
    let start = source.find(&format!("ty: \"{ty}\"")).unwrap();
    let set = source[start..].split("};").next().unwrap();
    let values = set.split("values: &[").nth(1).unwrap();
    let words: Vec<&str> = values.split('"').skip(1).step_by(2).collect();
    words.chunks(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
}

#[test]
fn the_sets_of_the_macro_are_those_of_the_core() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tool-macros/src/sets.rs");
    let source = fs::read_to_string(file).unwrap();
    macro_rules! compare {
        ($($ty:ident),+) => {$(
            let own: Vec<(String, String)> =
                $ty::ALL.iter().map(|v| (v.as_str().to_owned(), format!("{v:?}"))).collect();
            assert_eq!(listed(&source, stringify!($ty)), own);
        )+};
    }
    compare!(
        AccessMode,
        Capability,
        CostTier,
        DangerLevel,
        ExecutionCategory,
        Gate,
        Location,
        Priority,
        Stage,
        UnknownArguments
    );
}
