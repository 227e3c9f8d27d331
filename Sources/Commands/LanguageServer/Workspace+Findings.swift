import Diagnostics
import JSON
import Protocols
import SpecFormat

extension Workspace {
  /// The findings of all open files, by the addresses of the files in which it stands; those that
  /// are open and have nothing wrong with them have an empty list.
  func findings() -> [String: [JSONTree]] {
    var result: [String: [JSONTree]] = [:]
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) {
      result[document.uri, default: []] += []
      for finding in document.checked?.findings ?? [] {
        let uri = finding.place.map { address(of: $0.file, for: document) } ?? document.uri
        let shown = json(finding, for: document)
        // Specs that share a broken fixture find the same.
        if result[uri]?.contains(shown) != true { result[uri, default: []].append(shown) }
      }
      result[document.uri]? += unused(in: document)
    }
    return result
  }

  /// The hints at what a file defines and none of its folder uses: a fixture, requirements.
  private func unused(in document: TextDocument) -> [JSONTree] {
    guard let file = named(document), [.fixture, .catalogue].contains(file.grammar.form) else {
      return []
    }
    let names = files(in: document.folder).flatMap(\.names).filter { !$0.isDefinition }
    let used = Set(names.map { "\($0.kind) \($0.name)" })
    return file.names.filter { $0.isDefinition && !used.contains("\($0.kind) \($0.name)") }.map {
      [
        "range": document.lines.range(of: $0.place), "severity": 4, "tags": [1],
        "source": .text(CommandContext.calledAs),
        "message": .text("no spec \($0.kind == .fixture ? "uses" : "covers") '\($0.name)'"),
      ]
    }
  }

  /// The address of the page about a code, which is written when an editor first asks for it.
  private func page(of code: DiagnosticCode) -> String? {
    guard capabilities["textDocument"]?["publishDiagnostics"]?["codeDescriptionSupport"] == true
    else { return nil }
    // An editor that cannot have the page can have the finding.
    let path = try? session.known("\(code.id).txt") {
      try FileDraft.write(Array(Explained(codes: [code]).text(.plain).utf8), to: $0)
    }
    return path.map(fileAddress)
  }

  /// A finding as an editor shows it.
  private func json(_ finding: Diagnostic, for document: TextDocument) -> JSONTree {
    let place = finding.place ?? Place(file: document.path, line: 1, column: 1)
    let main = finding.labels.first { $0.place == finding.place }?.text ?? ""
    let related = finding.labels.filter { $0.place != finding.place && !$0.text.isEmpty }
    let isLint = LintCodes.all.contains(finding.code)
    // As the protocol counts: 1 is an error, 2 a warning, 3 information.
    let level: JSONTree = isLint ? 3 : finding.severity == .error ? 1 : 2
    var message = visible(finding.message)
    if !main.isEmpty { message += ": " + visible(main) }
    for note in finding.notes {
      message += "\n" + note.split(separator: "\n").map { visible($0) }.joined(separator: "\n")
    }
    var shown: JSONTree = [
      "range": range(of: place, for: document), "severity": level,
      "code": .text(finding.code.id), "source": .text(CommandContext.calledAs),
      "message": .text(message),
    ]
    if let page = page(of: finding.code) {
      shown = shown + ["codeDescription": ["href": .text(page)]]
    }
    if !related.isEmpty {
      let list = related.map { label -> JSONTree in
        [
          "location": [
            "uri": .text(address(of: label.place.file, for: document)),
            "range": range(of: label.place, for: document),
          ],
          "message": .text(visible(label.text)),
        ]
      }
      shown = shown + ["relatedInformation": .list(list)]
    }
    return shown
  }

  /// The part of a line that a finding in `document` names.
  private func range(of place: Place, for document: TextDocument) -> JSONTree {
    let lines =
      documents[address(of: place.file, for: document)]?.lines
      ?? TextLines(within(document.folder) { reader.files[place.file] } ?? [], encoding)
    return lines.range(of: place)
  }
}
