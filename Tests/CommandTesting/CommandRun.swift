import CPageEngine
import Commands
import Foundation
import RegisteredSystems
@_exported import TestFiles
import Testing

/// One run of the command in this process, with streams, variables and a folder of its own.
///
/// Where the process itself is the subject (signals, shells, terminals, pipes), it is a
/// `CommandProcess`.
package struct CommandRun: RunResult {
  package let line: String
  package let status: Int32
  package let output: String
  package let errors: String

  /// Runs `pushtrace` with the words of a line in `folder`, by default the project's own; `input`
  /// is what stands on standard input.
  package init(
    _ line: CommandWords, in folder: URL = Project.root, environment: [String: String] = [:],
    input: String = ""
  ) async throws {
    try await self.init(line.words, in: folder, environment: environment, input: input)
  }

  /// Runs `pushtrace` with `arguments`, of which some have blanks or are made elsewhere.
  package init(
    _ arguments: [String], in folder: URL = Project.root, environment: [String: String] = [:],
    input: String = ""
  ) async throws {
    line = "pushtrace \(arguments.joined(separator: " "))"
    (status, output, errors) = try await Turns.all.take {
      let streams = try [input, "", ""].map { try TemporaryFile($0) }
      var own = ExecutionEnvironment()
      own.folder = folder.path
      // No test depends on the colours that the machine asks for.
      own.variables = ProcessInfo.processInfo.environment
        .merging(["NO_COLOR": "", "FORCE_COLOR": "", "CLICOLOR_FORCE": ""]) { $1 }
        .merging(environment) { $1 }
      (own.input, own.output, own.errors) = (
        streams[0].descriptor, streams[1].descriptor, streams[2].descriptor
      )
      own.program = Project.command.path
      let status = await Pushtrace.run(
        systems: [.mobilePush, .mobileEngage],
        engine: Array(UnsafeBufferPointer(start: page_engine_bytes(), count: page_engine_count())),
        arguments: arguments, in: own)
      return (status, try streams[1].contents(), try streams[2].contents())
    }
  }

  /// The document that it wrote with `--format json`.
  package var document: [String: Any] {
    get throws {
      try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
  }

  /// The objects of a list of that document.
  package func list(_ name: String) throws -> [[String: Any]] {
    try #require(document[name] as? [[String: Any]])
  }

  /// The line of a shell that repeats the counterexample that was printed first.
  package var repetition: String {
    get throws {
      String(try #require(output.firstMatch(of: /repeat: (pushtrace .*--reproduce .*)/)?.1))
    }
  }
}

/// Lets one command a core run at a time: all tests begin at once, and each run has open files.
private actor Turns {
  static let all = Turns()
  private var free = ProcessInfo.processInfo.activeProcessorCount
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated func take<Result: Sendable>(
    _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    await begin()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    await end()
    return try result.get()
  }

  private func begin() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func end() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
