import EventSourcing
import JSON
import Live
import Replay
import Simulation
import SpecFormat
import Traces

/// Reads a capture of traffic in the HAR format, as browsers and proxies write it.
///
/// A request that the system knows becomes an effect, its answer an event; a note at the start
/// says that nothing else is known. What a body does not say is taken from the map, where it has
/// a value for the effect's field.
public func readCapture(
  _ bytes: [UInt8], file: String, as system: any System.Type, _ map: ImportMap?
) -> ForeignLog {
  var log = ForeignLog(bytes, file: file)
  let documents = JSONDocuments(bytes)
  guard let document = documents.values.first,
    case .list(let exchanges)? = document.tree["log"]?["entries"]
  else {
    for other in documents.others { log.note(other.problem, at: other.place) }
    if log.others.isEmpty { log.passOver(ForeignPlace(line: 1), "no HAR: no log.entries") }
    return log
  }
  let list = document.place.below([.member("log")])
  let placed = exchanges.enumerated().map { index, exchange in
    (
      exchange: exchange, place: list.below("entries", index),
      at: exchange["startedDateTime"].flatMap { TimeUnit.iso.instant($0) }
    )
  }
  var capture = Capture(system: system, log: log, map: map)
  let first = Instant.distantPast
  for entry in placed.sorted(by: { ($0.at ?? first) < ($1.at ?? first) }) {
    capture.take(entry.exchange, entry.place, entry.at)
  }
  return capture.log
}

private struct Capture {
  let system: any System.Type
  var log: ForeignLog
  let map: ImportMap?
  private var number: Int64 = 0
  /// Whether the last attempt of each effect was answered 2xx.
  private var outcomes: [String: Bool] = [:]

  init(system: any System.Type, log: ForeignLog, map: ImportMap?) {
    (self.system, self.log, self.map) = (system, log, map)
  }

  mutating func take(_ exchange: JSONTree, _ place: ForeignPlace, _ at: Instant?) {
    guard let request = exchange["request"], let url = request["url"]?.text,
      let method = request["method"]?.text
    else { return log.passOver(place, "an entry without a request") }
    guard let at else { return log.passOver(place, "an entry without a valid startedDateTime") }
    let host = url.firstRange(of: "://").map { url[$0.upperBound...] }
    guard let target = WireTarget(host.map { String($0.drop { $0 != "/" }) } ?? url),
      let call = system.calls.first(where: { $0.method == method && $0.isAtEnd(of: target) })
    else { return log.passOver(place, "\(method) of another address") }
    if let missing = call.missing { return log.passOver(place, "\(call.effect): \(missing)") }
    if number == 0 { note(place, at) }
    number += 1
    let message = WireFields(
      capture: request, body: body(of: request, place, "request"), method: method,
      path: call.path(of: target), number: number)
    put(call, message, place, at)
    answer(call, exchange, place, at)
  }

  private mutating func note(_ place: ForeignPlace, _ at: Instant) {
    log.add(
      place,
      ForeignRecord(
        kind: .note,
        name: "a capture of traffic: what the app, the user and the system did is not in it",
        at: at, order: 0))
  }

  /// The body of a message; `nil` where there is none, or none that can be read, which is noted.
  private mutating func body(
    of message: JSONTree, _ place: ForeignPlace, _ name: String
  ) -> JSONTree? {
    let part = message["postData"] ?? message["content"]
    let text = part?["text"]?.text ?? ""
    let isEncoded = part?["encoding"]?.text == "base64"
    let bytes: [UInt8]? = isEncoded ? [UInt8](base64: text) : [UInt8](text.utf8)
    if let bytes, let body = try? JSONTree.body(bytes) { return body }
    if bytes?.isEmpty == true { return nil }
    log.passOver(
      place.below([.member(name)]),
      bytes == nil ? "a body that is no Base64" : "a body that is no JSON")
    return nil
  }

