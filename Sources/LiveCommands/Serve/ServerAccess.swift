import Live

/// The tokens without which requests are refused.
struct ServerAccess: Sendable {
  /// The app's access token; `nil` lets every call in.
  var token: String?
  /// The token of admin requests; `nil` lets every one in.
  var adminToken: String?

  /// What a request is for.
  enum Purpose { case calls, admin }

  /// Refuses a request without the token.
  func check(_ request: WireRequest, for purpose: Purpose) throws(WireRefusal) {
    let wanted =
      switch purpose {
      case .calls: token
      case .admin: adminToken
      }
    guard let wanted else { return }
    let given = (try request.headers.sole("Authorization") ?? "").split(
      separator: " ", maxSplits: 1)
    guard given.count == 2, given[0].lowercased() == "bearer",
      ServerAccess.isSame(given[1].drop { $0 == " " }, wanted)
    else {
      throw WireRefusal(401, "the access token is missing or wrong")
    }
  }

  /// Compares in constant time, so that the time does not reveal where the texts differ.
  private static func isSame(_ left: Substring, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
