import Diagnostics
import EventSourcing
import JSON

/// `base` with the field `name` set to what `text` says, as in `--reading name=value`.
///
/// A dot leads into a nested record: `backoff.first`. The text is a JSON value, or plain text such
/// as `earliest` or `15m`. Unknown names and values that do not fit are thrown without a place.
public func overriding<R: Record>(
  _ base: R, _ name: String, with text: String
) throws(Diagnostic) -> R {
  do throws(JSONError) {
    return try reading(base, name, value: quoted(text))
  } catch {
    // A name that does not exist stays so; a value may still be JSON.
    if error.isUnknownName { throw finding(error, name) }
  }
  do throws(JSONError) {
    return try reading(base, name, value: text)
  } catch {
    throw finding(error, name)
  }
}

private func reading<R: Record>(
  _ base: R, _ name: String, value: String
) throws(JSONError) -> R {
  try refuseMore(than: value)
  let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  let opening = path.map { "{" + quoted($0) + ":" }.joined()
  let document = Array((opening + value + String(repeating: "}", count: path.count)).utf8)
  let result: Result<R, JSONError> = document.withUnsafeBufferPointer { bytes in
    do throws(JSONError) {
      var reader = JSONReader(JSONScanner(bytes))
      reader.anyOrder = true
      reader.partial = true
      return .success(try base.described(by: &reader))
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}

/// The text must be one value: more of it would set other fields too.
private func refuseMore(than value: String) throws(JSONError) {
  let result: Result<Void, JSONError> = Array(value.utf8).withUnsafeBufferPointer { bytes in
    do throws(JSONError) {
      var scanner = JSONScanner(bytes)
      try scanner.skipValue()
      return scanner.atEnd
        ? .success(())
        : .failure(JSONError(.refused("this is more than a value", proposal: ""), at: 0))
    } catch {
      return .failure(error)
    }
  }
  try result.get()
}

private func quoted(_ text: String) -> String {
  var buffer = JSONBuffer()
  buffer.put(string: text)
  return String(decoding: buffer.bytes, as: UTF8.self)
}

private func finding(_ error: JSONError, _ name: String) -> Diagnostic {
  let help = error.problem.proposal
  return Diagnostic(
    error.traceCode, "\(name): \(error.problem.message)", notes: help.isEmpty ? [] : [help])
}
