import EventSourcing
import Platform

/// Everything that the SDK on one device remembers; each feature alone changes its part.
///
/// All of it follows from the log, so it survives the process (ME-14); what a process alone
/// knows is forgotten when it ends.
public struct MobileEngageState: StateView {
  /// The profile, the readings and the configuration.
  public internal(set) var settings = MobileEngageSettings()
  /// The app's process and the device's network.
  public internal(set) var process = ProcessState()
  /// The application under which calls of the SDK itself are made.
  public internal(set) var application = ApplicationState()
  /// The device's properties and what the backend knows of them.
  public internal(set) var client = ClientState()
  /// Who is signed in, and the tokens that prove it.
  public internal(set) var contact = ContactState()
  /// A logout that waits for the end of the session.
  public internal(set) var logout = LogoutState()
  /// The push token and what the backend knows of it.
  public internal(set) var push = PushTokenState()
  /// What was tracked, and the session.
  public internal(set) var events = EventState()
  /// What is to be sent.
  public internal(set) var queue = CallQueue()
  /// What is on its way.
  public internal(set) var traffic = Traffic()

  /// What events have said about the device; the first launch keeps it.
  public var knownDevice: DeviceProfile { DeviceProfile(client.properties) }

  /// Creates the state of a device on which the app was just installed.
  public init() {}

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("client_state", client.state, "X-CLIENT-STATE as last received.")
    _ = try visitor("contact_token", contact.tokens?.contact, "What proves the contact.")
    _ = try visitor("refresh_token", contact.tokens?.refresh, "Of the same answer.")
    _ = try visitor("push_token", push.token, "The push service's token.")
    _ = try visitor("contact", contact.identity, "Who is signed in.")
    _ = try visitor("queue", queue.calls, "What is to be sent, what is on its way included.")
    guard visitor.seesDetails else { return }
    try visitor.nested("client", client, "The device's properties.")
    try visitor.nested("signing_in", contact, "What the process did about the contact.")
    try visitor.nested("logout", logout, "A logout that waits for the end of the session.")
    try visitor.nested("push", push, "What the backend knows of the push token.")
    try visitor.nested("events", events, "What was tracked, and the session.")
    try visitor.nested("sending", queue, "What holds back what is to be sent.")
    try visitor.nested("traffic", traffic, "What is on its way.")
    try visitor.nested("process", process, "The app's process.")
    try visitor.nested("application", application, "The application of the SDK's own calls.")
    try visitor.nested("settings", settings, "What the harness and the app chose.")
  }
}

/// The next number of a counter; at the end of `Int64` it stays there.
func next(_ counter: inout Int64) -> Int64 {
  if counter < .max { counter += 1 }
  return counter
}
