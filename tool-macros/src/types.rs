//! What a type is by its spelling, where that matters. What it *is* only rustc knows.

use syn::{GenericArgument, PathArguments, Type, TypePath};

/// The last segment of a plain path type.
fn last_segment(ty: &Type) -> Option<&syn::PathSegment> {
    match ty {
        Type::Path(TypePath { qself: None, path, .. }) => path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        Type::Paren(paren) => last_segment(&paren.elem),
        _ => None,
    }
}

/// The name of a type: `Option` of `std::option::Option<T>`.
pub(crate) fn name_of(ty: &Type) -> Option<String> {
    last_segment(ty).map(|segment| segment.ident.to_string())
}

/// The one type argument of `Name<T>`.
pub(crate) fn argument_of<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let segment = last_segment(ty).filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if arguments.args.len() == 1 => Some(inner),
        _ => None,
    }
}

/// What is known of a value's kind from the spelling of its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Integer,
    Float,
    Text,
    List,
    Bool,
    Other,
}

const INTEGERS: &[&str] = &[
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "NonZeroU8",
    "NonZeroU16",
    "NonZeroU32",
    "NonZeroU64",
    "NonZeroUsize",
    "NonZeroI8",
    "NonZeroI16",
    "NonZeroI32",
    "NonZeroI64",
    "NonZeroIsize",
];

pub(crate) fn kind_of(ty: &Type) -> Kind {
    if let Some(inner) = argument_of(ty, "Option") {
        return kind_of(inner);
    }
    match ty {
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(_) => Kind::List,
            inner => kind_of(inner),
        },
        Type::Array(_) | Type::Slice(_) => Kind::List,
        _ => match name_of(ty).as_deref() {
            Some("f32" | "f64") => Kind::Float,
            Some("bool") => Kind::Bool,
            Some("str" | "String" | "Path" | "PathBuf" | "char") => Kind::Text,
            Some("Vec" | "VecDeque" | "BTreeSet" | "HashSet" | "LinkedList" | "BinaryHeap") => {
                Kind::List
            }
            Some(name) if INTEGERS.contains(&name) => Kind::Integer,
            _ => Kind::Other,
        },
    }
}
