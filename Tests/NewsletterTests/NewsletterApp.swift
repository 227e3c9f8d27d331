import EventSourcing
import Live
import Files

/// Opens the log in `folder`, or begins one, and goes on where the last process ended.
func openNewsletter(
  in folder: String, over transport: any Transport, showThanks: @escaping @Sendable () -> Void
) async throws -> LiveHost<NewsletterSystem, FolderStore> {
  let host = try LiveHost(
    HostSetup<NewsletterSystem>(), store: FolderStore(writing: folder), clock: SystemClock(),
    transport: transport, identity: drawLogIdentity
  ) { news in
    if case .effect(let record) = news, record.effect == .showThanks { showThanks() }
  }
  await host.start()
  return host
}
