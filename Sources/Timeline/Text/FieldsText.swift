import Diagnostics
import EventSourcing
import Reports

/// Writes the fields of a record into what is left of a line: whole fields, in their order; what is
/// too long is shown by its size, and what does not fit at all by an ellipsis.
struct FieldsText {
  let values: ValueText

  /// The fields in at most `width` cells.
  func text(_ value: Value, width: Int) -> String {
    guard case .fields(let fields) = value, !fields.isEmpty else { return "" }
    var result = ""
    var used = 0
    for (index, field) in fields.enumerated() {
      let separator = index == 0 ? "" : ", "
      let reserve = index == fields.count - 1 ? 0 : FieldsText.ellipsis.count
      let room = width - used - separator.count - reserve
      guard let piece = piece(field, width: room) else {
        return result.isEmpty ? (width > 0 ? "…" : "") : result + FieldsText.ellipsis
      }
      result += separator + piece
      used += separator.count + displayWidth(piece)
    }
    return result
  }

  private static let ellipsis = ", …"
  /// The part of a long text that says something.
  private static let leastText = 12

  private func piece(_ field: Value.Field, width: Int) -> String? {
    let name = visible(field.name) + ": "
    let room = width - displayWidth(name)
    guard room > 0 else { return nil }
    let whole = visible(values.text(field.value))
    if displayWidth(whole) <= room { return name + whole }
    switch field.value {
    case .fields(let fields): return fits("{\(counted(fields.count, "field"))}", name, room)
    case .list(let values): return fits("[\(counted(values.count, "item"))]", name, room)
    case .text, .personal:
      return room < FieldsText.leastText ? nil : name + truncate(whole, to: room)
    case .null, .boolean, .integer, .instant, .span: return nil
    }
  }

  private func fits(_ text: String, _ name: String, _ room: Int) -> String? {
    text.count <= room ? name + text : nil
  }
}
