import Foundation
import JSON
import Protocols

/// Measures the answers of `pushtrace lsp`: on every spec below `FOLDER`, and on one of a thousand
/// lines, on which keys are typed `COUNT` times.
func languageServerBenchmark(_ arguments: [String]) throws {
  guard arguments.count == 2, let count = Int(arguments[1]), count > 0 else {
    throw WrongUsage(part: "lsp FOLDER COUNT")
  }
  let use = try LanguageServerUse(in: URL(filePath: arguments[0]))
  let names = FileManager.default.enumerator(atPath: arguments[0])?.compactMap { $0 as? String }
  var opened: [Double] = []
  for name in (names ?? []).sorted() where name.hasSuffix(".spec.yaml") {
    let path = "\(arguments[0])/\(name)"
    opened.append(
      try use.open(path, String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)))
  }
  show("open a spec of the folder, to findings", opened)
  try use.type(count)
}

private func show(_ what: String, _ seconds: [Double]) {
  let sorted = seconds.sorted()
  guard let slowest = sorted.last else { return }
  let times = [sorted[sorted.count / 2], slowest].map { String(format: "%.1f ms", $0 * 1000) }
  print("\(what): median \(times[0]), slowest \(times[1]) of \(sorted.count)")
}

/// An editor with one language server.
final class LanguageServerUse {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var frames = MessageFrames()
  private var requests = 0

  /// Starts the command that stands beside this program.
  init(in folder: URL) throws {
    process.executableURL = URL(filePath: Programs.pushtrace)
    process.arguments = ["lsp"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    _ = try request(
      "initialize",
      [
        "capabilities": ["general": ["positionEncodings": ["utf-8"]]],
        "rootUri": .text(folder.absoluteString),
      ])
  }

  deinit { process.terminate() }

  /// Opens a file, and gives the seconds until its findings are there.
  func open(_ path: String, _ text: String) throws -> Double {
    let uri = URL(filePath: path).absoluteString
    return try time {
      send(
        .notification(
          method: "textDocument/didOpen",
          parameters: [
            "textDocument": [
              "uri": .text(uri), "languageId": "yaml", "version": 1, "text": .text(text),
            ]
          ]))
      try waitForFindings()
    }
  }

  /// Types wrong keys and right ones into a spec of a thousand lines, and asks about words of it.
  func type(_ count: Int) throws {
    let lines = String(decoding: SmallScenarios.file(0, count: 75), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).prefix(1000)
    let path = "/tmp/typed.spec.yaml"
    let opened = try open(path, lines.joined(separator: "\n"))
    show("open a spec of \(lines.count) lines, to findings", [opened])
    let file: JSONTree = ["uri": .text(URL(filePath: path).absoluteString)]
    let line = lines.firstIndex { $0.contains("event: attribute_set") } ?? 0
    func place(_ character: Int) -> JSONTree {
      ["line": .number(String(line)), "character": .number(String(character))]
    }
    let keys = try (0..<count).map { number in
      let old = number % 2 == 0 ? 5 : 4
      return try time {
        send(
          .notification(
            method: "textDocument/didChange",
            parameters: [
              "textDocument": file,
              "contentChanges": [
                [
                  "range": ["start": place(8), "end": place(8 + old)],
                  "text": old == 5 ? "evnt" : "event",
                ]
              ],
            ]))
        try waitForFindings()
      }
    }
    show("key to findings", keys)
    for method in ["completion", "hover", "semanticTokens/full", "documentSymbol"] {
      let times = try (0..<count).map { _ in
        try time {
          _ = try request(
            "textDocument/\(method)", ["textDocument": file, "position": place(16)])
        }
      }
      show(method, times)
    }
  }

  private func time(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .seconds(1)
  }

  private func send(_ message: RPCMessage) {
    input.fileHandleForWriting.write(Data(message.frame))
  }

  private func request(_ method: String, _ parameters: JSONTree) throws -> JSONTree {
    requests += 1
    let id = JSONTree.number(String(requests))
    send(.request(id: id, method: method, parameters: parameters))
    while true {
      if case .response(id, let result) = try next() { return result }
    }
  }

  private func waitForFindings() throws {
    while true {
      if case .notification("textDocument/publishDiagnostics", _) = try next() { return }
    }
  }

  private func next() throws -> RPCMessage {
    while true {
      if let body = try frames.next() { return try RPCMessage(body) }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else {
        throw ProcessFailed(command: ["pushtrace", "lsp"], reason: "it ended")
      }
      frames.append(bytes)
    }
  }
}
