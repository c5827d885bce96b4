//! Under the strict policy, what a schema accepts and what decodes are the same set.
//!
//! The judge is another implementation of JSON Schema. More values than CI tries:
//! `STRICT_VALUES=1000000 cargo test --release -p tool-tests --test strict`.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::boxed_local,
    dead_code,
    reason = "tests"
)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::{NonZeroI32, NonZeroU8};
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use tool_core::testing::{Random, arguments};
use tool_core::{ArgumentPolicy, Registry, SchemaLevel, Show, tool};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Plain {
    First,
    SecondOne,
}

#[derive(Deserialize, JsonSchema)]
enum Documented {
    /// The one.
    One,
    /// The other.
    Other,
    Third,
}

#[derive(Deserialize, JsonSchema)]
enum External {
    Unit,
    Newtype(u8),
    Pair(u8, String),
    Fields { a: i32, b: Option<bool> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Internal {
    Circle { radius: f64 },
    Square { side: u32 },
    Nothing,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Number(i32),
    Text(String),
    Empty,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    Point { x: u8, y: u8 },
}

#[derive(Deserialize, JsonSchema)]
struct Inner {
    /// A number.
    n: u16,
    #[serde(default)]
    flag: bool,
    name: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Closed {
    first_field: String,
    list: Vec<Inner>,
}

#[derive(Deserialize, JsonSchema)]
struct Flat {
    own: String,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Deserialize, JsonSchema)]
struct FlatMap {
    own: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
struct Newtype(u32);

#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent {
    inner: Vec<i8>,
}

#[derive(Deserialize, JsonSchema)]
struct TupleStruct(u8, String);

#[derive(Deserialize, JsonSchema)]
struct Tree {
    value: i32,
    #[serde(default)]
    children: Vec<Tree>,
}

#[derive(Deserialize, JsonSchema)]
struct Skipped {
    shown: u8,
    #[serde(skip)]
    hidden: u8,
    #[serde(alias = "other")]
    aliased: Option<u8>,
}

type Alias = Option<Vec<u8>>;

macro_rules! takes {
    ($($name:ident: $ty:ty,)+) => {
        $(
            /// Takes a value.
            #[tool(access_mode = "readonly", inline)]
            fn $name(value: $ty) {
                let _ = value;
            }
        )+
        const TYPES: &[&str] = &[$(stringify!($name)),+];
    };
}

takes! {
    t_bool: bool,
    t_u8: u8,
    t_i8: i8,
    t_u16: u16,
    t_i16: i16,
    t_u32: u32,
    t_i32: i32,
    t_u64: u64,
    t_i64: i64,
    t_usize: usize,
    t_f32: f32,
    t_f64: f64,
    t_char: char,
    t_string: String,
    t_cow: Cow<'static, str>,
    t_path: PathBuf,
    t_boxed: Box<Inner>,
    t_nonzero_u8: NonZeroU8,
    t_nonzero_i32: NonZeroI32,
    t_option_u32: Option<u32>,
    t_option_string: Option<String>,
    t_option_struct: Option<Inner>,
    t_option_option: Option<Option<u8>>,
    t_alias: Alias,
    t_vec_u8: Vec<u8>,
    t_vec_string: Vec<String>,
    t_vec_vec: Vec<Vec<i32>>,
    t_vec_struct: Vec<Inner>,
    t_vec_option: Vec<Option<u8>>,
    t_deque: VecDeque<i16>,
    t_array: [u8; 3],
    t_pair: (u8, String),
    t_triple: (i32, bool, Option<u8>),
    t_hash_map: HashMap<String, u8>,
    t_tree_map: BTreeMap<String, Vec<i64>>,
    t_map_of_structs: BTreeMap<String, Inner>,
    t_tree_set: BTreeSet<u8>,
    t_hash_set: HashSet<String>,
    t_value: Value,
    t_json_map: Map<String, Value>,
    t_plain: Plain,
    t_documented: Documented,
    t_external: External,
    t_internal: Internal,
    t_adjacent: Adjacent,
    t_untagged: Untagged,
    t_vec_enum: Vec<Plain>,
    t_map_enum: BTreeMap<String, Documented>,
    t_inner: Inner,
    t_closed: Closed,
    t_flat: Flat,
    t_flat_map: FlatMap,
    t_newtype: Newtype,
    t_transparent: Transparent,
    t_tuple_struct: TupleStruct,
    t_tree: Tree,
    t_skipped: Skipped,
}

/// Several parameters with limits of their own.
#[tool(access_mode = "readonly", inline)]
fn limited(
    #[param(range = 1..=9)] small: u8,
    #[param(range = -1.5..1.5)] share: f64,
    #[param(length = 2..=4, pattern = "^[a-z]")] word: String,
    #[param(items = 1..=2)] list: Vec<bool>,
    #[param(default = 7, range = 5..)] filled: i64,
) {
    let _ = (small, share, word, list, filled);
}

#[test]
fn what_the_schema_accepts_decodes_and_nothing_else() {
    let values: u64 =
        std::env::var("STRICT_VALUES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let registry = Registry::collect().unwrap();
    assert!(TYPES.len() >= 40, "{} types", TYPES.len());
    let mut wrong = Vec::new();
    for tool in registry.list_tools(Show::All) {
        let schema = tool.schema(SchemaLevel::Full);
        let judge = jsonschema::draft202012::new(schema).unwrap();
        let mut random = Random::new(0x5eed);
        let mut accepted = 0u64;
        for _ in 0..values {
            let tried = arguments(schema, &mut random);
            let report = tool.validate_with(&tried, ArgumentPolicy::Strict);
            let fits = judge.is_valid(&tried);
            accepted += u64::from(fits);
            if fits != report.valid {
                wrong.push(format!(
                    "{}: {tried} fits: {fits}, but {:?}",
                    tool.name(),
                    report.errors
                ));
                accepted = values;
                break;
            }
        }
        // Both a yes and a no are tried, but where no value is refused.
        assert!(accepted > values / 100, "{}: {accepted} of {values} accepted", tool.name());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lower_levels_accept_what_the_full_schema_accepts_of_what_they_show() {
    let registry = Registry::collect().unwrap();
    for tool in registry.list_tools(Show::All) {
        let full = jsonschema::draft202012::new(tool.schema(SchemaLevel::Full)).unwrap();
        for level in [SchemaLevel::Compact, SchemaLevel::Stub] {
            let lower = jsonschema::draft202012::new(tool.schema(level)).unwrap();
            let mut random = Random::new(11);
            for _ in 0..500 {
                let tried = arguments(tool.schema(SchemaLevel::Full), &mut random);
                if full.is_valid(&tried) {
                    assert!(lower.is_valid(&tried), "{} at {level}: {tried}", tool.name());
                }
            }
        }
    }
}

/// The schemas as a model sees them, reviewed in a file: `UPDATE_EXPECTED=1` writes it anew.
#[test]
fn every_schema_is_the_reviewed_one() {
    let registry = Registry::collect().unwrap();
    let mut found = Map::new();
    for tool in registry.list_tools(Show::All) {
        let properties = tool.schema(SchemaLevel::Full)["properties"].clone();
        found.insert(tool.name().to_owned(), properties);
    }
    let text = serde_json::to_string_pretty(&found).unwrap() + "\n";
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/schemas.json");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&file).unwrap());
}
