//! Anyone's JSON Schema as typed nodes.

mod judge;
mod merge;
mod node;
mod parse;
mod read;
mod refs;
mod union;

pub(crate) use judge::{Judge, json_type};
pub(crate) use node::{
    Bounds, Choice, Field, Fields, Kind, List, Node, Rest, Text, Tree, Tuple, Union,
    accepts_null_already, object,
};
pub(crate) use parse::parse;
pub(crate) use refs::escape;
