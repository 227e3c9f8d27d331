import Files
import JSON
import Live
import Protocols
import Replay
import SpecFormat
import YAML

/// A file as the editor has it, with what was found when it was last checked.
struct TextDocument {
  let uri: String
  /// The path from the file's folder: findings name it as the command line does there.
  let path: String
  /// The folder of the workspace that it belongs to.
  let folder: String
  let version: Int?
  var lines: TextLines
  /// The findings; `nil` where the file was changed since.
  var checked: CheckedDocument?
}

/// The folders and open files of an editor.
final class Workspace {
  private(set) var encoding = PositionEncoding.utf16
  private(set) var documents: [String: TextDocument] = [:]
  private(set) var folders: [String] = []
  private let files = OpenFiles()
  let systems: [RegisteredSystem]
  let reader: GrammarReader
  /// The readers of specs, by system; each keeps what all specs of its system share.
  let readers: [String: ReadingSpecs]
  /// The files that were read with the grammar since they changed, by their whole paths.
  private var read: [String: NamedFile?] = [:]
  private(set) var capabilities = JSONTree.null
  /// The files that the editor opens besides those of its folders.
  let session = SessionFolder()

  init(systems: [RegisteredSystem]) {
    self.systems = systems
    let content = files.content
    reader = GrammarReader(systems, content)
    readers = Dictionary(uniqueKeysWithValues: systems.map { ($0.name, $0.specs(content)) })
  }

  /// Takes over what the editor says of itself.
  func open(_ parameters: JSONTree) {
    capabilities = parameters["capabilities"] ?? .null
    let encodings = capabilities["general"]?["positionEncodings"]?.elements ?? []
    if encodings.contains("utf-8") { encoding = .utf8 }
    let named = parameters["workspaceFolders"]?.elements ?? []
    let root = parameters["rootUri"]?.text.map { [["uri": .text($0)] as JSONTree] } ?? []
    folders = (named.isEmpty ? root : named).compactMap { $0["uri"]?.text }.map(filePath)
  }

  func change(folders event: JSONTree) {
    let removed = (event["removed"]?.elements ?? []).compactMap { $0["uri"]?.text }.map(filePath)
    folders.removeAll { removed.contains($0) }
    folders += (event["added"]?.elements ?? []).compactMap { $0["uri"]?.text }.map(filePath)
    for document in documents.values {
      open(document.uri, document.lines, version: document.version)
    }
  }

  // MARK: - Open files

  func open(_ uri: String, _ lines: TextLines, version: Int?) {
    let path = filePath(uri)
    let folder = folder(of: path)
    files.open[path] = lines.bytes
    read[path] = nil
    let isInside = path.hasPrefix(folder + "/")
    documents[uri] = TextDocument(
      uri: uri, path: isInside ? String(path.dropFirst(folder.count + 1)) : path, folder: folder,
      version: version, lines: lines)
  }

  /// Takes over changes in their order; one without a range is the whole text.
  func change(_ uri: String, _ changes: [JSONTree], version: Int?) {
    guard !changes.isEmpty, var lines = documents.removeValue(forKey: uri)?.lines else { return }
    for change in changes {
      let text = Array((change["text"]?.text ?? "").utf8)
      if let range = change["range"] {
        lines.replace(lines.bytes(of: range), with: text)
      } else {
        lines = TextLines(text, encoding)
      }
    }
    open(uri, lines, version: version)
  }

  func close(_ uri: String) {
    documents[uri] = nil
    files.open[filePath(uri)] = nil
    read[filePath(uri)] = nil
  }

  /// The innermost folder of the workspace around a file, else the one that it stands in.
  private func folder(of path: String) -> String {
    folders.filter { path.hasPrefix($0 + "/") }.max { $0.count < $1.count }
      ?? POSIX.folder(of: path)
  }

  // MARK: - Checking

  var hasUnchecked: Bool { documents.values.contains { $0.checked == nil } }

  /// Lets every open file be checked again: one that it uses may have changed.
  func recheckAll() {
    read = [:]
    for uri in documents.keys { documents[uri]?.checked = nil }
  }

  func checkAll() {
    for (uri, document) in documents where document.checked == nil {
      documents[uri]?.checked = within(document.folder) { check(document) }
    }
  }

  /// Checks a file as it would be beside another one that is not there yet.
  func check(_ document: TextDocument, beside path: String, _ text: String) -> CheckedDocument {
    let place = POSIX.place(path)
    files.open[place] = Array(text.utf8)
    defer { files.open[place] = nil }
    return check(document)
  }

