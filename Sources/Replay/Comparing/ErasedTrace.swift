import Diagnostics
import EventSourcing
import Traces

/// A trace of any system as comparisons read it: from its first record on, as often as needed.
public struct ErasedTrace {
  /// The file's name, for places.
  public let file: String
  /// The instant from which its times are counted.
  public let started: Instant
  /// The profile, readings and configuration of its header.
  let settings: Value
  /// Opens the trace at its first record.
  let records: () throws(Diagnostic) -> RecordCursor

  /// Gives the record of this index; the ones before it are not read, and there is no way back.
  typealias RecordCursor = (_ index: Int) throws(Diagnostic) -> ErasedRecord?

  /// Reads the header of a trace of `system`.
  public init(_ input: ReplayInput, of system: AnySystem) throws(Diagnostic) {
    let header = try system.walk(input).header
    file = input.file
    started = header.started
    settings = .fields([
      Value.Field(name: "profile", value: .text(header.profile)),
      Value.Field(name: "readings", value: header.readings),
      Value.Field(name: "config", value: header.config),
    ])
    records = { () throws(Diagnostic) in
      let walk = try system.walk(input)
      var index = -1
      var last: ErasedRecord?
      return { (wanted: Int) throws(Diagnostic) -> ErasedRecord? in
        while index < wanted {
          guard try walk.next() != nil else { return nil }
          index += 1
          if index == wanted { last = try walk.record() }
        }
        return last
      }
    }
  }
}
