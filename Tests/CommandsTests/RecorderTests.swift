import CommandTesting
import Foundation
import Testing

/// The recorders of the guide, which know nothing of this project, against the verbs.
struct RecorderTests {
  private let folder = TemporaryFolder()
  private static let traces = ["mobilepush/login", "mobile_engage/first-start"]

  @Test(arguments: traces)
  func `what the recorder in Swift writes is judged by every verb`(name: String) async throws {
    let path = folder.path("swift.trace.jsonl")
    try Data().write(to: URL(filePath: path))
    let lines = try Project.text("/Traces/\(name).trace.jsonl").split(separator: "\n").map {
      try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let header = try #require(lines.first)
    let records = lines.filter { $0["event"] != nil || $0["effect"] != nil }
    var instants = (records.prefix(1) + records).compactMap { $0["at"] as? Int64 }
    let recorder = try Recorder(
      try FileHandle(forWritingTo: URL(filePath: path)),
      sdk: try #require(header["sdk"] as? String), origin: "app 4.2"
    ) {
      instants.removeFirst()
    }
    var numbers: [Int: Int] = [:]
    for record in records {
      let cause = (record["cause"] as? Int).flatMap { numbers[$0] }
      let data = record["data"] as? [String: Any] ?? [:]
      let seq = try #require(record["seq"] as? Int)
      if let name = record["event"] as? String {
        numbers[seq] = try recorder.event(name, data, cause: cause)
      } else if let name = record["effect"] as? String {
        numbers[seq] = try recorder.effect(name, data, cause: cause ?? 0)
      }
    }
    try await judge(path)
  }

  @Test(arguments: traces)
  func `what the recorder in Python writes is judged by every verb`(name: String) async throws {
    let path = folder.path("python.trace.jsonl")
    try CommandProcess(
      shell: """
        python3 -B Tests/CommandsTests/Recorders/record_again.py \
          Traces/\(name).trace.jsonl \(path)
        """
    ).exits(0)
    try await judge(path)
  }

  @Test(arguments: ["recorder.py", "Recorder.swift"])
  func `a recorder fits on a page`(name: String) throws {
    let lines = try Project.text("/Tests/CommandsTests/Recorders/\(name)").split(separator: "\n")
      .filter { !$0.trimmingPrefix { $0 == " " }.hasPrefix("//") }
    #expect(lines.count <= 30, "\(lines.count)")
  }

  private func judge(_ path: String) async throws {
    try await CommandRun("replay \(path)").exits(0)
    try await CommandRun("conform \(path)").exits(0)
    // An app does not know that it ends: the end line is added when the file is collected.
    let verify = try await CommandRun("verify \(path)")
    #expect(verify.output.matches(of: /warning\[(T\d+)\]/).map(\.1) == ["T403"])
    let sealed = folder.path("sealed.trace.jsonl")
    try await CommandRun("verify --seal \(path) --output \(sealed)").exits(0)
    try await CommandRun("verify \(sealed)").exits(0)
    try await CommandRun("why \(sealed) 3").exits(0)
  }
}
