//! The kinds of value that an option can have.

use darling::ast::NestedMeta;
use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, Meta};

/// Text with the place where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) value: String,
    pub(crate) span: Span,
}

impl Text {
    fn of(lit: &Lit) -> Result<Self> {
        match lit {
            Lit::Str(text) => Ok(Text { value: text.value(), span: text.span() }),
            other => Err(Error::custom("write this value as text, in quotes").with_span(other)),
        }
    }
}

impl FromMeta for Text {
    fn from_value(lit: &Lit) -> Result<Self> {
        Text::of(lit)
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(ExprLit { lit, .. }) => Text::of(lit),
            Expr::Group(group) => Text::from_expr(&group.expr),
            other => Err(Error::custom("write this value as text, in quotes").with_span(other)),
        }
    }
}

/// A list of names: `x("a", "b")`, `x(a, b)`, `x = ["a", "b"]`, `x = "a"`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListOption(pub(crate) Vec<Text>);

impl FromMeta for ListOption {
    fn from_list(items: &[NestedMeta]) -> Result<Self> {
        let mut errors = Error::accumulator();
        let names = items
            .iter()
            .filter_map(|item| {
                errors.handle(match item {
                    NestedMeta::Lit(lit) => Text::of(lit),
                    NestedMeta::Meta(Meta::Path(path)) if path.get_ident().is_some() => {
                        let value = path.get_ident().map(ToString::to_string).unwrap_or_default();
                        Ok(Text { value, span: path.span() })
                    }
                    other => Err(Error::custom("write each entry as text, in quotes")
                        .with_span(&other.span())),
                })
            })
            .collect();
        errors.finish_with(ListOption(names))
    }

    fn from_value(lit: &Lit) -> Result<Self> {
        Ok(ListOption(vec![Text::of(lit)?]))
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Array(array) => {
                let mut errors = Error::accumulator();
                let names = array
                    .elems
                    .iter()
                    .filter_map(|element| errors.handle(Text::from_expr(element)))
                    .collect();
                errors.finish_with(ListOption(names))
            }
            other => Ok(ListOption(vec![Text::from_expr(other)?])),
        }
    }
}

/// A path to a function.
#[derive(Clone, Debug)]
pub(crate) struct Named(pub(crate) syn::Path);

impl FromMeta for Named {
    fn from_value(lit: &Lit) -> Result<Self> {
        match lit {
            Lit::Str(text) => text
                .parse()
                .map(Named)
                .map_err(|_| Error::custom("this is no path to a function").with_span(text)),
            other => Err(Error::custom("name a function here").with_span(other)),
        }
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Path(path) => Ok(Named(path.path.clone())),
            Expr::Group(group) => Named::from_expr(&group.expr),
            Expr::Lit(ExprLit { lit, .. }) => Named::from_value(lit),
            other => Err(Error::custom("name a function here, not an expression").with_span(other)),
        }
    }
}

/// A span of time in milliseconds: `"20s"`, `"500ms"`, `"2m"`, `"1h"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span1 {
    pub(crate) millis: u64,
}

impl FromMeta for Span1 {
    fn from_value(lit: &Lit) -> Result<Self> {
        let text = match lit {
            Lit::Str(text) => text.value(),
            other => return Err(Error::custom(TIME).with_span(other)),
        };
        match millis(&text) {
            Some(0) => Err(Error::custom("a timeout of zero would end every call").with_span(lit)),
            Some(millis) => Ok(Span1 { millis }),
            None => Err(Error::custom(TIME).with_span(lit)),
        }
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(ExprLit { lit, .. }) => Span1::from_value(lit),
            other => Err(Error::custom(TIME).with_span(other)),
        }
    }
}

const TIME: &str =
    "write a span of time as a number with its unit: \"20s\", \"500ms\", \"2m\", \"1h\"";

fn millis(text: &str) -> Option<u64> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
    let each = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    number.checked_mul(each)
}

/// How much of an output is shown: `cap = 200`, `cap("200 lines", "64KiB")`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CapOption {
    pub(crate) lines: Option<u64>,
    pub(crate) bytes: Option<u64>,
}

const CAP: &str = "write a cap as a number of lines, or as text: cap(\"200 lines\", \"64KiB\")";

impl CapOption {
    fn add(&mut self, lit: &Lit) -> Result<()> {
        let (place, number) = match lit {
            Lit::Int(int) => (&mut self.lines, int.base10_parse().ok()),
            Lit::Str(text) => {
                let text = text.value();
                let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
                let number = text.strip_suffix(unit).and_then(|digits| digits.parse::<u64>().ok());
                match unit.trim() {
                    "line" | "lines" => (&mut self.lines, number),
                    "B" => (&mut self.bytes, number),
                    "KiB" => (&mut self.bytes, number.and_then(|n| n.checked_mul(1 << 10))),
                    "MiB" => (&mut self.bytes, number.and_then(|n| n.checked_mul(1 << 20))),
                    _ => return Err(Error::custom(CAP).with_span(lit)),
                }
            }
            other => return Err(Error::custom(CAP).with_span(other)),
        };
        match number {
            None => Err(Error::custom(CAP).with_span(lit)),
            Some(0) => Err(Error::custom("a cap of zero would hide every result").with_span(lit)),
            Some(_) if place.is_some() => {
                Err(Error::custom("this part of the cap is given twice").with_span(lit))
            }
            Some(number) => {
                *place = Some(number);
                Ok(())
            }
        }
    }
}

impl FromMeta for CapOption {
    fn from_list(items: &[NestedMeta]) -> Result<Self> {
        let mut cap = CapOption::default();
        for item in items {
            match item {
                NestedMeta::Lit(lit) => cap.add(lit)?,
                other => return Err(Error::custom(CAP).with_span(&other.span())),
            }
        }
        Ok(cap)
    }

    fn from_value(lit: &Lit) -> Result<Self> {
        let mut cap = CapOption::default();
        cap.add(lit)?;
        Ok(cap)
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(ExprLit { lit, .. }) => CapOption::from_value(lit),
            other => Err(Error::custom(CAP).with_span(other)),
        }
    }
}

/// So many calls in a span of time: `"10/s"`, `"30/m"`, `"5/10s"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RateOption {
    pub(crate) calls: u32,
    pub(crate) millis: u64,
}

const RATE: &str = "write a rate as calls and a span of time: \"10/s\", \"30/m\", \"5/10s\"";

impl FromMeta for RateOption {
    fn from_value(lit: &Lit) -> Result<Self> {
        let wrong = || Error::custom(RATE).with_span(lit);
        let Lit::Str(text) = lit else { return Err(wrong()) };
        let text = text.value();
        let (calls, span) = text.split_once('/').ok_or_else(wrong)?;
        let calls = calls.trim().parse().ok().filter(|calls| *calls > 0).ok_or_else(wrong)?;
        let span = span.trim();
        let counted = if span.starts_with(|c: char| c.is_ascii_digit()) {
            span.to_owned()
        } else {
            format!("1{span}")
        };
        let millis = millis(&counted).filter(|millis| *millis > 0).ok_or_else(wrong)?;
        Ok(RateOption { calls, millis })
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(ExprLit { lit, .. }) => RateOption::from_value(lit),
            other => Err(Error::custom(RATE).with_span(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_time() {
        assert_eq!(millis("20s"), Some(20_000));
        assert_eq!(millis("500ms"), Some(500));
        assert_eq!(millis("2m"), Some(120_000));
        for bad in ["", "20", "s", "1.5s", "20 s", "20sec", "-1s", "99999999999999999999s"] {
            assert_eq!(millis(bad), None, "{bad}");
        }
    }
}
