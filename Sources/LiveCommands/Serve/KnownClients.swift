import JSON
import Live
import Simulation

/// Finds the client of a call by what an earlier answer gave it: in the documents a client is
/// identified only by its state, which each answer renews (ME-2).
struct KnownClients {
  /// The number of values of one field kept for a device: an answer may be lost or arrive late.
  private static let limit = 16

  /// The headers that send back values of an earlier answer, by field name.
  private let headers: [String: String]

  private struct Given: Hashable {
    let field: String
    let value: String
  }
  private var devices: [Given: String] = [:]
  private var recent: [String: [String: [String]]] = [:]

  init(_ calls: [CapturedCall]) {
    let answered = Set(calls.flatMap { $0.answer.map(\.field) })
    var headers: [String: String] = [:]
    for (_, source) in calls.flatMap(\.fields) {
      guard case .headers(let pairs) = source else { continue }
      for (field, header) in pairs where answered.contains(field) {
        headers[field] = header.description
      }
    }
    self.headers = headers
  }

  /// Whether the system's answers give a client something that identifies it.
  var identifiesClients: Bool { !headers.isEmpty }

  /// The device that got one of these headers' values in an answer; `nil` if there is none.
  func device(of request: [WireHeader]) throws(WireRefusal) -> String? {
    for (field, header) in headers.sorted(by: { $0.key < $1.key }) {
      guard let value = try request.sole(header) else { continue }
      if let device = devices[Given(field: field, value: value)] { return device }
    }
    return nil
  }

  /// Remembers the fields of an answer to a device.
  mutating func learn(_ answer: JSONTree, of device: String) {
    for field in headers.keys {
      guard let value = answer[field]?.text else { continue }
      if devices[Given(field: field, value: value)] == device { continue }
      devices[Given(field: field, value: value)] = device
      recent[device, default: [:]][field, default: []].append(value)
      guard let values = recent[device]?[field], values.count > KnownClients.limit else { continue }
      recent[device]?[field]?.removeFirst()
      devices[Given(field: field, value: values[0])] = nil
    }
  }
}
