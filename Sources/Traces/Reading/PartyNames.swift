import JSON

/// The parties of a trace, each name made once.
struct PartyNames {
  private var names: [String] = []

  mutating func name(_ place: JSONString, in scanner: JSONScanner) -> String {
    guard !place.escaped, let base = scanner.bytes.baseAddress else { return scanner.text(place) }
    let count = place.end - place.start
    for name in names {
      let same: Bool? = name.utf8.withContiguousStorageIfAvailable { known in
        known.count == count
          && (known.baseAddress.map { sameBytes($0, base + place.start, count) } ?? true)
      }
      if same == true { return name }
    }
    let name = scanner.text(place)
    // A world may have many parties; searching beyond a few costs more than a new name.
    if names.count < 16 { names.append(name) }
    return name
  }
}
