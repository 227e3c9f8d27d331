enum GivenKey: String, Key {
  case use, clock, device, config, profile, readings, history, backend, devices

  static let form = Form.given

  var declaration: KeyDeclaration {
    switch self {
    case .use:
      optional(
        .either([.list(.name(.fixture)), .name(.fixture)]),
        "Fixtures that are laid over one another, in this order; own ones are files NAME.yaml in a "
          + "folder fixtures beside the spec, above it, or in Specs.", "[registered_device]")
    case .clock:
      otherwise(
        "2026-01-05T09:00:00Z", .instant, "The moment that is time zero, in UTC.",
        "2026-03-29T00:59:00Z")
    case .device:
      optional(
        .fields(.device), "The device's profile before any event.", "{ locale: nb_NO }")
    case .config:
      optional(
        .fields(.configuration), "The configuration where it is not the default.",
        "{ request_timeout: 10s }")
    case .profile:
      otherwise(
        "documents", .name(.profile),
        "The set of readings that the run begins with; 'explain' says what each changes.",
        "documents")
    case .readings:
      optional(
        .fields(.readings), "Choices among interpretations, in place of the profile's.",
        "{ propagation: 15m }")
    case .history:
      optional(
        .list(.form(.historyStep)), "The events before time zero, after the fixtures.",
        "[{ at: -10m, event: app_backgrounded }]")
    case .backend:
      optional(
        .either([.map(.requestKind, .form(.replies)), BackendWord.type, .form(.simulatedBackends)]),
        "The answers to requests: a script by kind of request, or simulated backends; a request "
          + "that no script is about is answered with success at once.",
        "{ registration: { replies: [201] } }")
    case .devices:
      optional(
        .map(.device, .form(.device)),
        "The devices of a world by name; what stands beside 'devices' holds for each of them.",
        "{ phone: { use: [fresh_install] }, tablet: {} }")
    }
  }
}

/// The word for backends that are simulated without settings, and the key for those with.
enum BackendWord: String, WordSet {
  case simulated

  var summary: String { "The system's own backends answer, without delay." }
}

enum SimulatedBackendsKey: String, Key {
  case simulated

  static let form = Form.simulatedBackends

  var declaration: KeyDeclaration {
    required(.form(.simulated), "Settings of the simulated backends.", "{ latency: 200ms }")
  }
}

/// The settings of simulated backends that every system has; its own stand beside them.
enum SimulatedKey: String, Key {
  case latency

  static let form = Form.simulated

  var declaration: KeyDeclaration {
    otherwise("0s", .duration, "The time from a request to its answer.", "200ms")
  }
}

enum RepliesKey: String, Key {
  case replies, latency

  static let form = Form.replies

  var declaration: KeyDeclaration {
    switch self {
    case .replies:
      optional(
        .list(.either([.number(atLeast: 100), ReplyWord.type, .fields(.reply)]), atLeast: 1),
        "In the order of the requests: a status, a failure or a map; the last one repeats.",
        "[offline, { status: 429, retry_after: 300 }, 201]")
    case .latency:
      otherwise("0s", .duration, "The time from a request to its answer or failure.", "2s")
    }
  }
}

/// The words that may stand in place of an answer.
enum ReplyWord: String, WordSet {
  case offline, timeout, connectionLost = "connection_lost"

  var summary: String {
    switch self {
    case .offline: "There is no network."
    case .timeout: "No answer comes until the transport gives up."
    case .connectionLost: "The connection breaks before an answer has come."
    }
  }
}
