//! Filling the slots of a call, from either door, fast where it can be.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use super::report::{ArgumentReport, Repair};
use super::{ArgumentPolicy, RawArguments, Shape, check, slow, text};
use crate::output::Form;
use crate::param::{ParamDef, ParamDefault, ParamType};
use crate::tool::ToolDef;

use super::slot::Slot;

/// The slots of one call, in parameter order.
pub(crate) type Slots<'a, 'b> = [&'a mut (dyn Slot + 'b)];

/// Where the arguments of one call come from, and what was noticed while decoding them.
pub struct Source<'a> {
    input: Input<'a>,
    policy: ArgumentPolicy,
    form: Form,
    repairs: Vec<Repair>,
    receiver: Receiver,
}

/// The toolset that a method is called on.
pub(crate) type Receiver = Option<Arc<dyn Any + Send + Sync>>;

pub(crate) enum Input<'a> {
    Text(&'a str),
    OwnedText(String),
    Owned(Value),
    Borrowed(&'a Value),
    /// No arguments: the slots say what they take, and the function what it gives.
    Describe(&'a mut SchemaGenerator, &'a mut Described),
}

/// Makes the schema of an output, if there is one.
pub type OutputSchemaFn = fn(&mut SchemaGenerator) -> Option<Schema>;

/// What a tool takes and gives, as its call function knows it.
#[derive(Default)]
pub(crate) struct Described {
    pub(crate) params: Vec<ParamType>,
    pub(crate) output: Option<Schema>,
}

/// Arguments that do not fit, with everything that is wrong with them.
#[derive(Debug)]
pub struct Undecoded(pub(crate) Box<ArgumentReport>);

impl<'a> Source<'a> {
    pub(crate) fn text(text: &'a str) -> Self {
        Source::of(Input::Text(text), Form::Text)
    }

    pub(crate) fn owned(value: Value) -> Self {
        Source::of(Input::Owned(value), Form::Value)
    }

    pub(crate) fn borrowed(value: &'a Value) -> Self {
        Source::of(Input::Borrowed(value), Form::Value)
    }

    fn of(input: Input<'a>, form: Form) -> Self {
        Source {
            input,
            form,
            policy: ArgumentPolicy::default(),
            repairs: Vec::new(),
            receiver: None,
        }
    }

    pub(crate) fn with_policy(mut self, policy: ArgumentPolicy) -> Self {
        self.policy = policy;
        self
    }

    pub(crate) fn with_form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// Checks the arguments of a tool that is made at run time.
    pub(crate) fn check(&mut self, shape: &Shape) -> check::Checked {
        let checked = check::arguments(shape, self.tree(), self.policy);
        self.repairs = checked.report.repairs.clone();
        checked
    }

    fn tree(&mut self) -> slow::Parsed {
        match std::mem::replace(&mut self.input, Input::Text("")) {
            Input::Text(text) => slow::parse(text),
            Input::OwnedText(text) => slow::parse(&text),
            Input::Owned(value) => slow::Parsed::from(value),
            Input::Borrowed(value) => slow::Parsed::from(value.clone()),
            Input::Describe(..) => slow::parse(""),
        }
    }

    pub(crate) fn set_receiver(&mut self, receiver: &Receiver) {
        self.receiver.clone_from(receiver);
    }

    /// The toolset that the method is called on.
    ///
    /// # Panics
    /// Never: a method's tool is only made together with its toolset.
    pub fn receiver<S: Send + Sync + 'static>(&self) -> Arc<S> {
        let receiver = self.receiver.clone().and_then(|set| set.downcast::<S>().ok());
        receiver.expect("a method's tool is made together with its toolset")
    }

    /// In which form the tool's data is wanted.
    pub fn form(&self) -> Form {
        self.form
    }

    /// What was repaired on the way.
    pub(crate) fn take_repairs(&mut self) -> Vec<Repair> {
        std::mem::take(&mut self.repairs)
    }

    /// Asks the slots of a tool what they take, in place of filling them.
    pub(crate) fn describing(generator: &'a mut SchemaGenerator, found: &'a mut Described) -> Self {
        Source::of(Input::Describe(generator, found), Form::Text)
    }

    /// Decodes every argument into its slot.
    ///
    /// # Errors
    /// All faults at once; the slots are then in no particular state.
    pub fn fill(
        &mut self,
        def: &'static ToolDef,
        slots: &mut [&mut dyn Slot],
        output: OutputSchemaFn,
    ) -> Result<(), Undecoded> {
        if let Input::Describe(generator, found) = &mut self.input {
            found.params.extend(slots.iter().map(|slot| slot.describe(generator)));
            found.output = output(generator);
            return Err(Undecoded(Box::default()));
        }
        let fast = self.policy == ArgumentPolicy::Lenient
            && match &mut self.input {
                Input::Text(text) => text::fill(text, def, slots),
                Input::OwnedText(text) => text::fill(text, def, slots),
                Input::Owned(Value::Object(map)) => match from_owned(map, def, slots) {
                    Owned::Filled => true,
                    Owned::Slow => false,
                    Owned::Refused(param, error) => {
                        let mut report = ArgumentReport::default();
                        report.refuse_value(param.name, &Value::Null, true, &error);
                        return Err(Undecoded(Box::new(report)));
                    }
                },
                Input::Borrowed(Value::Object(map)) => from_borrowed(map, def, slots),
                _ => false,
            };
        if fast { Ok(()) } else { self.explain(def, slots) }
    }

    /// The slow path: the whole tree, repaired where that is lossless, every fault collected.
    #[cold]
    fn explain(
        &mut self,
        def: &'static ToolDef,
        slots: &mut Slots<'_, '_>,
    ) -> Result<(), Undecoded> {
        let mut checked = check::arguments(def.shape(), self.tree(), self.policy);
        if checked.report.valid {
            decode_checked(def, slots, &mut checked);
        }
        self.repairs = checked.report.repairs.clone();
        if checked.report.valid { Ok(()) } else { Err(Undecoded(Box::new(checked.report))) }
    }
}

