//! A call from its start to its result; Ctrl-C withdraws it, and leaves nothing running.

use std::io;
use std::time::Duration;

use tool_core::{Cancel, Executor, Status, ToolCall, ToolResult};

/// How long a withdrawn call may take to end, and its threads to see that they should.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// Runs a call to its one result.
pub(crate) fn run(
    executor: &Executor,
    call: ToolCall<'static>,
    cancel: Cancel,
) -> io::Result<ToolResult> {
    let name = call.name.clone();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let mut signals = Signals::new()?;
        let call = executor.run(call);
        tokio::pin!(call);
        tokio::select! {
            result = &mut call => return Ok(result),
            () = signals.next() => cancel.cancel(),
        }
        // What was done in the meantime is done; all else was withdrawn. Who asks twice does
        // not want to wait.
        tokio::select! {
            result = call => Ok(if result.success { result } else { withdrawn(&name) }),
            () = signals.next() => Ok(withdrawn(&name)),
            () = tokio::time::sleep(GRACE) => Ok(withdrawn(&name)),
        }
    });
    // Dropping what is left lets it end its own: child processes, temporary files.
    runtime.shutdown_timeout(GRACE);
    result
}

fn withdrawn(name: &str) -> ToolResult {
    let text = format!("the call of `{name}` was withdrawn before it was done");
    ToolResult::failed(Status::Cancelled, text)
}

/// The signals by which a person, or the system, asks for the end.
pub(crate) struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let interrupt = signal(SignalKind::interrupt())?;
            let terminate = signal(SignalKind::terminate())?;
            Ok(Signals { interrupt, terminate })
        }
        #[cfg(not(unix))]
        Ok(Signals {})
    }

    pub(crate) async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
