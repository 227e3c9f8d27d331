import JSON
import Live

extension WireResponse {
  /// A response whose body is an object.
  static func json(
    status: Int64 = 200, _ write: (inout JSONOutput) -> Void
  ) -> WireResponse {
    var output = JSONOutput()
    output.object(write)
    return WireResponse(status: status, headers: [.json], body: output.bytes + [0x0A])
  }

  /// A response whose body is JSON already.
  static func json(_ bytes: [UInt8]) -> WireResponse {
    WireResponse(status: 200, headers: [.json], body: bytes + [0x0A])
  }

  static func refusal(_ refusal: WireRefusal) -> WireResponse {
    var response = json(status: refusal.status) { $0.member("error", refusal.reason) }
    switch refusal.status {
    case 401: response.headers.append(WireHeader("WWW-Authenticate", "Bearer"))
    case 429, 503: response.headers.append(WireHeader("Retry-After", "1"))
    default: break
    }
    if !refusal.allowed.isEmpty {
      // HEAD is taken where GET is.
      let methods = refusal.allowed.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
      response.headers.append(WireHeader("Allow", methods.joined(separator: ", ")))
    }
    return response
  }
}
