extension POSIX {
  /// The folders outside of which nothing is read or written, by paths without symbolic links;
  /// `nil` where every path may be used.
  @TaskLocal package static var confinement: [String]?

  /// The path by which the C library finds what is called `path`; where the command is confined,
  /// one without symbolic links and `..`, inside one of its folders.
  ///
  /// A path that does not exist yet lies where the nearest folder above it does. A symbolic link
  /// that leads to nothing is refused: what is made through it may lie anywhere.
  package static func confined(_ path: String) throws(Failure) -> String {
    let place = place(path)
    guard let confinement else { return place }
    var known = place[...]
    var missing: [Substring] = []
    var real = resolved(place)
    while real == nil {
      if known.isEmpty { throw .nothing }
      let slash = known.lastIndex(of: "/")
      let name = slash.map { known[known.index(after: $0)...] } ?? known
      if name == ".." || isLink(String(known)) { throw .outside }
      if !name.isEmpty, name != "." { missing.insert(name, at: 0) }
      known = slash.map { known[..<$0] } ?? ""
      real = known.isEmpty ? resolved(slash == nil ? "." : "/") : resolved(String(known))
    }
    let whole = ([real == "/" ? "" : real ?? ""] + missing.map { String($0) })
      .joined(separator: "/")
    guard confinement.contains(where: { whole == $0 || whole.hasPrefix($0 + "/") || $0 == "/" })
    else { throw .outside }
    return whole.isEmpty ? "/" : whole
  }
}
