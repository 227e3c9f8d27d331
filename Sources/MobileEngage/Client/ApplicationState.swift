import EventSourcing

/// The application whose backend knows the tokens and the client state that are held.
public struct ApplicationState: StateView {
  /// The application's code, in the paths of `/client` and of a refresh.
  public private(set) var code = "APP"

  /// Goes on under another code.
  mutating func use(_ code: String) {
    self.code = code
  }
}

extension ApplicationState: Record {
  public static var sample: ApplicationState { ApplicationState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> ApplicationState {
    var stored = self
    stored.code = try visitor("code", code, "The code in the paths.")
    return stored
  }
}
