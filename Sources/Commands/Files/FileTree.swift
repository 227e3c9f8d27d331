import EventSourcing
import Files

/// Finds files.
enum FileTree {
  /// A folder that cannot be read, or what may be one, which hides what it holds.
  typealias Unreadable = (path: String, reason: POSIX.Failure)

  /// Whether `path` is a folder; `nil` when there is nothing.
  static func isFolder(_ path: String) -> Bool? {
    (try? FileStatus(path)).map { $0.kind == .folder }
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// A path without './' at its start, so that two ways to write it are the same.
  static func plain(_ path: String) -> String {
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    return String(path)
  }

  /// A folder and those below it that are not hidden and no symbolic links, sorted by path.
  static func folders(below folder: String) -> [String] {
    var found = [folder]
    for name in ((try? POSIX.names(in: folder)) ?? []).sorted() where !name.hasPrefix(".") {
      let path = join(folder, name)
      if isFolder(path) == true, !POSIX.isLink(path) { found += folders(below: path) }
    }
    return found
  }

  /// Finds the files below a folder whose names end in one of `suffixes`, and the folders that
  /// `isWhole` takes for one file; sorted by path.
  ///
  /// What is hidden is left out. A folder that symbolic links lead to as well is read once, by its
  /// own path where it has one below `folder`. The order is by bytes, the same on every machine.
  static func files(
    below folder: String, suffix suffixes: String..., isWhole: (String) -> Bool = { _ in false }
  ) -> (found: [String], unreadable: [Unreadable]) {
    var found: [String] = []
    var unreadable: [Unreadable] = []
    var folders = [folder]
    var links: [String] = []
    var visited: Set<FileStatus.Identity> = []
    while let next = folders.popLast() ?? links.popLast() {
      do throws(POSIX.Failure) {
        guard visited.insert(try FileStatus(next).identity).inserted else { continue }
        if isWhole(next) {
          found.append(next)
          continue
        }
        let names = try POSIX.names(in: next) { name in
          if name.hasPrefix(".") { return }
          unreadable.append((path: join(next, name), reason: .nothing))
        }
        var denied: String?
        for name in names.sorted(by: { precedes($1, $0) }) where !name.hasPrefix(".") {
          let path = join(next, name)
          switch Result(catching: { () throws(POSIX.Failure) in try FileStatus(path).kind }) {
          case .success(.folder):
            if POSIX.isLink(path) { links.append(path) } else { folders.append(path) }
          case _ where suffixes.contains(where: name.hasSuffix): found.append(path)
          // It may be a folder that holds what is looked for; one of many is enough.
          case .failure(.denied): denied = path
          case .success, .failure: continue
          }
        }
        if let denied { unreadable.append((path: denied, reason: .denied)) }
      } catch {
        unreadable.append((path: next, reason: error))
      }
    }
    return (found.sorted(by: precedes), unreadable.sorted { precedes($0.path, $1.path) })
  }
}
