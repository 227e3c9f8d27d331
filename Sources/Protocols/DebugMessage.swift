import JSON

/// A request of the Debug Adapter Protocol.
public struct DebugRequest: Equatable, Sendable {
  /// The number under which it is answered.
  public let seq: Int
  /// The name of the request.
  public let command: String
  /// The details of the request; null where it has none.
  public let arguments: JSONTree

  /// Asks for something.
  public init(seq: Int, command: String, arguments: JSONTree = .null) {
    self.seq = seq
    self.command = command
    self.arguments = arguments
  }

  /// Reads the bytes of one message.
  public init(_ bytes: [UInt8]) throws(InvalidDebugRequest) {
    let tree: JSONTree
    do throws(JSONError) {
      tree = try JSONTree(bytes)
    } catch {
      throw InvalidDebugRequest(reason: error.problem.message, request: nil)
    }
    guard tree["type"] == "request" else {
      throw InvalidDebugRequest(reason: "a message has the type 'request' here", request: nil)
    }
    guard let seq = tree["seq"]?.integer, case .text(let command)? = tree["command"] else {
      throw InvalidDebugRequest(
        reason: "a request has a whole number 'seq' and a text 'command'", request: nil)
    }
    self.init(seq: seq, command: command, arguments: tree["arguments"] ?? .null)
    switch arguments {
    case .object, .null: break
    case _: throw InvalidDebugRequest(reason: "'arguments' has to be an object", request: self)
    }
  }
}

/// Bytes that are no request of the Debug Adapter Protocol.
public struct InvalidDebugRequest: Error, Equatable {
  /// The reason why they are no request, in a sentence.
  public let reason: String
  /// The request to refuse, as far as it could be read.
  public let request: DebugRequest?
}

/// A message of a debug adapter to its editor.
public enum DebugMessage: Equatable, Sendable {
  /// The answer to a request.
  case response(to: DebugRequest, body: JSONTree)
  /// The answer to a request that failed, with the reason in a sentence.
  case failure(of: DebugRequest, reason: String)
  /// Something that has happened.
  case event(String, body: JSONTree)

  /// The message as JSON, under a number of its own.
  public func tree(seq: Int) -> JSONTree {
    let number: JSONTree = ["seq": .number(seq)]
    func answer(_ request: DebugRequest, _ members: JSONTree) -> JSONTree {
      let head: JSONTree = [
        "type": "response", "request_seq": .number(request.seq), "command": .text(request.command),
      ]
      return number + head + members
    }
    switch self {
    case .response(let request, let body):
      return answer(request, ["success": true, "body": body])
    case .failure(let request, let reason):
      // Editors show the error of the body, and others the message.
      let error: JSONTree = ["id": 1, "format": .text(reason), "showUser": true]
      return answer(
        request, ["success": false, "message": .text(reason), "body": ["error": error]])
    case .event(let name, let body):
      return number + ["type": "event", "event": .text(name), "body": body]
    }
  }
}
