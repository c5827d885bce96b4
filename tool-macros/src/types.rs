//! What a type is by its spelling, where that matters. What it *is* only rustc knows.

use proc_macro2::TokenStream;
use quote::ToTokens;
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

/// The first part of a type, itself included, that `wanted` finds.
pub(crate) fn part_of(
    ty: &Type,
    wanted: &dyn Fn(&Type) -> Option<TokenStream>,
) -> Option<TokenStream> {
    if let Some(found) = wanted(ty) {
        return Some(found);
    }
    let within = |ty: &Type| part_of(ty, wanted);
    match ty {
        Type::Array(array) => within(&array.elem),
        Type::Group(group) => within(&group.elem),
        Type::Paren(paren) => within(&paren.elem),
        Type::Reference(reference) => within(&reference.elem),
        Type::Slice(slice) => within(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(within),
        Type::Path(path) => path.path.segments.iter().find_map(|segment| {
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => within(ty),
                _ => None,
            })
        }),
        _ => None,
    }
}

/// The first part of a type that borrows from something that does not live for ever.
pub(crate) fn borrowed(ty: &Type) -> Option<TokenStream> {
    part_of(ty, &|ty| match ty {
        Type::Reference(reference) => match &reference.lifetime {
            Some(lifetime) if lifetime.ident == "static" => None,
            _ => Some(ty.to_token_stream()),
        },
        Type::Path(path) => path.path.segments.iter().find_map(|segment| {
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Lifetime(lifetime) if lifetime.ident != "static" => {
                    Some(lifetime.to_token_stream())
                }
                _ => None,
            })
        }),
        _ => None,
    })
}

/// The first `impl Trait` in a type.
pub(crate) fn impl_trait(ty: &Type) -> Option<TokenStream> {
    part_of(ty, &|ty| matches!(ty, Type::ImplTrait(_)).then(|| ty.to_token_stream()))
}

/// The first reference in a type, and those within it.
pub(crate) fn reference(ty: &Type) -> Option<TokenStream> {
    part_of(ty, &|ty| matches!(ty, Type::Reference(_)).then(|| ty.to_token_stream()))
}

/// Whether a type is or has `ToolContext` in it.
pub(crate) fn has_context(ty: &Type) -> bool {
    let found = |ty: &Type| {
        name_of(ty).is_some_and(|name| name == "ToolContext").then(|| ty.to_token_stream())
    };
    part_of(ty, &found).is_some()
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
