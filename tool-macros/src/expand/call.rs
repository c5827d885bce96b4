//! The call function: slots for the arguments, one fill, and the running.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::model::{Argument, Default, Param, ParamKind, Pass, Tool};

/// The local of a parameter. Numbered, for a local named after its parameter could shadow the
/// function itself.
fn local(index: usize) -> Ident {
    format_ident!("__a{index}", span = Span::mixed_site())
}

/// `fn __call(…)`.
pub(super) fn function(tool: &Tool) -> TokenStream {
    let private = &tool.private;
    let slots =
        tool.params.iter().enumerate().filter_map(|(index, param)| slot(tool, index, param));
    let places = tool.params.iter().enumerate().filter_map(|(index, param)| {
        let ParamKind::Argument(_) = &param.kind else { return None };
        let (cfgs, local) = (&param.cfgs, local(index));
        Some(quote!(#(#cfgs)* &mut #local))
    });
    let running = running(tool);
    let returned = returned(tool);
    quote! {
        fn __call(
            __ctx: &#private::ToolContext,
            __source: &mut #private::Source<'_>,
        ) -> #private::Decoded {
            #(#slots)*
            let __returned = #returned;
            __source.fill(&__DEF, &mut [#(#places),*], __returned.schema)?;
            let _ = __ctx;
            #private::Ok(#running)
        }
    }
}

fn slot(tool: &Tool, index: usize, param: &Param) -> Option<TokenStream> {
    let ParamKind::Argument(argument) = &param.kind else { return None };
    let private = &tool.private;
    let (cfgs, local, ty) = (&param.cfgs, local(index), &argument.ty);
    let make = quote_spanned!(ty.span()=> #private::arg::<#ty>());
    Some(quote!(#(#cfgs)* let mut #local = #make;))
}

/// How the argument leaves its slot.
fn take(index: usize, argument: &Argument) -> TokenStream {
    let local = local(index);
    match &argument.default {
        Default::Computed(_) => {
            let default = super::table::default_fn(index);
            quote!(#local.take_or_else(#default))
        }
        _ => quote!(#local.take()),
    }
}

fn running(tool: &Tool) -> TokenStream {
    let private = &tool.private;
    let lends = tool.params.iter().any(needs_owner);
    let setup = tool.params.iter().enumerate().map(|(index, param)| owner(tool, index, param));
    let given = tool.params.iter().enumerate();
    let given = given.filter(|(_, param)| !matches!(param.kind, ParamKind::Receiver));
    let handed = given.map(|(index, param)| hand(tool, index, param));
    let function = callee(tool);
    let output = quote!(__returned.result);
    let setup: TokenStream = setup.collect();
    // A future that is not `Send` is reported where the function has its name.
    let span = Span::call_site().located_at(tool.function.span());
    if tool.is_async && lends {
        let work = quote_spanned!(span=> async move { #function(#(#handed),*).await });
        let run = quote_spanned!(span=> #private::run(#work, __source.form(), #output));
        quote!({ #setup #run })
    } else if tool.is_async {
        quote_spanned!(span=> #private::run(#function(#(#handed),*), __source.form(), #output))
    } else {
        let run = if tool.inline { quote!(run_inline) } else { quote!(run_blocking) };
        let work = quote_spanned!(span=> move || #function(#(#handed),*));
        let run = quote_spanned!(span=> #private::#run(#work, __source.form(), #output));
        quote!({ #setup #run })
    }
}

/// What is called: a function by its name, a method on its toolset.
fn callee(tool: &Tool) -> TokenStream {
    let function = &tool.function;
    let receiver = tool.params.iter().position(|p| matches!(p.kind, ParamKind::Receiver));
    match (&tool.owner, receiver) {
        (Some(_), Some(index)) => {
            let set = local(index);
            quote!(#set.#function)
        }
        (Some(owner), None) => quote!(<#owner>::#function),
        (None, _) => quote!(#function),
    }
}

/// Whether the running must own something that the function only borrows.
fn needs_owner(param: &Param) -> bool {
    match &param.kind {
        ParamKind::Receiver => true,
        ParamKind::Context { by_reference } => *by_reference,
        ParamKind::Injected { by_reference, .. } => *by_reference,
        ParamKind::Argument(argument) => argument.pass != Pass::Owned,
    }
}

/// A local that the running owns.
fn owner(tool: &Tool, index: usize, param: &Param) -> TokenStream {
    let owned_by_slot = tool.is_async && !tool.params.iter().any(needs_owner);
    if owned_by_slot {
        return TokenStream::new();
    }
    let (cfgs, local, private) = (&param.cfgs, local(index), &tool.private);
    let value = match &param.kind {
        ParamKind::Receiver => {
            let owner = &tool.owner;
            quote!(__source.receiver::<#owner>())
        }
        ParamKind::Context { .. } => quote!(#private::ToolContext::clone(__ctx)),
        ParamKind::Injected { ty, .. } => {
            quote_spanned!(ty.span()=> #private::injected::<#ty>(__ctx))
        }
        ParamKind::Argument(argument) => take(index, argument),
    };
    quote!(#(#cfgs)* let #local = #value;)
}

/// The argument as the function takes it.
fn hand(tool: &Tool, index: usize, param: &Param) -> TokenStream {
    let (cfgs, local, private) = (&param.cfgs, local(index), &tool.private);
    let direct = tool.is_async && !tool.params.iter().any(needs_owner);
    let value = match &param.kind {
        ParamKind::Context { by_reference: true }
        | ParamKind::Injected { by_reference: true, .. } => quote!(&#local),
        ParamKind::Context { .. } if direct => quote!(#private::ToolContext::clone(__ctx)),
        ParamKind::Injected { ty, .. } if direct => {
            quote_spanned!(ty.span()=> #private::injected::<#ty>(__ctx))
        }
        ParamKind::Argument(argument) if direct => take(index, argument),
        ParamKind::Argument(argument) => match argument.pass {
            Pass::Owned => quote!(#local),
            Pass::Lent => quote!(&#local),
            Pass::LentOption => quote!(#local.as_deref()),
        },
        _ => quote!(#local),
    };
    quote!(#(#cfgs)* #value)
}

/// How what the function returns becomes a result; what cannot is reported at the return type.
fn returned(tool: &Tool) -> TokenStream {
    let private = &tool.private;
    let ty = &tool.output;
    let span = Span::call_site().located_at(tool.output_span);
    quote_spanned! {span=> {
        use #private::probes::*;
        let __of = #private::Returned::<#ty>::NEW;
        #private::Return { result: (&&&&__of).output(), schema: (&&&__of).schema() }
    }}
}
