import Diagnostics
import EventSourcing
import JSON
import Properties
import Reports
import Traces

extension RunPlanRecord {
  /// The run as one line, which may stand between single quotes.
  var text: String {
    String(decoding: canonicalJSON(of: self), as: UTF8.self)
      .replacing("'", with: "\\u0027")
  }

  /// Reads the run from its line.
  init(text: String) throws(Stop) {
    let bytes = Array(text.utf8)
    let read = bytes.withUnsafeBufferPointer { bytes -> Result<RunPlanRecord, JSONError> in
      var reader = JSONReader(JSONScanner(bytes))
      reader.anyOrder = true
      do throws(JSONError) {
        let record = try RunPlanRecord.sample.described(by: &reader)
        guard reader.scanner.position == bytes.count else {
          throw JSONError(.expected("nothing more"), at: reader.scanner.position)
        }
        return .success(record)
      } catch {
        return .failure(error)
      }
    }
    switch read {
    case .success(let record): self = record
    case .failure(let error):
      throw Stop(
        .invalid,
        "--reproduce takes the line that simulate has printed: \(error.problem.message), at "
          + "character \(error.start + 1)")
    }
  }
}
