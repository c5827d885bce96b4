/// Makes `pub fn link()` in a crate of tools.
///
/// A program that depends on a crate of tools but never mentions it does not link it, and its
/// tools register nothing, silently. A call of `my_tools::link()` is such a mention; it costs
/// nothing at run time.
///
/// Write it once, in `lib.rs`:
///
/// ```
/// tool_core::tool_crate!();
/// # link();
/// ```
///
/// What all tools of the crate share can be declared with it; a tool's own option wins:
///
/// ```
/// tool_core::tool_crate!(defaults(namespace = "fs", category = "filesystem", tags("local")));
/// # link();
/// ```
#[macro_export]
macro_rules! tool_crate {
    (defaults($($options:tt)*)) => {
        $crate::tool_crate!();
        $crate::__private::crate_defaults! { $crate; $($options)* }
    };
    () => {
        /// Links the tools of this crate into the program, so that they are collected.
        pub fn link() {
            // The address of something in this crate is what keeps the linker from leaving
            // the whole crate out.
            ::std::hint::black_box(link as fn());
        }
    };
}
