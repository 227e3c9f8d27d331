import EventSourcing

/// Gives every person and device another name; a blank one stays blank, white space around a name
/// stays around it.
struct Renaming: ValueRewriter {
  func personal(_ value: String) -> String {
    var scalars = Array(value.unicodeScalars)
    guard let last = scalars.lastIndex(where: { $0.value > 0x20 }) else { return value }
    scalars.insert("~", at: last + 1)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
