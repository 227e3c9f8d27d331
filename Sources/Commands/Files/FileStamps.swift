import Files

/// Which files stood in folders at one moment and in which version, to see what has changed since.
struct FileStamps {
  private var versions: [String: FileStatus.Version] = [:]

  /// Looks at the files of `folders`, without those below, whose names end in one of `suffixes`.
  init(of folders: [String], suffixes: [String]) {
    for folder in folders {
      for name in (try? POSIX.names(in: folder)) ?? []
      where suffixes.contains(where: name.hasSuffix) {
        let path = FileTree.join(folder, name)
        versions[FileTree.plain(path)] = (try? FileStatus(path))?.version
      }
    }
  }

  /// Takes over what `other` has of files that are not known here.
  mutating func add(_ other: FileStamps) {
    versions.merge(other.versions) { known, _ in known }
  }

  /// The files that are new, gone or in another version, in order.
  func changed(since earlier: FileStamps) -> [String] {
    let paths = Set(versions.keys).union(earlier.versions.keys)
    return paths.filter { versions[$0] != earlier.versions[$0] }.sorted()
  }
}
