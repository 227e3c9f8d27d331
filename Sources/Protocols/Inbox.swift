import JSON

/// The messages that have come and wait for their turn, requests that were cancelled among them.
public struct Inbox: Sendable {
  /// The content of a turn.
  public enum Turn: Equatable, Sendable {
    case message(RPCMessage)
    /// The refusal of bytes that are no message, or of a cancelled request.
    case refusal(RPCMessage)
  }

  private var frames: MessageFrames
  private var turns: [Turn] = []
  private var first = 0
  /// The places in `turns` of requests that may still be cancelled, by their ids.
  private var waiting: [JSONTree: Int] = [:]

  /// Takes in messages of up to `limit` bytes.
  public init(limit: Int = 64 << 20) { frames = MessageFrames(limit: limit) }

  /// The number of messages that wait.
  public var count: Int { turns.count - first }

  /// Takes in bytes in the order in which they came.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    frames.append(bytes)
    while true {
      do throws(FrameError) {
        guard let body = try frames.next() else { return }
        add(body)
      } catch {
        turns.append(.refusal(.failure(id: .null, RPCError(.parse, error.message))))
      }
    }
  }

  private mutating func add(_ body: [UInt8]) {
    do throws(InvalidMessage) {
      let message = try RPCMessage(body)
      switch message {
      case .notification("$/cancelRequest", let parameters):
        guard let id = parameters["id"], let place = waiting.removeValue(forKey: id) else { return }
        turns[place] = .refusal(.failure(id: id, RPCError(.cancelled, "the request was cancelled")))
        return
      case .request(let id, _, _): waiting[id] = turns.count
      case .notification, .response, .failure: break
      }
      turns.append(.message(message))
    } catch {
      turns.append(.refusal(error.answer))
    }
  }

  /// Takes the next one out; `nil` where none waits.
  public mutating func next() -> Turn? {
    guard first < turns.count else { return nil }
    let turn = turns[first]
    first += 1
    if case .message(.request(let id, _, _)) = turn, waiting[id] == first - 1 {
      waiting[id] = nil
    }
    if first == turns.count {
      turns.removeAll(keepingCapacity: first < 1024)
      first = 0
    }
    return turn
  }
}
