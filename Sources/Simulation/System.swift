import EventSourcing

/// A machine as the harness sees it: its name, the consequences of its effects, and what a spec may
/// say about it.
///
/// A conformance is the whole registration. For a machine with one party and no requests, `name`
/// and `outcome(of:by:in:)` are enough; everything else has a default.
public protocol System: Sendable {
  /// The machine. For several parties it is a reducer over all of them; the record's party
  /// says whose event it is.
  associatedtype Machine: Reducer
  /// The facts about a device before its first launch, as `device:` in a spec.
  associatedtype Device: Record = NoFields
  /// One scripted answer, as an element of `replies:`; it has a `status`.
  associatedtype Reply: ScriptedReply = PlainReply

  /// The name after `sdk:` in specs and traces.
  static var name: String { get }

  /// Returns the outcome of `effect` when it is performed.
  static func outcome(
    of effect: Machine.Effect, by party: String, in state: Machine.State
  ) -> Outcome<Machine.Event>

  /// The request that `effect` makes, as in its outcome, but perhaps without the event at the
  /// backend; `nil` for an effect that makes none.
  static func request(
    of effect: Machine.Effect, by party: String, in state: Machine.State
  ) -> Request<Machine.Event>?

  /// The event by which a device learns of the answer to its request of this number; `nil` for a
  /// machine without requests.
  static func answered(_ request: Int64, with reply: Reply) -> Machine.Event?

  /// The event by which a device learns that its request of this number failed; `nil` for a
  /// machine without requests.
  static func failed(_ request: Int64, _ failure: NetworkFailure) -> Machine.Event?

  /// The calls by which a capture of traffic is read; empty where none are known.
  static var calls: [CapturedCall] { get }

  /// Names under `given.backend` that script the answers to requests.
  static var requestKinds: [String] { get }

  /// The reply that a bare `status` stands for: plausible content for the `number`th request.
  static func reply(status: Int64, to kind: String, number: Int64) -> Reply

  /// The answer to a request without a script: status 200 unless the system says otherwise.
  static func defaultReply(to kind: String, number: Int64) -> Reply

  /// The event by which a device learns that its network went or came back, in a world where
  /// `EventRole.network` says so; `nil` where devices do not learn of it.
  static func connectivityChanged(online: Bool) -> Machine.Event?

  /// The set-up of named starting points for `use:`.
  static var fixtures: [Fixture<Self>] { get }

  /// Finds a promise of the named fixture that `party` does not keep in `state`, to which its
  /// history led; `nil` where all of them hold.
  static func brokenPromise(
    of fixture: String, for party: String, in state: Machine.State
  ) -> BrokenPromise?

  /// The device that a spec means when it says nothing, by its name in the spec.
  static func defaultDevice(named name: String) -> Device

  /// The configuration that a spec means when it says nothing.
  static var defaultConfig: Machine.Config { get }

  /// The readings of each profile, `documents` first.
  static var profiles: [Profile<Machine.Readings>] { get }

  /// Further values that `--readings all` tries, as `name=value`, for readings whose values cannot
  /// all be listed.
  static var extraReadingVariants: [String] { get }

  /// The event by which the harness alone sets the readings; `nil` for a machine without any.
  static func readingsSet(profile: String, _ readings: Machine.Readings) -> Machine.Event?

  /// Completes the first launch of a party with what the harness knows about its device. Values in
  /// the event itself take precedence, then what `state` has learned from earlier events, then the
  /// device's profile and configuration.
  static func complete(
    _ event: Machine.Event, of party: String, device: Device, config: Machine.Config,
    in state: Machine.State
  ) -> Machine.Event

  /// Whether processes begin by an event; where none does, every party lives from the start.
  static var startsProcesses: Bool { get }

  /// Returns the problem of an event of a spec whose fields are each well formed; `nil` for a valid
  /// one.
  static func validationError(in event: Machine.Event) -> String?

  /// The texts that the machine knows for a field of an event; empty where any text will do. One
  /// that is not among them may be written, with a warning.
  static func knownTexts(of field: String, in event: Machine.Event.Name) -> [String]

  /// Returns the reason why a scripted reply cannot answer a request of `kind`; `nil` where it can.
  static func validationError(in reply: Reply, for kind: String) -> String?

  /// Shows the documented state view of one party.
  static func view(
    of party: String, in state: Machine.State, _ visitor: inout some ViewVisitor
  )

  /// Shows the view as it looks at `now`, for machines with parts that come and go by time.
  static func view(
    of party: String, in state: Machine.State, at now: Instant,
    _ visitor: inout some ViewVisitor
  )

  /// The timers that effects set, by name; `finally` in specs refuses other names.
  static var timers: [String] { get }

  /// Every gate that holds effects of this name back at `now`; `nil` for those without gates.
  static func gates(
    of effect: Machine.Effect.Name, by party: String, in state: Machine.State, at now: Instant
  ) -> [HeldGate]?

  /// The gates that can hold effects of this name back; none for those without gates.
  static func gateWords(of effect: Machine.Effect.Name) -> [GateWord]

  /// The requirements behind each field of a device's state, and of the whole state for backends.
  static var requirements: FieldRequirements { get }

  /// The documents' rules for any trace of the machine, as a file of rules (`NAME.rules.yaml`);
  /// empty where the system brings none.
  static var documentRules: String { get }

  /// A spec with comments that passes as it stands, for people who write their first one.
  static var firstSpec: String { get }

  /// The parties behind the network of a simulated world; empty where none are simulated.
  static var backends: [String] { get }

