import CommandTesting
import Foundation
import Testing

/// What a run reads, and that no verb writes over it.
struct RunFilesTests {
  private let folder = TemporaryFolder()

  /// A verb as the command itself describes it.
  private struct Verb: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }

      var kind: String
      var preferredName: Name?
      var allValues: [String]?
    }

    var commandName: String
    var arguments: [Argument]?

    /// The options that take any value.
    var options: [String] {
      (arguments ?? []).filter { $0.kind == "option" && $0.allValues == nil }
        .compactMap(\.preferredName).filter { $0.kind == "long" }.map(\.name).sorted()
    }
  }

  private struct Help: Decodable {
    struct Root: Decodable { var subcommands: [Verb] }

    var command: Root
  }

  private static func verbs() async throws -> [Verb] {
    let dump = try await CommandRun("--experimental-dump-help").output
    return try JSONDecoder().decode(Help.self, from: Data(dump.utf8)).command.subcommands
      .filter { $0.commandName != "help" }
  }

  /// Command lines for each verb; a word that is one of the `inputs` is a file.
  private static let lines: [String: [String]] = [
    "check": ["check a.spec.yaml", "check r.spec.yaml"],
    "show": ["show a.trace.jsonl", "show a.trace.jsonl --engine engine --html page.html"],
    "why": ["why a.trace.jsonl 3"],
    "why-not": ["why-not a.trace.jsonl send_registration"],
    "triage": ["triage a.trace.jsonl"],
    "replay": [
      "replay a.trace.jsonl --accept accept.yaml", "replay a.trace.jsonl --snapshots 4",
    ],
    "conform": ["conform a.trace.jsonl --rules a.rules.yaml"],
    "verify": [
      "verify a.trace.jsonl --seal", "verify damaged.trace.jsonl --repair", "verify log --seal",
    ],
    "diff": ["diff a.trace.jsonl damaged.trace.jsonl"],
    "bisect": ["bisect a.trace.jsonl --rules a.rules.yaml --rule REG-11"],
    "minimize": [
      "minimize drift.trace.jsonl", "minimize a.trace.jsonl --state contact_key=present",
    ],
    "spec": ["spec a.trace.jsonl"],
    "redact": ["redact a.trace.jsonl --key key"],
    "import": ["import app.log --from lines --map map.yaml"],
    "export": [
      "export a.trace.jsonl --to cloudevents", "export a.trace.jsonl --to trace",
      "export log --to trace",
    ],
    "explore": ["explore --sdk mobilepush --depth 2"],
    "simulate": ["simulate --sdk mobilepush --runs 1 --for 1h --seed 1 --rules a.rules.yaml"],
    "coverage": ["coverage a.spec.yaml"],
    "gallery": [
      "gallery second-app-start", "gallery second-app-start -- check a.spec.yaml",
    ],
    "lint": ["lint a.spec.yaml"],
    "new": ["new new.spec.yaml --sdk mobilepush"],
    "vocabulary": ["vocabulary mobilepush"],
    "schema": ["schema spec"],
    "explain": ["explain T450"],
    "completion": ["completion bash"], "lsp": [], "mcp": [], "dap": [],
  ]

  private func makeInputs() async throws {
    let trace = try Project.text("/Traces/mobilepush/login.trace.jsonl")
    try folder.write(trace, to: "a.trace.jsonl")
    var lines = trace.split(separator: "\n")
    lines.remove(at: 9)
    lines.insert("not a record", at: 5)
    try folder.write(lines, "damaged")
    try folder.write(
      trace.replacing(#""reason":"first""#, with: #""reason":"retry""#), to: "drift.trace.jsonl")
    try folder.write(String(repeating: "k", count: 32), to: "key")
    try folder.write(try Project.text("/Specs/mobilepush/documents.rules.yaml"), to: "a.rules.yaml")
    try folder.write(CheckOutputsTests.failing, to: "a.spec.yaml")
    try folder.writeSpec(
      """
        - { name: A recording passes, id: R, trace: { file: a.trace.jsonl } }

      """, to: "r.spec.yaml")
    try folder.write("format: 1\naccept: []\n", to: "accept.yaml")
    try folder.write(
      """
      format: 1
      sdk: mobilepush
      time: ts
      time_unit: seconds
      name: kind
      records: [{ from: optin, event: push_permission_changed, values: { opted_in: true } }]

      """, to: "map.yaml")
    try folder.write(#"{"ts":1767603600,"kind":"optin"}"# + "\n", to: "app.log")
    try folder.write("engine", to: "engine")
    try await CommandRun("export --to log a.trace.jsonl --output log", in: folder.url).exits(0)
  }

  /// Every file below the folder.
  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
      contents[name] = try? Data(contentsOf: URL(filePath: folder.path(name)))
    }
    return contents
  }

  /// The files that a command line reads.
  private func inputs(of line: String) throws -> [String] {
    let files = line.split(separator: " ").map(String.init).filter { word in
      FileManager.default.fileExists(atPath: folder.path(word))
    }
    let more = files.flatMap { file in
      switch file {
      case "log": ["log/0000000001.segment"]
      case "r.spec.yaml": [file, "a.trace.jsonl"]
      case _: [file]
      }
    }
    return more.contains("log/0000000001.segment") ? more.filter { $0 != "log" } : more
  }

  @Test func `no verb writes over a file that it reads, by whatever path`() async throws {
    try await makeInputs()
    let before = try contents()
    var outputs: Set<String> = []
    for verb in try await Self.verbs() {
      let lines = try #require(Self.lines[verb.commandName], "no line for \(verb.commandName)")
      for line in lines {
        let words = line.split(separator: " ").map(String.init)
        for option in verb.options where !words.contains("--\(option)") || option == "html" {
          for form in option == "report" ? ["junit=", "json="] : [""] {
            let places = try await written(words, "--\(option)", form)
            guard !places.isEmpty else { continue }
            outputs.insert("\(verb.commandName) --\(option)")
            for input in try inputs(of: line) {
              for path in ["new", "link", "hard", "up"] {
                try await expectRefusal(words, "--\(option)", form, places, over: input, by: path)
              }
              #expect(try contents() == before, "\(line) --\(option) \(input)")
            }
          }
        }
      }
    }
    for output in [
      "check --report", "check --save-traces", "export --output", "import --output",
      "minimize --output", "redact --output", "replay --output", "show --html", "spec --output",
      "verify --output", "simulate --save",
    ] {
      #expect(outputs.contains(output), "\(output) writes nothing: \(outputs.sorted())")
    }
  }

  /// The files that a command line writes where an option names a place that is not there yet: its
  /// own, as an empty name, and those below it.
  private func written(_ words: [String], _ option: String, _ form: String) async throws -> [String]
  {
    let fresh = TemporaryFolder()
    let place = fresh.path("place")
    _ = try await CommandRun(Self.replacing(words, option, form + place), in: folder.url)
    return try FileManager.default.subpathsOfDirectory(atPath: fresh.url.path)
      .filter { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: fresh.path(name), isDirectory: &isFolder)
        return !isFolder.boolValue && !name.contains(".segment") && !name.hasSuffix("/lock")
      }
      .map { String($0.dropFirst("place".count)) }
  }

  private static func replacing(_ words: [String], _ option: String, _ value: String) -> [String] {
    guard let index = words.firstIndex(of: option) else { return words + [option, value] }
    var words = words
    words[index + 1] = value
    return words
  }

  private func expectRefusal(
    _ words: [String], _ option: String, _ form: String, _ places: [String], over input: String,
    by path: String
  ) async throws {
    let own = folder.path(input)
    let place = places.contains("") ? "" : places[0]
    let target: String
    switch path {
    case "new" where place.isEmpty: target = own
    case "up" where place.isEmpty:
      target = "\(folder.url.path)/../\(folder.url.lastPathComponent)/\(input)"
    case "new", "up": return
    case _:
      let other = TemporaryFolder()
      let link = other.path("place" + place)
      try FileManager.default.createDirectory(
        at: URL(filePath: link).deletingLastPathComponent(), withIntermediateDirectories: true)
      if path == "hard" {
        try FileManager.default.linkItem(atPath: own, toPath: link)
      } else {
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: own)
      }
      try await CommandRun(
        Self.replacing(words, option, form + other.path("place")), in: folder.url
      ).exits(64).printsError("is an input of this run")
      return
    }
    try await CommandRun(Self.replacing(words, option, form + target), in: folder.url)
      .exits(64).printsError("is an input of this run")
  }

  @Test(arguments: [
    "redact /dev/stdin --output /dev/stdin < a", "redact - --output a < a",
    "redact a --output /proc/self/fd/3 3< a", "redact - --output /proc/self/fd/0 < a",
    "redact /dev/fd/3 --output a 3< a", "redact a 1<> a", "verify --seal a >> a",
    "redact a --output /dev/fd/4 4<> a", "replay a 2>> a --format json > /dev/null; exit 64",
  ])
  func `an open file is known by what it is`(line: String) async throws {
    let path = try folder.write(try Project.text("/Traces/mobilepush/login.trace.jsonl"), to: "a")
    let line = line.replacing(/\ba\b/) { _ in "'\(path)'" }
    try CommandProcess(shell: "pushtrace \(line)").exits(64)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == Project.text("/Traces/mobilepush/login.trace.jsonl"))
  }

  @Test func `a new file is not put into the folder of a log that is read`() async throws {
    try await makeInputs()
    for (to, name) in [("trace", "0000000009.segment"), ("log", "inner")] {
      try await CommandRun("export --to \(to) log --output log/\(name)", in: folder.url).exits(64)
      #expect(!FileManager.default.fileExists(atPath: folder.path("log/\(name)")))
    }
  }

  @Test
  func `devices are written to though they are read, and a verb rewrites what it is asked to`()
    async throws
  {
    try await makeInputs()
    try CommandProcess(
      shell: "pushtrace redact --key key a.trace.jsonl --output /dev/null < /dev/null"
        .replacing("key a.trace", with: "\(folder.path("key")) \(folder.path("a.trace"))")
    ).exits(0)
    try await CommandRun("replay --rerecord drift.trace.jsonl", in: folder.url).exits(0)
    try await CommandRun("replay drift.trace.jsonl", in: folder.url).exits(0)
  }
}
