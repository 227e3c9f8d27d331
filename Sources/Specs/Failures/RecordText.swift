import EventSourcing
import Reports
import Rules
import Simulation
import SpecFormat

/// Records in a few words, with virtual time.
struct RecordText<S: System> {
  let log: EventLog<S.Machine.Event, S.Machine.Effect>
  let zero: Instant
  let isWorld: Bool

  /// An instant as a duration from time zero.
  func time(_ instant: Instant) -> String { (instant - zero).text }

  /// The name of a record, with the number of its request where it has one.
  func title(of seq: Int64) -> String {
    guard let record = log[seq] else { return "" }
    let name = record.name?.description ?? ""
    guard case .integer(let request)? = record.fields?["request"] else {
      return name
    }
    return "\(name) #\(request)"
  }

  /// An event with its short values, such as `attribute_set city=Oslo`.
  func event(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) -> String {
    let party = isWorld ? "\(record.party): " : ""
    guard case .fields(let all)? = record.fields else { return party + title(of: record.seq) }
    let fields = all.filter { $0.name != "request" }
    var words: [String] = []
    var key: String?
    for field in fields {
      guard let value = short(field.value) else { continue }
      switch field.name {
      case "key": key = value
      case "value": words.append("\(key.map { "\($0)=" } ?? "")\(value)")
      default: words.append(fields.count == 1 ? value : "\(field.name)=\(value)")
      }
    }
    if let key, !fields.contains(where: { $0.name == "value" }) { words.insert(key, at: 0) }
    let text = ([title(of: record.seq)] + words).joined(separator: " ")
    return party + truncate(text, to: 44)
  }

  private func short(_ value: Value) -> String? {
    switch value {
    case .list, .fields: nil
    case .text(let text), .personal(let text): truncate(text, to: 20)
    case .null, .boolean, .integer, .instant, .span: yaml(value, from: zero)
    }
  }

  /// The chain that led to a record, back to something from outside.
  func causes(of seq: Int64) -> String {
    let chain = log.causes(of: seq).map { record -> String in
      let words =
        switch record {
        case .effect: effect(record)
        case .event, .state, .note: event(record)
        }
      return "\(words) (\(time(record.at)))"
    }
    let shown = chain.prefix(6) + (chain.count > 6 ? ["…"] : [])
    return "cause: " + shown.joined(separator: "\n     ← ")
  }

  private func effect(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) -> String {
    let title = title(of: record.seq)
    guard case .fields(let fields)? = record.fields else { return title }
    // A timer's name and its due time are the whole point; bodies would drown it.
    let words = fields.filter { $0.name != "request" }.prefix(2).compactMap { short($0.value) }
    return ([title] + words).joined(separator: " ")
  }
}
