//! The languages: how each calls its functions, its branches, its comments and its symbols.

use tree_sitter_language::LanguageFn;

/// One language.
pub(super) struct Language {
    pub(super) name: &'static str,
    endings: &'static [&'static str],
    pub(super) grammar: LanguageFn,
    /// Nodes that are functions of their own.
    pub(super) functions: &'static [&'static str],
    /// Nodes each of which is one more way through a function.
    pub(super) branches: &'static [&'static str],
    /// Operators that do so too.
    pub(super) operators: &'static [&'static str],
    pub(super) comments: &'static [&'static str],
    /// Nodes that an outline shows, with the words for them.
    pub(super) symbols: &'static [(&'static str, &'static str)],
}

const AND_OR: &[&str] = &["&&", "||"];
const AND_OR_ELSE: &[&str] = &["&&", "||", "??"];

const JS_FUNCTIONS: &[&str] = &[
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "method_definition",
    "arrow_function",
];
const JS_BRANCHES: &[&str] = &[
    "if_statement",
    "for_statement",
    "for_in_statement",
    "while_statement",
    "do_statement",
    "switch_case",
    "catch_clause",
    "ternary_expression",
];
const C_BRANCHES: &[&str] = &[
    "if_statement",
    "for_statement",
    "for_range_loop",
    "while_statement",
    "do_statement",
    "case_statement",
    "conditional_expression",
    "catch_clause",
];
const TS_SYMBOLS: &[(&str, &str)] = &[
    ("function_declaration", "function"),
    ("generator_function_declaration", "function"),
    ("class_declaration", "class"),
    ("abstract_class_declaration", "class"),
    ("method_definition", "method"),
    ("interface_declaration", "interface"),
    ("type_alias_declaration", "type"),
    ("enum_declaration", "enum"),
    ("internal_module", "namespace"),
    ("method_signature", "method"),
];
const C_SYMBOLS: &[(&str, &str)] = &[
    ("function_definition", "function"),
    ("struct_specifier", "struct"),
    ("union_specifier", "union"),
    ("enum_specifier", "enum"),
    ("type_definition", "type"),
    ("class_specifier", "class"),
    ("namespace_definition", "namespace"),
    ("preproc_function_def", "macro"),
];

/// All languages.
pub(super) static ALL: &[Language] = &[
    Language {
        name: "Rust",
        endings: &["rs"],
        grammar: tree_sitter_rust::LANGUAGE,
        functions: &["function_item"],
        branches: &[
            "if_expression",
            "for_expression",
            "while_expression",
            "loop_expression",
            "match_arm",
            "try_expression",
        ],
        operators: AND_OR,
        comments: &["line_comment", "block_comment"],
        symbols: &[
            ("function_item", "fn"),
            ("function_signature_item", "fn"),
            ("struct_item", "struct"),
            ("enum_item", "enum"),
            ("union_item", "union"),
            ("trait_item", "trait"),
            ("impl_item", "impl"),
            ("mod_item", "mod"),
            ("const_item", "const"),
            ("static_item", "static"),
            ("type_item", "type"),
            ("macro_definition", "macro"),
        ],
    },
    Language {
        name: "Python",
        endings: &["py", "pyi"],
        grammar: tree_sitter_python::LANGUAGE,
        functions: &["function_definition"],
        branches: &[
            "if_statement",
            "elif_clause",
            "for_statement",
            "while_statement",
            "except_clause",
            "case_clause",
            "conditional_expression",
            "for_in_clause",
            "if_clause",
        ],
        operators: &["and", "or"],
        comments: &["comment"],
        symbols: &[("function_definition", "def"), ("class_definition", "class")],
    },
    Language {
        name: "JavaScript",
        endings: &["js", "mjs", "cjs", "jsx"],
        grammar: tree_sitter_javascript::LANGUAGE,
        functions: JS_FUNCTIONS,
        branches: JS_BRANCHES,
        operators: AND_OR_ELSE,
        comments: &["comment", "html_comment"],
        symbols: TS_SYMBOLS,
    },
    Language {
        name: "TypeScript",
        endings: &["ts", "mts", "cts"],
        grammar: tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        functions: JS_FUNCTIONS,
        branches: JS_BRANCHES,
        operators: AND_OR_ELSE,
        comments: &["comment", "html_comment"],
        symbols: TS_SYMBOLS,
    },
    Language {
        name: "TSX",
        endings: &["tsx"],
        grammar: tree_sitter_typescript::LANGUAGE_TSX,
        functions: JS_FUNCTIONS,
        branches: JS_BRANCHES,
        operators: AND_OR_ELSE,
        comments: &["comment", "html_comment"],
        symbols: TS_SYMBOLS,
    },
    Language {
        name: "Go",
        endings: &["go"],
        grammar: tree_sitter_go::LANGUAGE,
        functions: &["function_declaration", "method_declaration", "func_literal"],
        branches: &[
            "if_statement",
            "for_statement",
            "expression_case",
            "type_case",
            "communication_case",
        ],
        operators: AND_OR,
        comments: &["comment"],
        symbols: &[
            ("function_declaration", "func"),
            ("method_declaration", "method"),
            ("type_spec", "type"),
            ("type_alias", "type"),
        ],
    },
    Language {
        name: "Java",
        endings: &["java"],
        grammar: tree_sitter_java::LANGUAGE,
        functions: &[
            "method_declaration",
            "constructor_declaration",
            "compact_constructor_declaration",
        ],
        branches: &[
            "if_statement",
            "for_statement",
            "enhanced_for_statement",
            "while_statement",
            "do_statement",
            "switch_label",
            "catch_clause",
            "ternary_expression",
        ],
        operators: AND_OR,
        comments: &["line_comment", "block_comment"],
        symbols: &[
            ("class_declaration", "class"),
            ("interface_declaration", "interface"),
            ("enum_declaration", "enum"),
            ("record_declaration", "record"),
            ("annotation_type_declaration", "annotation"),
            ("method_declaration", "method"),
            ("constructor_declaration", "constructor"),
        ],
    },
    Language {
        name: "C",
        endings: &["c", "h"],
        grammar: tree_sitter_c::LANGUAGE,
        functions: &["function_definition"],
        branches: C_BRANCHES,
        operators: AND_OR,
        comments: &["comment"],
        symbols: C_SYMBOLS,
    },
    Language {
        name: "C++",
        endings: &["cc", "cpp", "cxx", "hh", "hpp", "hxx"],
        grammar: tree_sitter_cpp::LANGUAGE,
        functions: &["function_definition"],
        branches: C_BRANCHES,
        operators: &["&&", "||", "and", "or"],
        comments: &["comment"],
        symbols: C_SYMBOLS,
    },
];

/// The language of a file by the ending of its name.
pub(super) fn of(name: &[u8]) -> Option<&'static Language> {
    let dot = memchr::memrchr(b'.', name)?;
    let ending = std::str::from_utf8(name.get(dot + 1..)?).ok()?.to_ascii_lowercase();
    ALL.iter().find(|language| language.endings.contains(&ending.as_str()))
}
