import Dispatch
import Files

/// Splits bytes that arrive in pieces into lines; a line that is too long is skipped and counted.
struct CommandLines {
  /// The longest line that is accepted, in bytes.
  static let longestLine = 1 << 20

  private var rest: [UInt8] = []
  private var isTooLong = false
  private var number: Int64 = 0

  /// A line of the input, or the end of a line that was too long.
  enum Line {
    case whole(ArraySlice<UInt8>)
    case tooLong
  }

  /// Passes every line that is complete with `bytes` to `take`, with its number from 1.
  mutating func add(_ bytes: ArraySlice<UInt8>, take: (Line, Int64) async -> Void) async {
    var bytes = bytes
    while let end = bytes.firstIndex(of: 0x0A) {
      number += 1
      if isTooLong || rest.count + end - bytes.startIndex > CommandLines.longestLine {
        await take(.tooLong, number)
      } else if rest.isEmpty {
        await take(.whole(bytes[..<end]), number)
      } else {
        await take(.whole((rest + bytes[..<end])[...]), number)
      }
      rest.removeAll(keepingCapacity: true)
      isTooLong = false
      bytes = bytes[(end + 1)...]
    }
    if isTooLong { return }
    rest += bytes
    if rest.count > CommandLines.longestLine {
      rest = []
      isTooLong = true
    }
  }

  /// Passes on what followed the last line end.
  mutating func finish(take: (Line, Int64) async -> Void) async {
    if isTooLong {
      await take(.tooLong, number + 1)
    } else if !rest.isEmpty {
      await take(.whole(rest[...]), number + 1)
    }
    rest = []
    isTooLong = false
  }
}

/// The bytes of a descriptor, read on a thread of its own so that waiting blocks nothing else; the
/// next piece is read once the last one has been handled.
struct DescriptorBytes: AsyncSequence, Sendable {
  typealias Element = ArraySlice<UInt8>

  let descriptor: Int32

  func makeAsyncIterator() -> Iterator { Iterator(descriptor: descriptor) }

  struct Iterator: AsyncIteratorProtocol {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "pushtrace-live.input")

    init(descriptor: Int32) { self.descriptor = descriptor }

    func next() async -> ArraySlice<UInt8>? {
      let descriptor = descriptor
      return await withCheckedContinuation { continuation in
        queue.async {
          let bytes = (try? POSIX.readBytes(descriptor, upTo: 1 << 16)) ?? []
          continuation.resume(returning: bytes.isEmpty ? nil : bytes[...])
        }
      }
    }
  }
}
