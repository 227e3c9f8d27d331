import JSON
import Live

/// Messages of the push service, kept until their device asks for them: the server has no
/// connection to a device.
///
/// A delivered message is kept until there are enough newer ones, because the answer may be lost.
struct Outbox {
  /// The number of messages of a device kept.
  static let limit = 256

  private var messages: [String: [DeviceMessage]] = [:]

  /// The device of a request to `/push/v1/DEVICE/messages`; `nil` for any other.
  static func device(of target: WireTarget) -> String? {
    guard target.parts.count == 4, target.parts[..<2] == ["push", "v1"],
      target.parts[3] == "messages"
    else { return nil }
    return target.parts[2]
  }

  mutating func add(_ message: DeviceMessage) {
    let device = message.recipient
    messages[device, default: []].append(message)
    let surplus = (messages[device]?.count ?? 0) - Outbox.limit
    if surplus > 0 { messages[device]?.removeFirst(surplus) }
  }

  /// The messages after the number in the query's `after`.
  func response(
    for device: String, _ target: WireTarget
  ) throws(WireRefusal) -> WireResponse {
    let text = target.query.first { $0.name == "after" }?.value ?? "0"
    guard let after = Int64(text) else { throw WireRefusal(400, "'after' is a whole number") }
    let new = messages[device, default: []].filter { $0.seq > after }
    return .json { json in
      json.list("messages") { json in
        for message in new {
          json.object { json in
            json.member("number", message.seq)
            json.member("event", message.event)
            json.member("data", json: String(decoding: message.fields.bytes, as: UTF8.self))
          }
        }
      }
    }
  }
}
