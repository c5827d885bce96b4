//! The tools as a host calls them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod it {
    mod arrange;
    #[cfg(feature = "code")]
    mod code;
    mod common;
    mod coverage;
    mod find;
    mod grep;
    mod hostile_concurrency;
    mod hostile_edit;
    mod hostile_path;
    mod hostile_search;
    #[cfg(feature = "keep")]
    mod keep;
    mod kill;
    mod list_stat;
    mod look;
    mod patch;
    mod policy;
    mod properties;
    mod read;
    mod write;
}
