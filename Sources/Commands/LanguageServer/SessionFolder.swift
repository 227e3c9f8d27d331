import Files

/// The files that an editor opens during a session, in a folder that ends with it.
final class SessionFolder {
  private var path: String?
  private var files: [String] = []

  deinit { remove() }

  /// Whether it holds this file.
  func contains(_ path: String) -> Bool { files.contains(path) }

  /// Lets `write` make the file of this name anew, and returns its path.
  func file(_ name: String, _ write: (String) throws -> Void) throws -> String {
    let file = FileTree.join(try made(), name)
    // None of them is read: one may have the number of a file that was read and is gone.
    try RunFiles.$current.withValue(RunFiles()) { try write(file) }
    if !files.contains(file) {
      files.append(file)
      UnfinishedPaths.add(file)
    }
    return file
  }

  /// The path of the file of this name, which `write` makes where it is not there yet.
  func known(_ name: String, _ write: (String) throws -> Void) throws -> String {
    let known = path.map { FileTree.join($0, name) }.flatMap { files.contains($0) ? $0 : nil }
    return try known ?? file(name, write)
  }

  /// Removes it with all that was written.
  func remove() {
    UnfinishedPaths.discard(files: files, folders: path.map { [$0] } ?? [])
    (path, files) = (nil, [])
  }

  private func made() throws -> String {
    if let path { return path }
    let parent = ExecutionEnvironment.current.temporaryFolder
    // Another session of the process may end, and remove its folder, just when this one looks.
    var number = UInt(bitPattern: ObjectIdentifier(self).hashValue)
    while true {
      let name = "\(CommandContext.calledAs)-\(POSIX.processNumber)-\(number)"
      let place = FileTree.join(parent, name)
      let made: [String]
      do throws(POSIX.Failure) {
        made = try POSIX.makeFolders(place, permissions: 0o700)
      } catch {
        throw OutputFailure(target: "'\(place)'", reason: .system(error))
      }
      // One that was there belongs to somebody else.
      if made.last == place {
        path = place
        UnfinishedPaths.add(place)
        return place
      }
      number &+= 1
    }
  }
}
