import EventSourcing

/// The head of every call to the backend.
public struct RequestHead: Record {
  /// The device's number for the call, one counter over all kinds.
  public var request: Int64
  /// The HTTP method.
  public var method: RequestMethod
  /// The path with its query, such as `/apps/APP/client/contact?anonymous`.
  public var path: String
  /// The headers by which the backend knows the client and its contact.
  public var headers: RequestHeaders

  /// Creates the beginning of a call.
  public init(request: Int64, method: RequestMethod, path: String, headers: RequestHeaders) {
    self.request = request
    self.method = method
    self.path = path
    self.headers = headers
  }

  public static var sample: RequestHead {
    RequestHead(request: 1, method: .post, path: "", headers: .sample)
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RequestHead {
    RequestHead(
      request: try visitor("request", request, "The number of the request."),
      method: try visitor("method", method, "The HTTP method."),
      path: try visitor("path", path, "The path below the server."),
      headers: try visitor("headers", headers, "Each is absent while it is not held."))
  }
}

/// The HTTP methods of the API.
public enum RequestMethod: String, Choice {
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
}

/// The headers that say whose call it is.
public struct RequestHeaders: Record {
  /// The header X-CLIENT-STATE, as last received (ME-2).
  public var clientState: Personal?
  /// The header X-CONTACT-TOKEN, as held when the call leaves (ME-5).
  public var contactToken: Personal?

  /// Creates headers; what is not held is absent.
  public init(clientState: Personal? = nil, contactToken: Personal? = nil) {
    self.clientState = clientState
    self.contactToken = contactToken
  }

  public static var sample: RequestHeaders { RequestHeaders() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RequestHeaders {
    RequestHeaders(
      clientState: try visitor("client_state", clientState, "X-CLIENT-STATE."),
      contactToken: try visitor("contact_token", contactToken, "X-CONTACT-TOKEN."))
  }
}
