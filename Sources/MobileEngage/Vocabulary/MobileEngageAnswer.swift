import EventSourcing

/// An answer of the backend to a call: status, header and body in one.
public struct MobileEngageAnswer: Record {
  /// The HTTP status.
  public var status: Int64
  /// The client state that the answer's header renews (ME-2).
  public var clientState: Personal?
  /// The contact token in the body of a link or a refresh (ME-4, ME-8).
  public var contactToken: Personal?
  /// The refresh token beside it.
  public var refreshToken: Personal?
  /// The number of seconds for which the server wants no requests.
  public var retryAfter: Int64?

  /// Creates an answer.
  public init(
    status: Int64, clientState: Personal? = nil, contactToken: Personal? = nil,
    refreshToken: Personal? = nil, retryAfter: Int64? = nil
  ) {
    self.status = status
    self.clientState = clientState
    self.contactToken = contactToken
    self.refreshToken = refreshToken
    self.retryAfter = retryAfter
  }

  public static var sample: MobileEngageAnswer { MobileEngageAnswer(status: 200) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobileEngageAnswer {
    MobileEngageAnswer(
      status: try visitor("status", status, "The HTTP status of the answer."),
      clientState: try visitor("client_state", clientState, "The header X-CLIENT-STATE."),
      contactToken: try visitor("contact_token", contactToken, "Of a link or a refresh."),
      refreshToken: try visitor("refresh_token", refreshToken, "Of the same answer."),
      retryAfter: try visitor("retry_after", retryAfter, "Whole seconds."))
  }
}
