import Diagnostics
import Replay
import Traces

/// The bytes of traces that were read for one question, whatever it folds them for.
final class ReadingProgress {
  private let report: (Int) -> Void
  private var read = 0

  /// Counts bytes and reports their number after each piece.
  init(_ report: @escaping (Int) -> Void) { self.report = report }

  /// Begins to count for another question.
  func begin() { read = 0 }

  /// The same trace, with every byte that is read counted.
  func counting(_ input: ReplayInput) -> ReplayInput {
    let parts = input.bytes.map { bytes in
      RandomAccess(size: bytes.size) { (offset) throws(Diagnostic) in
        self.counting(try bytes.open(offset))
      }
    }
    return ReplayInput(file: input.file, bytes: parts) { () throws(Diagnostic) in
      self.counting(try input.open())
    }
  }

  private func counting(_ source: @escaping ByteSource) -> ByteSource {
    { (buffer: UnsafeMutableRawBufferPointer) throws(Diagnostic) -> Int in
      let count = try source(buffer)
      self.read += count
      self.report(self.read)
      return count
    }
  }
}
