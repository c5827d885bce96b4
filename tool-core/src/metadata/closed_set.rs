//! The macro behind every closed set of names: one spelling, one list, one error.

use std::fmt;

/// A name that is not in a closed set, with the nearest one that is.
///
/// ```
/// use tool_core::CostTier;
/// let err = "lwo".parse::<CostTier>().unwrap_err();
/// assert_eq!(
///     err.to_string(),
///     "unknown cost tier `lwo`; did you mean `low`? One of: free, low, medium, high"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    pub(crate) what: &'static str,
    pub(crate) given: String,
    pub(crate) allowed: &'static [&'static str],
}

impl UnknownName {
    /// What was written.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// Every name that would have been accepted, in declared order.
    pub fn allowed(&self) -> &'static [&'static str] {
        self.allowed
    }

    /// The accepted name nearest to what was written, if one is near.
    pub fn suggestion(&self) -> Option<&'static str> {
        crate::suggest::nearest(&self.given, self.allowed.iter().copied())
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`", self.what, self.given)?;
        if let Some(near) = self.suggestion() {
            write!(f, "; did you mean `{near}`?")?;
        } else {
            f.write_str(".")?;
        }
        write!(f, " One of: {}", self.allowed.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// Declares an enum whose variants have one spelling each.
macro_rules! closed_set {
    (
        $(#[$outer:meta])*
        pub enum $name:ident ($what:literal) {
            $( $(#[$inner:meta])* $variant:ident = $text:literal, )+
        }
    ) => {
        $(#[$outer])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( $(#[$inner])* $variant, )+
        }

        impl $name {
            /// Every value, in declared order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Every name, in declared order.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// The name as written in attributes, policies and JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::metadata::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok($name::$variant),)+
                    _ => Err($crate::metadata::UnknownName {
                        what: $what,
                        given: text.to_owned(),
                        allowed: $name::NAMES,
                    }),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use closed_set;
