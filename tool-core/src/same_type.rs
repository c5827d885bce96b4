//! A generic value as the type that it is known to be: what specialisation would do.

use std::any::Any;

/// The value as a `U`, if `T` is `U`. Compiled to a move or to nothing.
#[inline(always)]
pub(crate) fn cast<T: 'static, U: 'static>(value: T) -> Option<U> {
    let mut value = Some(value);
    (&mut value as &mut dyn Any).downcast_mut::<Option<U>>().and_then(Option::take)
}
