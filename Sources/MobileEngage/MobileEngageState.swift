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
  /// The contact that is signed in, and the tokens that prove it.
  public internal(set) var contact = ContactState()
  /// A logout that waits for the end of the session.
  public internal(set) var logout = LogoutState()
  /// The push token and what the backend knows of it.
  public internal(set) var push = PushTokenState()
  /// The tracked events, and the session.
  public internal(set) var events = EventState()
  /// The calls that are to be sent.
  public internal(set) var queue = CallQueue()
  /// The requests on their way.
  public internal(set) var traffic = Traffic()

  /// The facts that events have told about the device; the first launch keeps them.
  public var knownDevice: DeviceProfile { DeviceProfile(client.properties) }

  /// Creates the state of a device on which the app was just installed.
  public init() {}

  /// Creates the state of a device on which an app with a bug was just installed.
  package init(with defect: MobileEngageDefect) { settings.install(defect) }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("client_state", client.state, "X-CLIENT-STATE as last received.")
    visitor.field("contact_token", contact.tokens?.contact, "The token that proves the contact.")
    visitor.field("refresh_token", contact.tokens?.refresh, "Of the same answer.")
    visitor.field("push_token", push.token, "The push service's token.")
    visitor.field("contact", contact.identity, "The contact that is signed in.")
    visitor.nested("queue", queue.calls, "The queued calls, those on their way included.")
  }

  public func details(_ visitor: inout some ViewVisitor) {
    visitor.nested("client", client, "The device's properties.")
    visitor.nested("signing_in", contact, "The sign-in by this process.")
    visitor.nested("logout", logout, "A logout that waits for the end of the session.")
    visitor.nested("push", push, "The push token, and its registration.")
    visitor.nested("events", events, "The tracked events, and the session.")
    visitor.nested("sending", queue, "The attempts to send, and the back-off.")
    visitor.nested("traffic", traffic, "The requests on their way.")
    visitor.nested("process", process, "The app's process.")
    visitor.nested("application", application, "The application of the SDK's own calls.")
    visitor.nested("settings", settings, "The choices of the harness and the app.")
  }
}

extension MobileEngageState: Record {
  public static var sample: MobileEngageState { MobileEngageState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobileEngageState {
    var stored = self
    stored.settings = try visitor("settings", settings, "The choices of the harness and the app.")
    stored.process = try visitor("process", process, "The app's process.")
    stored.application = try visitor(
      "application", application, "The application of the SDK's own calls.")
    stored.client = try visitor("client", client, "The device's properties.")
    stored.contact = try visitor("contact", contact, "The contact that is signed in.")
    stored.logout = try visitor("logout", logout, "A logout that waits for the end of the session.")
    stored.push = try visitor("push", push, "The push token.")
    stored.events = try visitor("events", events, "The tracked events, and the session.")
    stored.queue = try visitor("queue", queue, "The calls that are to be sent.")
    stored.traffic = try visitor("traffic", traffic, "The requests on their way.")
    return stored
  }
}
