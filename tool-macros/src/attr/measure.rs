//! Options that measure: spans of time, caps, rates.

use darling::ast::NestedMeta;
use darling::{Error, FromMeta, Result};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit};

use super::value::after_equals;

/// A span of time in milliseconds: `"20s"`, `"500ms"`, `"2m"`, `"1h"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span1 {
    pub(crate) millis: u64,
}

impl FromMeta for Span1 {
    after_equals!(TIME);

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
            Expr::Group(group) => Span1::from_expr(&group.expr),
            other => Err(Error::custom(TIME).with_span(other)),
        }
    }
}

const TIME: &str = "write a span of time as a number with its unit: `{name} = \"20s\"`, or \"500ms\", \"2m\", \"1h\"";

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
    fn from_word() -> Result<Self> {
        Err(Error::custom(CAP))
    }

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
            Expr::Group(group) => CapOption::from_expr(&group.expr),
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
    after_equals!(RATE);

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
            Expr::Group(group) => RateOption::from_expr(&group.expr),
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
