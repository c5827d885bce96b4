//! Examples: one idea a file.