impl<'a> From<RawArguments<'a>> for Source<'a> {
    fn from(arguments: RawArguments<'a>) -> Self {
        match arguments {
            RawArguments::Text(Cow::Borrowed(text)) => Source::text(text),
            RawArguments::Text(Cow::Owned(text)) => Source::of(Input::OwnedText(text), Form::Text),
            RawArguments::Value(value) => Source::owned(value),
        }
    }
}

/// How the fast way from an owned value ended.
enum Owned {
    Filled,
    /// The slow path must look at the value, which is whole.
    Slow,
    /// A type refused what its schema accepts, and parts of the value are gone.
    Refused(&'static ParamDef, serde_json::Error),
}

fn from_owned(
    map: &mut Map<String, Value>,
    def: &'static ToolDef,
    slots: &mut Slots<'_, '_>,
) -> Owned {
    let mut seen = 0u64;
    let mut taken = 0u64;
    let mut next = 0;
    let mut good = true;
    for (key, value) in map.iter_mut() {
        let Some(index) = text::position(def.params, key, next) else {
            good = def.ignores_unknown();
            if good { continue } else { break }
        };
        next = index + 1;
        let (Some(param), Some(slot)) = (def.params.get(index), slots.get_mut(index)) else {
            good = false;
            break;
        };
        if value.is_null() && param.default.is_some() {
            continue;
        }
        let bit = 1u64 << (index & 63);
        good = seen & bit == 0 && param.limits.is_none_or(|limits| check::within(limits, value));
        if good {
            // Only text is moved now: whatever fails later, it can be put back.
            if slot.text_of(value) {
                taken |= bit;
            } else if !is_nested(value) || def.outline(index).is_none() {
                good = slot.reference(value).is_ok();
            } else {
                good = def.outline(index).is_some_and(|outline| outline.fits(value));
            }
        }
        if !good {
            break;
        }
        seen |= bit;
    }
    if !good || !finish(def, slots, seen) {
        restore(map, def, slots, taken);
        return Owned::Slow;
    }
    // Everything fits by its outline, so lists and objects can be taken as well.
    let mut next = 0;
    for (key, value) in map.iter_mut().filter(|(_, value)| is_nested(value)) {
        let Some(index) = text::position(def.params, key, next) else { continue };
        next = index + 1;
        if let (Some(_), Some(param), Some(slot)) =
            (def.outline(index), def.params.get(index), slots.get_mut(index))
            && let Err(error) = slot.take(value)
        {
            return Owned::Refused(param, error);
        }
    }
    Owned::Filled
}

fn is_nested(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}

/// Puts the text back that was taken: the slow path wants the arguments as they came.
fn restore(map: &mut Map<String, Value>, def: &ToolDef, slots: &mut Slots<'_, '_>, taken: u64) {
    for (key, value) in map.iter_mut() {
        if let Some(index) = text::position(def.params, key, 0)
            && taken & (1 << (index & 63)) != 0
            && let Some(slot) = slots.get_mut(index)
        {
            slot.restore(value);
        }
    }
}

fn from_borrowed(map: &Map<String, Value>, def: &ToolDef, slots: &mut Slots<'_, '_>) -> bool {
    let mut seen = 0u64;
    let mut next = 0;
    for (key, value) in map {
        let Some(index) = text::position(def.params, key, next) else {
            if def.ignores_unknown() { continue } else { return false }
        };
        next = index + 1;
        let (Some(param), Some(slot)) = (def.params.get(index), slots.get_mut(index)) else {
            return false;
        };
        if value.is_null() && param.default.is_some() {
            continue;
        }
        let fits = param.limits.is_none_or(|limits| check::within(limits, value));
        if seen & (1 << index) != 0 || !fits || slot.reference(value).is_err() {
            return false;
        }
        seen |= 1 << index;
    }
    finish(def, slots, seen)
}

/// Gives every slot that was not seen its default; false if one has none and is required.
pub(crate) fn finish(def: &ToolDef, slots: &mut Slots<'_, '_>, seen: u64) -> bool {
    // Models mostly send every argument.
    if seen.count_ones() as usize == def.params.len() {
        return true;
    }
    for (index, (param, slot)) in def.params.iter().zip(slots.iter_mut()).enumerate() {
        if seen & (1 << index) != 0 {
            continue;
        }
        let given = match &param.default {
            ParamDefault::Literal(literal) => slot.literal(literal),
            // The generated code evaluates it: only there is its type known.
            ParamDefault::Computed(_) => true,
            ParamDefault::None => slot.missing(),
        };
        if !given {
            return false;
        }
    }
    true
}

/// Decodes arguments that the schema accepts; a type may still refuse what its schema allows.
fn decode_checked(def: &ToolDef, slots: &mut Slots<'_, '_>, checked: &mut check::Checked) {
    let mut seen = 0u64;
    for (index, (param, slot)) in def.params.iter().zip(slots.iter_mut()).enumerate() {
        let Some(value) = checked.arguments.get(param.name) else { continue };
        match slot.reference(value) {
            Ok(()) => seen |= 1 << index,
            Err(error) => checked.report.refuse_value(param.name, value, param.secret, &error),
        }
    }
    if checked.report.valid && !finish(def, slots, seen) {
        checked.report.refuse_default();
    }
}
