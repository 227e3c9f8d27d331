import EventSourcing
import Platform

/// Everything that the SDK on one device remembers.
///
/// All of it follows from the log, so it survives the process (ME-14); what a process alone
/// knows is forgotten when it ends.
public struct MobileEngageState: StateView {
  /// Whose behaviour holds where the document and the public SDKs differ.
  public internal(set) var profile = MobileEngageProfile.documents
  /// How the document is read where it is silent.
  public internal(set) var readings = MobileEngageReadings()
  /// What the app configured so far; nothing is left out.
  public internal(set) var config = MobileEngageConfig.standard
  /// The app's process, as far as there is one.
  public internal(set) var process = ProcessState()
  /// Whether there is a network, as far as the device was told.
  public internal(set) var online = true
  /// The application under which calls of the SDK itself are made.
  public internal(set) var application = ApplicationState()
  /// X-CLIENT-STATE as last adopted (ME-2).
  public internal(set) var clientState: Personal?
  /// What proves the contact; both tokens come from one answer (ME-4, ME-8).
  public internal(set) var tokens: ContactTokens?
  /// Who is signed in; `nil` is nobody, whether or not there is an anonymous contact.
  public internal(set) var contact: ContactIdentity?
  /// The device's properties and what the backend knows of them.
  public internal(set) var client = ClientState()
  /// The push token and what the backend knows of it.
  public internal(set) var push = PushTokenState()
  /// What is to be sent, first in, first out; what was sent leaves it when answered.
  public internal(set) var queue: [QueuedCall] = []
  /// What is on its way and what holds the rest back.
  public internal(set) var traffic = Traffic()
  /// How many numbers were given out.
  public internal(set) var counters = Counters()
  /// The instant of the event being folded; nothing that is stored depends on it later.
  var now = Instant(milliseconds: 0)

  /// Creates the state of a device on which the app was just installed.
  public init() {}

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("client_state", clientState, "X-CLIENT-STATE as last adopted.")
    _ = try visitor("contact_token", tokens?.contact, "What proves the contact.")
    _ = try visitor("refresh_token", tokens?.refresh, "Of the same answer.")
    _ = try visitor("push_token", push.token, "The push service's token.")
    _ = try visitor("contact", contact, "Who is signed in.")
    _ = try visitor("queue", queue, "What is to be sent, what is on its way included.")
    guard visitor.seesDetails else { return }
    try visitor.nested("client", client, "The device's properties.")
    try visitor.nested("push", push, "What the backend knows of the push token.")
    try visitor.nested("traffic", traffic, "What is on its way.")
    try visitor.nested("process", process, "The app's process.")
    _ = try visitor("online", online, "Whether there is a network.")
    try visitor.nested("application", application, "The application of the SDK's own calls.")
    _ = try visitor("config", config, "What the app configured.")
    _ = try visitor("profile", profile, "Whose behaviour holds.")
    _ = try visitor("readings", readings, "How the document is read.")
    try visitor.nested("counters", counters, "How many numbers were given out.")
  }

  /// Whether the profile in force follows a policy.
  func follows(_ policy: Policy) -> Bool { profile.follows(policy) }
}

/// The application whose backend knows the tokens and the client state that are held.
public struct ApplicationState: StateView {
  /// The application's code.
  public internal(set) var code = "APP"
  /// Whether the app was ever launched: the first configuration is no change.
  public internal(set) var launched = false

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("code", code, "The code in the paths.")
    _ = try visitor("launched", launched, "Whether the app was ever launched.")
  }
}

/// Numbers that are given out once in the device's life.
public struct Counters: StateView {
  /// The number of the last request of any kind.
  public internal(set) var requests: Int64 = 0
  /// The number of the last event tracked.
  public internal(set) var entries: Int64 = 0
  /// The number of the last call queued.
  public internal(set) var calls: Int64 = 0

  public func view<V: Visitor>(_ visitor: inout V) throws(V.Failure) {
    _ = try visitor("requests", requests, "The last request.")
    _ = try visitor("entries", entries, "The last event tracked.")
    _ = try visitor("calls", calls, "The last call queued.")
  }
}

/// The next number of a counter; at the end of `Int64` it stays there.
func next(_ counter: inout Int64) -> Int64 {
  if counter < .max { counter += 1 }
  return counter
}
