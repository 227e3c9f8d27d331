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
        request.headers += source.headers(of: value)
        body = body.adding(value, at: source)
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
      response.headers += source.headers(of: value)
      body = body.adding(value, at: source)
    }
    if let body {
      response.headers.append(.json)
      response.body = body.bytes
    }
    return response
  }
}

extension CapturedCall.Source {
  /// The headers that carry a field's value.
  fileprivate func headers(of value: JSONTree) -> [WireHeader] {
    switch self {
    case .header(let name):
      value.text.map { [WireHeader(name.description, $0)] } ?? []
    case .headers(let pairs):
      pairs.compactMap { field, name in
        value[field]?.text.map { WireHeader(name.description, $0) }
      }
    case .number, .method, .path, .body, .members, .offset, .attempt, .unsaid: []
    }
  }
}

extension JSONTree? {
  /// The body with the value of a field at its place.
  fileprivate func adding(_ value: JSONTree, at source: CapturedCall.Source) -> JSONTree? {
    switch source {
    case .body(""): value
    case .body(let name): adding(value, as: name)
    case .members(let fields):
      fields.reduce(self ?? .object([])) { body, field in
        guard let part = value[field.field] else { return body }
        return JSONTree?(body).adding(part, at: field.source) ?? body
      }
    case .offset(let name):
      adding(
        value.text.flatMap { Int64($0) }.flatMap(OffsetText.text).map { .text($0) } ?? value,
        as: name)
    case .number, .method, .path, .header, .headers, .attempt, .unsaid: self
    }
  }

  /// The object with one member more.
  private func adding(_ value: JSONTree, as name: String) -> JSONTree {
    .object((self?.members ?? []) + [JSONTree.Member(name, value)])
  }
}

extension WireHeader {
  /// The header that marks a body of JSON.
  public static let json = WireHeader("Content-Type", "application/json")
}
