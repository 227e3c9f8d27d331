import JSON
import Simulation

/// The headers with a call's device and its number; both are those of the public SDKs. In the
/// documents a client is identified only by its state, which the first call does not have yet.
public enum CallHeader {
  /// The device's own id.
  public static let device = "X-Client-Id"
  /// The device's number for the call, which shows when a call was overtaken.
  public static let order = "X-Request-Order"
}

extension CapturedCall {
  /// The request that carries the fields of an effect; `name` gives the sender's value for a name
  /// in braces in the path.
  func request(_ fields: JSONTree, name: (String) -> String) -> WireRequest {
    let parts = zip(path, places).map { part, place in
      place.map { WireTarget.escaped(name($0)) } ?? part
    }
    var request = WireRequest(method, "/" + parts.joined(separator: "/"))
    request.headers.append(WireHeader(CallHeader.device, name("device")))
    var body: JSONTree?
    for (field, source) in self.fields {
      guard let value = fields[field] else { continue }
      switch source {
      case .number:
        request.headers.append(WireHeader(CallHeader.order, value.text ?? ""))
      case .method:
        request.method = value.text ?? method
      case .path:
        request.path = WireTarget.escaped(path: value.text ?? "")
      case .header, .headers, .body, .members, .offset, .attempt, .unsaid:
        source.put(value, in: &request.headers, &body)
      }
    }
    if let body {
      request.headers.append(.json)
      request.body = body.bytes
    }
    return request
  }

  /// The response that carries the fields of an event by which a device learns of its answer.
  public func response(_ fields: JSONTree) -> WireResponse {
    var response = WireResponse(status: fields["status"]?.text.flatMap { Int64($0) } ?? 200)
    var body: JSONTree?
    for (field, source) in answer {
      guard let value = fields[field] else { continue }
      source.put(value, in: &response.headers, &body)
    }
    if let body {
      response.headers.append(.json)
      response.body = body.bytes
    }
    return response
  }
}

extension CapturedCall.Source {
  /// Puts the value of a field at its place in the headers or the body, where it has one there.
  fileprivate func put(
    _ value: JSONTree, in headers: inout [WireHeader], _ body: inout JSONTree?
  ) {
    func add(_ member: JSONTree, as name: String) {
      body = .object((body?.members ?? []) + [JSONTree.Member(name, member)])
    }
    switch self {
    case .header(let name):
      if let text = value.text { headers.append(WireHeader(name.description, text)) }
    case .headers(let pairs):
      for (field, name) in pairs {
        if let text = value[field]?.text { headers.append(WireHeader(name.description, text)) }
      }
    case .body(""): body = value
    case .body(let name): add(value, as: name)
    case .members(let fields):
      body = body ?? .object([])
      for (field, source) in fields {
        if let part = value[field] { source.put(part, in: &headers, &body) }
      }
    case .offset(let name):
      let text = value.text.flatMap { Int64($0) }.flatMap(OffsetText.text)
      add(text.map { .text($0) } ?? value, as: name)
    case .number, .method, .path, .attempt, .unsaid: break
    }
  }
}

extension WireHeader {
  /// The header that marks a body of JSON.
  public static let json = WireHeader("Content-Type", "application/json")
}