  /// The address of a file for the spec of a trace: none is there yet, and it lies beside the
  /// trace, or in the first folder where the trace is one of the session.
  func newSpec(of document: TextDocument) -> String {
    let path = filePath(document.uri)
    let folder = session.contains(path) ? POSIX.place(folders.first ?? ".") : POSIX.folder(of: path)
    let base = unused(FileTree.join(folder, recordingTitle(ofFile: path)), "-") {
      files.content["\($0).spec.yaml"] != nil
    }
    return fileAddress("\(base).spec.yaml")
  }

  // MARK: - Files with the grammar

  /// An open file as the grammar has it; `nil` where it cannot be parsed.
  func named(_ document: TextDocument) -> NamedFile? { named(document.path, in: document.folder) }

  /// The files of a folder of the workspace that are of our kinds, in the order of their paths;
  /// around a single file, those that are open.
  func files(in folder: String) -> [NamedFile] {
    let paths =
      folders.contains(folder)
      ? within(folder) { FileTree.files(below: ".", suffix: ".yaml").found } : []
    let open = documents.values.filter { $0.folder == folder }.map(\.path)
    return Set(paths.map(FileTree.plain) + open).sorted().compactMap { named($0, in: folder) }
  }

  private func named(_ path: String, in folder: String) -> NamedFile? {
    let place = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    if let known = read[place] { return known }
    let file = within(folder) { () -> NamedFile? in
      guard path.hasSuffix(".yaml"), let bytes = files.content[path],
        let root = try? parseYAML(bytes, file: path),
        let grammar = reader.file(root, at: path)
      else { return nil }
      let open = documents.values.first { $0.folder == folder && $0.path == path }
      return NamedFile(
        grammar, at: path, open?.uri ?? fileAddress(place), TextLines(bytes, encoding))
    }
    read[place] = .some(file)
    return file
  }

  func completions(_ document: TextDocument) -> Completions {
    let item = capabilities["textDocument"]?["completion"]?["completionItem"]
    return Completions(
      reader: reader, lines: document.lines, path: document.path,
      hasSnippets: item?["snippetSupport"] == true)
  }

  func hover(_ document: TextDocument, at offset: Int) -> JSONTree {
    within(document.folder) {
      Hovers(document: document, file: named(document)?.grammar, systems: systems).json(at: offset)
    }
  }

  /// Lets paths lead from `folder` while `body` runs.
  func within<Result>(_ folder: String, _ body: () -> Result) -> Result {
    POSIX.$folder.withValue(folder, operation: body)
  }

  /// The address of a file that a finding in `document` names.
  func address(of path: String, for document: TextDocument) -> String {
    if path == document.path { return document.uri }
    return fileAddress(path.hasPrefix("/") ? path : "\(document.folder)/\(path)")
  }
}

/// The content of files, of which open ones are as the editor has them.
///
/// Only the task that serves the editor uses it.
final class OpenFiles: @unchecked Sendable {
  /// The bytes of open files by their whole paths.
  var open: [String: [UInt8]] = [:]

  /// The way in which specs find the files beside them.
  var content: SpecFiles {
    let onDisk = SpecSources().files
    return SpecFiles(
      trace: { path in FileTree.isFolder(path) == false ? TraceFile.opener(of: path) : nil },
      listing: onDisk.listing, { [self] path in open[POSIX.place(path)] ?? onDisk[path] })
  }
}

/// The path of a file by an editor's address for it; other addresses stay as they are.
func filePath(_ uri: String) -> String {
  guard uri.hasPrefix("file://") else { return uri }
  let rest = uri.dropFirst("file://".count).drop { $0 != "/" }
  let path = WireTarget.unescaped(rest) ?? String(rest)
  return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
}

/// The address of a file as editors write it.
func fileAddress(_ path: String) -> String {
  guard path.hasPrefix("/") else { return path }
  let parts = path.split(separator: "/", omittingEmptySubsequences: false)
  return "file://" + parts.map { WireTarget.escaped(String($0)) }.joined(separator: "/")
}

/// Finds the first of `base`, `base-2`, `base-3` and so on that is not taken, with this separator.
func unused(_ base: String, _ separator: String, isTaken: (String) -> Bool) -> String {
  var (name, number) = (base, 1)
  while isTaken(name) {
    number += 1
    name = "\(base)\(separator)\(number)"
  }
  return name
}
