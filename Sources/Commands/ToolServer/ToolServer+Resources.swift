import Diagnostics
import Files
import JSON
import Protocols
import SpecFormat

/// The specs, traces and requirements of the folders, as resources.
extension ToolServer {
  /// The number of resources that an answer lists.
  static let pageSize = 200

  /// The forms of addresses that stand in no list.
  static let templates: JSONTree = [
    [
      "uriTemplate": .text(requirement + "{id}"), "name": "requirement",
      "description": "The text of a requirement that specs, gates and findings name, as REG-2.",
      "mimeType": "text/plain",
    ]
  ]
  private static let requirement = "requirement:"

  /// The resources from a cursor on, and where the next page begins.
  func resources(from cursor: JSONTree?) throws(RPCError) -> JSONTree {
    let all = confined { folders.flatMap { resources(below: $0) } }
    let start = cursor == nil ? 0 : cursor?.text.flatMap { Int($0) } ?? -1
    guard (0...all.count).contains(start) else {
      throw RPCError(.invalidParameters, "'cursor' is not one that was given")
    }
    let end = min(all.count, start + ToolServer.pageSize)
    let next: JSONTree = end < all.count ? ["nextCursor": .text(String(end))] : [:]
    return ["resources": .list(Array(all[start..<end]))] + next
  }

  private func resources(below folder: String) -> [JSONTree] {
    let paths = [".yaml", ".trace.jsonl"].flatMap {
      FileTree.files(below: folder, suffix: $0).found
    }
    return paths.compactMap { path in
      guard let type = ToolServer.type(of: path), let status = try? FileStatus(path) else {
        return nil
      }
      return [
        "uri": .text(fileAddress(path)), "name": .text(String(path.dropFirst(folder.count + 1))),
        "mimeType": .text(type), "size": .number(status.version.size),
      ]
    }
  }

  /// The type of a file that is a resource, by its name; `nil` for any other.
  private static func type(of path: String) -> String? {
    if path.hasSuffix(".trace.jsonl") { return "application/jsonl" }
    return Form(ofFile: path, root: nil) == nil ? nil : "application/yaml"
  }

  /// The content of a resource.
  func content(of address: JSONTree?) throws(RPCError) -> JSONTree {
    guard case .text(let uri)? = address else {
      throw RPCError(.invalidParameters, "a resource has a 'uri'")
    }
    let found: (type: String, text: String)
    if uri.hasPrefix(ToolServer.requirement) {
      let id = String(uri.dropFirst(ToolServer.requirement.count))
      found = ("text/plain", try confinedRequirement(id))
    } else {
      let path = filePath(uri)
      guard uri.hasPrefix("file://"), let type = ToolServer.type(of: path) else {
        throw RPCError(.invalidParameters, "'\(uri)' is no spec, trace or requirement")
      }
      found = (type, try text(of: path))
    }
    return ["uri": .text(uri), "mimeType": .text(found.type), "text": .text(found.text)]
  }

  private func text(of path: String) throws(RPCError) -> String {
    let read = confined {
      Result { () throws(Diagnostic) in try FileBytes.contents(of: path, limit: sizeLimit) }
    }
    switch read {
    case .failure(let finding): throw RPCError(.invalidParameters, finding.message)
    case .success(let bytes) where bytes.count > sizeLimit:
      throw RPCError(
        .invalidParameters, "'\(path)' has more than \(sizeLimit) bytes: ask a tool about it")
    case .success(let bytes): return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The text of a requirement or one of its clauses, by the first catalogue that has it.
  private func confinedRequirement(_ id: String) throws(RPCError) -> String {
    let catalogues = confined {
      folders.flatMap { FileTree.files(below: $0, suffix: "requirements.yaml").found }
        .compactMap { path in
          (try? FileBytes.contents(of: path, limit: 1 << 24)).map { Catalogue($0, path: path) }
        }
    }
    if let found = catalogues.lazy.compactMap({ $0[id] }).first { return found.says }
    let near = didYouMean(id, among: catalogues.flatMap { $0.ids }, after: "; ")
    throw RPCError(.invalidParameters, "there is no requirement '\(id)'\(near)")
  }

  /// Looks at files with the bounds of the server.
  private func confined<Result>(_ body: () -> Result) -> Result {
    POSIX.$folder.withValue(folders.first) {
      POSIX.$confinement.withValue(folders) {
        RunFiles.$current.withValue(RunFiles(), operation: body)
      }
    }
  }
}
