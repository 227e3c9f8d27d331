import Files
import SpecFormat

/// The specs that a command line means while their files come, change and go.
struct WatchedSpecs {
  /// The paths of the command line.
  private let arguments: [String]
  /// The specs that there were when it was last looked.
  private(set) var files: [SpecPaths.Selected]

  init(arguments: [String]) {
    self.arguments = arguments
    files = SpecPaths(arguments).files
  }

  /// Looks for specs that came or went.
  mutating func refresh() { files = SpecPaths(arguments).files }

  /// The folders of specs and of all that specs use: catalogues, fixtures, recordings.
  func folders(recordings: [String]) -> [String] {
    var folders: [String] = []
    func add(_ folder: String) {
      if !folders.contains(folder), FileTree.isFolder(folder) == true { folders.append(folder) }
    }
    for argument in arguments where FileTree.isFolder(argument) == true {
      for folder in FileTree.folders(below: argument) { add(folder) }
    }
    for path in files.map(\.path) + recordings { add(POSIX.folder(of: path)) }
    let above = folders.flatMap { WatchedSpecs.folders(above: $0) }
    for folder in folders + above + ["Specs"] {
      add(folder)
      add(FileTree.join(folder, "fixtures"))
    }
    return folders
  }

  /// The specs that a change of these files affects: those that changed themselves, those whose
  /// text names a fixture or a recording that did, and all of them when a catalogue did.
  func affected(by changed: [String]) -> [SpecPaths.Selected] {
    var names: [String] = []
    var isCatalogue = false
    for path in changed {
      let name = String(path.split(separator: "/").last ?? "")
      if name == "requirements.yaml" { isCatalogue = true }
      let isFixture = POSIX.folder(of: path).hasSuffix("fixtures")
      names.append(isFixture ? String(name.prefix { $0 != "." }) : name)
    }
    return files.filter { file in
      if isCatalogue || changed.contains(FileTree.plain(file.path)) { return true }
      guard let bytes = try? FileBytes.contents(of: file.path, limit: 1 << 23) else { return false }
      let text = String(decoding: bytes, as: UTF8.self)
      return names.contains { text.contains($0) }
    }
  }

  /// The folders above one, as specs look for fixtures and catalogues there: as far as the path
  /// goes, and the working directory.
  private static func folders(above folder: String) -> [String] {
    var folders: [String] = []
    var rest = folder[...]
    while let slash = rest.lastIndex(of: "/"), slash != rest.startIndex {
      rest = rest[..<slash]
      folders.append(String(rest))
    }
    return folder.hasPrefix("/") ? folders : folders + ["."]
  }
}
