import EventSourcing

/// The kinds of things that go wrong in a random run; each can be left out.
public enum FaultKind: String, CaseIterable, Hashable, Sendable {
  case latency, hanging, offline
  case connectionLost = "connection_lost"
  case clientError = "client_error"
  case unauthorized
  case serverError = "server_error"
  case lost, late, duplicate
  case staleAnswer = "stale_answer"
  case processEnd = "process_end"
  case reinstallation
  case newSettings = "new_settings"
  case network, ties

  /// The fault in one sentence.
  public var summary: String {
    switch self {
    case .latency: "An answer takes its time."
    case .hanging: "A request hangs until the transport gives up."
    case .offline: "A request fails because there is no network."
    case .connectionLost: "A connection breaks while a request is open."
    case .clientError: "A request is answered with a status from 400 to 499, 401 left out."
    case .unauthorized: "A request is answered 401."
    case .serverError: "A request is answered with a status from 500."
    case .lost: "A message never arrives, or its answer is lost after the work was done."
    case .late: "A message hangs, so that later ones overtake it."
    case .duplicate: "A message arrives twice."
    case .staleAnswer: "An answer arrives to a request that was answered or given up before."
    case .processEnd: "The process ends: by the user, by the system, with the device, or unseen."
    case .reinstallation: "The app is installed anew, or its data is wiped or restored."
    case .newSettings: "The app starts with another configuration or on a changed device."
    case .network: "The network of a device, a server or a key goes and comes back."
    case .ties: "Something happens before what is due at the same instant."
    }
  }

  /// Its place in a tally.
  var place: Int { FaultKind.allCases.firstIndex(of: self) ?? 0 }
}

extension EventRole {
  /// The kind of fault that an event of the role is; `nil` for what is none.
  var fault: FaultKind? {
    switch self {
    case .processEnd(by: .reinstallation): .reinstallation
    case .processEnd: .processEnd
    case .network, .backendDevice: .network
    case .outside, .processStart, .inside, .harness, .backendSettings, .backend: nil
    }
  }
}