  private mutating func put(
    _ call: CapturedCall, _ message: WireFields, _ place: ForeignPlace, _ at: Instant
  ) {
    var members: [JSONTree.Member] = []
    let given = map?.records.first { $0.isEffect && $0.name == call.effect }?.values ?? []
    for (field, source) in call.fields {
      let known = value(source, of: message, call.effect)
      let value = known ?? given.first { $0.field == field }.map { JSONTree($0.value) }
      if let value { members.append(JSONTree.Member(field, value)) }
    }
    log.add(
      place,
      ForeignRecord(
        kind: .effect, name: call.effect, at: at, id: id, order: 2 * number, data: .object(members))
    )
  }

  private var id: String { "call-\(number)" }

  private func value(
    _ source: CapturedCall.Source, of message: WireFields, _ effect: String
  ) -> JSONTree? {
    if case .attempt(let afterSuccess, let afterFailure) = source {
      return outcomes[effect].map { .text($0 ? afterSuccess : afterFailure) }
    }
    return message.value(source)
  }

  private mutating func answer(
    _ call: CapturedCall, _ exchange: JSONTree, _ place: ForeignPlace, _ start: Instant
  ) {
    let response = exchange["response"] ?? .null
    let status = response["status"]?.text.flatMap { Int64($0) } ?? 0
    outcomes[call.effect] = (200..<300).contains(status)
    guard let time = exchange["time"].flatMap({ TimeUnit.milliseconds.instant($0) }),
      time.milliseconds >= 0,
      case (let at, false) = start.milliseconds.addingReportingOverflow(time.milliseconds)
    else { return log.passOver(place, "an answer without a valid time") }
    let message = WireFields(
      capture: response, body: body(of: response, place, "response"), number: number)
    guard let event = system.event(of: call, number, response, message, status) else {
      return log.passOver(place, "no answer, and nothing says why")
    }
    log.add(
      place,
      ForeignRecord(
        kind: .event, name: event.name, at: Instant(milliseconds: at), cause: id,
        order: 2 * number + 1, data: event.fields))
  }
}

extension System {
  /// The event of the answer to a request, or of its absence; `nil` where it is not known.
  fileprivate static func event(
    of call: CapturedCall, _ number: Int64, _ response: JSONTree, _ message: WireFields,
    _ status: Int64
  ) -> (name: String, fields: JSONTree)? {
    let event: Machine.Event?
    if status > 0 {
      let types = Reply.schema.fields
      let members =
        [JSONTree.Member("status", .number(String(status)))]
        + call.members(of: message) { name in types.first { $0.name == name }?.schema }
      let reply = try? Reply.read(.object(members).fitted(to: types), lenient: true)
      event = reply.flatMap { answered(number, with: $0) }
    } else {
      let error = response["_error"]?.text ?? response["statusText"]?.text ?? ""
      event = NetworkFailure(captured: error).flatMap { failed(number, $0) }
    }
    return event.map { ($0.name.description, $0.wireFields) }
  }
}

extension NetworkFailure {
  /// Reads the words of a browser or a proxy about a request that was not answered.
  fileprivate init?(captured error: String) {
    switch error.lowercased() {
    case let text where text.contains("disconnected") || text.contains("name_not_resolved"):
      self = .offline
    case let text where text.contains("timed_out") || text.contains("timeout"): self = .timeout
    case let text where text.contains("connection"): self = .connectionLost
    default: return nil
    }
  }
}

extension WireFields {
  fileprivate init(
    capture tree: JSONTree, body: JSONTree?, method: String = "", path: String = "", number: Int64
  ) {
    let list = if case .list(let headers)? = tree["headers"] { headers } else { [JSONTree]() }
    let headers = list.compactMap { header in
      header["name"]?.text.flatMap { name in
        header["value"]?.text.map { WireHeader(name, $0) }
      }
    }
    self.init(headers: headers, body: body, method: method, path: path, number: number)
    leavesOutWrongOffsets = true
  }
}