  /// The parties to which events of this name happen.
  static func parties(of event: Machine.Event.Name) -> RecordingParties

  /// The parties that order effects of this name.
  static func parties(ordering effect: Machine.Effect.Name) -> RecordingParties

  /// The settings of the simulated backends with their defaults, as the event by which the harness
  /// alone records them; its fields stand under `backend: { simulated: … }`. `nil` where there are
  /// no settings.
  static var backendSettings: Machine.Event? { get }

  /// Shows what a spec may assert of the backends under `backend:`.
  static func backendView(
    in state: Machine.State, _ visitor: inout some ViewVisitor
  )
}

extension System {
  public static func request(
    of effect: Machine.Effect, by party: String, in state: Machine.State
  ) -> Request<Machine.Event>? {
    if case .request(let request) = outcome(of: effect, by: party, in: state) {
      request
    } else {
      nil
    }
  }
  public static var calls: [CapturedCall] { [] }
  public static var requestKinds: [String] { [] }
  public static func defaultReply(to kind: String, number: Int64) -> Reply {
    reply(status: 200, to: kind, number: number)
  }
  public static func answered(_ request: Int64, with reply: Reply) -> Machine.Event? { nil }
  public static func failed(_ request: Int64, _ failure: NetworkFailure) -> Machine.Event? { nil }
  public static func connectivityChanged(online: Bool) -> Machine.Event? { nil }
  public static var fixtures: [Fixture<Self>] { [] }
  public static func brokenPromise(
    of fixture: String, for party: String, in state: Machine.State
  ) -> BrokenPromise? { nil }
  public static func defaultDevice(named name: String) -> Device { .sample }
  public static var defaultConfig: Machine.Config { .sample }
  public static var profiles: [Profile<Machine.Readings>] {
    [Profile(name: "documents", readings: .sample)]
  }
  public static var extraReadingVariants: [String] { [] }
  public static func readingsSet(
    profile: String, _ readings: Machine.Readings
  ) -> Machine.Event? { nil }
  public static func complete(
    _ event: Machine.Event, of party: String, device: Device, config: Machine.Config,
    in state: Machine.State
  ) -> Machine.Event { event }
  /// Whether an event of the machine starts a process.
  public static var startsProcesses: Bool {
    Machine.Event.Name.allCases.contains { $0.role == .processStart }
  }
  public static func validationError(in event: Machine.Event) -> String? { nil }
  public static func knownTexts(
    of field: String, in event: Machine.Event.Name
  ) -> [String] { [] }
  public static func validationError(in reply: Reply, for kind: String) -> String? { nil }
  public static func view(
    of party: String, in state: Machine.State, _ visitor: inout some ViewVisitor
  ) { visitor.show(state) }
  public static func view(
    of party: String, in state: Machine.State, at now: Instant,
    _ visitor: inout some ViewVisitor
  ) { view(of: party, in: state, &visitor) }
  /// Returns `nil`: effects follow from events at once.
  public static func gates(
    of effect: Machine.Effect.Name, by party: String, in state: Machine.State, at now: Instant
  ) -> [HeldGate]? { nil }
  /// Returns none, as for ``gates(of:by:in:at:)``.
  public static func gateWords(of effect: Machine.Effect.Name) -> [GateWord] { [] }
  public static var timers: [String] { [] }
  /// No requirements: a drift then names those of gates and scenarios alone.
  public static var requirements: FieldRequirements { [:] }
  /// No rules: a system has some only where its documents say something about every trace.
  public static var documentRules: String { "" }
  /// A checkpoint at which nothing leaves: all that holds of any machine.
  public static var firstSpec: String {
    """
    # A first spec. Run it with 'pushtrace check FILE'.
    format: 1
    sdk: \(name)
    feature: A first spec

    scenarios:
      - name: Nothing leaves by itself
        id: FIRST-01
        steps:
          # Here comes what happens: 'event' and 'with', and under 'expect' what it leads to. A step
          # without 'event' only looks, and one without 'expect' says that nothing leaves.
          - at: 0s
        # The run goes on until here; whatever leaves and is not expected is a failure.
        run_until: 1h

    """
  }
  public static var backends: [String] { [] }
  /// Any party; a system that knows better has its specs refused where they name another one.
  public static func parties(of event: Machine.Event.Name) -> RecordingParties {
    RecordingParties(devices: true, backends: backends)
  }
  /// Any party; a system that knows better has its specs refused where they name another one.
  public static func parties(ordering effect: Machine.Effect.Name) -> RecordingParties {
    RecordingParties(devices: true, backends: backends)
  }
  /// The backend to which an event happens whose role is a backend's; empty where none is named.
  public static func backend(of event: Machine.Event) -> String {
    parties(of: event.name).backends.first ?? ""
  }
  public static var backendSettings: Machine.Event? { nil }
  public static func backendView(
    in state: Machine.State, _ visitor: inout some ViewVisitor
  ) {}
}

extension System where Reply == PlainReply {
  public static func reply(status: Int64, to kind: String, number: Int64) -> PlainReply {
    PlainReply(status: status)
  }
}

/// One answer that a spec scripts.
public protocol ScriptedReply: Record {
  /// The HTTP status of the answer.
  var status: Int64 { get }
}

/// An answer that has a status and nothing else.
public struct PlainReply: ScriptedReply {
  /// The HTTP status of the answer.
  public var status: Int64

  /// Creates an answer.
  public init(status: Int64) { self.status = status }

  public static var sample: PlainReply { PlainReply(status: 200) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> PlainReply {
    PlainReply(status: try visitor("status", status, "The HTTP status of the answer."))
  }
}
