import JSON

/// One message of JSON-RPC 2.0.
public enum RPCMessage: Equatable, Sendable {
  /// A call that has to be answered under its id, a number or text.
  case request(id: JSONTree, method: String, parameters: JSONTree)
  /// A call without an answer.
  case notification(method: String, parameters: JSONTree)
  /// The answer to a request.
  case response(id: JSONTree, result: JSONTree)
  /// The answer to a request that failed; the id is null where it could not be read.
  case failure(id: JSONTree, RPCError)

  /// Reads the bytes of one message.
  public init(_ bytes: [UInt8]) throws(InvalidMessage) {
    let tree: JSONTree
    do throws(JSONError) {
      tree = try JSONTree(bytes)
    } catch {
      throw InvalidMessage(id: .null, error: RPCError(.parse, error.problem.message))
    }
    try self.init(tree)
  }

  /// Takes one message.
  public init(_ tree: JSONTree) throws(InvalidMessage) {
    let id = tree["id"]
    let isID = if case .text? = id { true } else if case .number? = id { true } else { false }
    func refuse(_ message: String) -> InvalidMessage {
      InvalidMessage(id: isID ? id ?? .null : .null, error: RPCError(.invalidRequest, message))
    }
    guard case .object = tree else { throw refuse("a message is an object") }
    guard tree["jsonrpc"] == "2.0" else { throw refuse("'jsonrpc' has to be \"2.0\"") }
    guard let method = tree["method"] else {
      guard let id, isID || id == .null else { throw refuse("a message has a method or an id") }
      self = try RPCMessage.answer(tree, to: id)
      return
    }
    guard case .text(let name) = method else { throw refuse("'method' has to be text") }
    let parameters = tree["params"] ?? .null
    switch parameters {
    case .object, .list, .null: break
    case _: throw refuse("'params' has to be an object or a list")
    }
    guard let id else {
      self = .notification(method: name, parameters: parameters)
      return
    }
    guard isID else { throw refuse("'id' has to be a number or text") }
    self = .request(id: id, method: name, parameters: parameters)
  }

  private static func answer(
    _ tree: JSONTree, to id: JSONTree
  ) throws(InvalidMessage) -> RPCMessage {
    if let error = tree["error"] {
      let code = error["code"]?.text.flatMap { Int($0) } ?? RPCError.Code.internalError.rawValue
      return .failure(
        id: id, RPCError(number: code, error["message"]?.text ?? "", data: error["data"]))
    }
    guard let result = tree["result"] else {
      throw InvalidMessage(
        id: .null, error: RPCError(.invalidRequest, "an answer has a result or an error"))
    }
    return .response(id: id, result: result)
  }

  /// The message as JSON.
  public var tree: JSONTree {
    let version: JSONTree = ["jsonrpc": "2.0"]
    switch self {
    case .request(let id, let method, let parameters):
      return version + ["id": id] + RPCMessage.call(method, parameters)
    case .notification(let method, let parameters):
      return version + RPCMessage.call(method, parameters)
    case .response(let id, let result):
      return version + ["id": id, "result": result]
    case .failure(let id, let error):
      let data: JSONTree = error.data.map { ["data": $0] } ?? [:]
      let reason: JSONTree = ["code": .number(error.code), "message": .text(error.message)]
      return version + ["id": id, "error": reason + data]
    }
  }

  private static func call(_ method: String, _ parameters: JSONTree) -> JSONTree {
    ["method": .text(method)] + (parameters == .null ? [:] : ["params": parameters])
  }

  /// The message behind its header.
  public var frame: [UInt8] { tree.frame }
}

/// The reason why a request is not answered with a result.
public struct RPCError: Error, Equatable, Sendable {
  /// The number of the kind of error.
  public let code: Int
  /// The reason, in a sentence.
  public let message: String
  /// The facts with which a program mends its request; `nil` where the protocol asks for none.
  public let data: JSONTree?

  /// The kinds of errors that JSON-RPC, LSP and MCP give numbers to.
  public enum Code: Int, Sendable {
    case parse = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case internalError = -32603
    case notInitialized = -32002
    case requestFailed = -32803
    case cancelled = -32800
    case unsupportedVersion = -32022
  }

  /// Gives the reason for an error of a known kind.
  public init(_ code: Code, _ message: String, data: JSONTree? = nil) {
    self.init(number: code.rawValue, message, data: data)
  }

  init(number: Int, _ message: String, data: JSONTree? = nil) {
    code = number
    self.message = message
    self.data = data
  }
}

/// Bytes that are no message of JSON-RPC, with what there is to answer.
public struct InvalidMessage: Error, Equatable {
  /// The id under which it is answered, as far as it could be read.
  public let id: JSONTree
  /// The reason.
  public let error: RPCError

  /// The answer to it.
  public var answer: RPCMessage { .failure(id: id, error) }
}
