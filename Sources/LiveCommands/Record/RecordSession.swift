import Dispatch
import EventSourcing
import JSON
import Live
import Files
import NIOConcurrencyHelpers
import NIOCore
import Protocols
import Traces

/// A request to `record`.
struct RecordRequest: Sendable {
  var log: String
  var device: String
  /// The limits of the log; `nil` for the defaults.
  var options: LogOptions?
  var transport: any Transport
  /// The source of commands; `nil` for standard input.
  var socket: CommandSocket?
}

/// The most bytes of a command.
private let longestCommand = 1 << 20

/// One run of a host that gets its commands as lines of JSON.
struct RecordSession<S: LiveSystem>: Sendable {
  private let host: LiveHost<S, FolderStore>
  private let outputs: LineOutputs
  private let device: String
  /// The reason why a command was refused because of the log; `nil` where none was.
  private let unwritten = NIOLockedValueBox<LogStoreError?>(nil)

  init(_ request: RecordRequest, output: LineOutput) async throws {
    var setup = HostSetup<S>(device: request.device)
    request.options?.apply(to: &setup)
    let outputs = LineOutputs(output)
    host = try LiveHost(
      setup, store: FolderStore(writing: request.log), clock: SystemClock(),
      transport: request.transport, identity: drawLogIdentity
    ) { RecordSession.report($0, to: outputs) }
    self.outputs = outputs
    device = request.device
    RecordSession.report(host.recovery, log: request.log, to: output)
    await host.start()
  }

  /// Handles the commands that have come whole; `open` has those that are not answered yet.
  private func takeAll(
    _ lines: inout MessageLines, answer: any LineWriter, _ open: DispatchGroup
  ) async {
    while true {
      do throws(LineTooLong) {
        guard let line = try lines.next() else { return }
        await take(line, number: lines.number, answer: answer, open)
      } catch {
        RecordSession.refuse(
          CommandRefusal("a command has at most \(error.limit) bytes"), line: lines.number,
          to: answer)
      }
    }
  }

  /// Handles a command and answers it once its event is durable.
  private func take(
    _ line: [UInt8], number: Int64, answer: any LineWriter, _ open: DispatchGroup
  ) async {
    let command: HostCommand<S.Machine.Event>
    do throws(CommandRefusal) {
      command = try line.withUnsafeBufferPointer { bytes throws(CommandRefusal) in
        try HostCommand(bytes, refusal: S.refusal)
      }
    } catch {
      return RecordSession.refuse(error, line: number, to: answer)
    }
    if let party = command.party, party != device {
      return RecordSession.refuse(
        CommandRefusal(
          "'on' names '\(party)', and this host records '\(device)'",
          id: command.id), line: number, to: answer)
    }
    open.enter()
    await host.submit(command.event, to: device) { result in
      defer { open.leave() }
      switch result {
      case .success(let records):
        answer.write { json in
          json.member("acknowledged", records.first?.seq ?? 0)
          RecordSession.repeatID(command.id, in: &json)
        }
      case .failure(let error):
        if case .notDurable(let reason) = error { unwritten.withLockedValue { $0 = reason } }
        if case .undecided(let reason) = error { unwritten.withLockedValue { $0 = reason } }
        RecordSession.refuse(
          CommandRefusal(error.message, id: command.id), line: number, to: answer)
      }
    }
  }

  static func run(_ request: RecordRequest, output: LineOutput) async throws {
    let session: RecordSession
    do {
      session = try await RecordSession(request, output: output)
    } catch {
      throw RecordFailure(error, log: request.log)
    }
    if let socket = request.socket {
      do {
        try await socket.listen(opened: { address in
          output.write { $0.member("socket", address) }
        }) { connection, answers in
          await session.serve(connection, answers)
        }
      } catch {
        throw RecordFailure(error, socket: socket)
      }
    } else {
      let open = DispatchGroup()
      var lines = MessageLines(limit: longestCommand)
      for await bytes in readBytes(of: 0) {
        await output.room()
        lines.append(bytes)
        await session.takeAll(&lines, answer: output, open)
      }
      // What comes without a line end is a command as well.
      lines.append([0x0A])
      await session.takeAll(&lines, answer: output, open)
    }
    if let error = await session.finish() { throw RecordFailure(unwritten: error, request.log) }
  }

  /// Handles the commands of a connection, which gets its own answers and all effects, until it
  /// ends or sends something that is not a command.
  private func serve(
    _ connection: CommandSocket.ConnectionBytes, _ answers: any LineWriter
  ) async {
    outputs.add(answers)
    defer { outputs.remove(answers) }
    let open = DispatchGroup()
    var lines = MessageLines(limit: longestCommand)
    var hasBegun = false
    do {
      for try await buffer in connection {
        let bytes = Array(buffer.readableBytesView)[...]
        if !hasBegun, let first = bytes.first(where: { ![0x20, 0x0A, 0x0D].contains($0) }) {
          hasBegun = true
          // A page in a browser can send requests to any port of its machine.
          guard first == UInt8(ascii: "{") else {
            answers.write { $0.member("error", "this socket takes commands as lines of JSON") }
            return
          }
        }
        lines.append(bytes)
        await takeAll(&lines, answer: answers, open)
      }
      lines.append([0x0A])
      await takeAll(&lines, answer: answers, open)
    } catch {
      // Only complete lines count when a connection breaks.
    }
    await withCheckedContinuation { continuation in
      open.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Waits for the answers to open requests, and closes the host.
  ///
  /// - Returns: Why not everything that happened is in the log; `nil` if it is.
  func finish() async -> LogStoreError? {
    await host.answersArrived()
    let last = await host.close()
    return last ?? unwritten.withLockedValue { $0 }
  }

  // MARK: - What is written

  private static func report(_ news: HostNews<S.Machine.Effect>, to output: LineOutputs) {
    switch news {
    case .effect(let record):
      switch record.effect.name.role {
      case .timer, .internal: return
      case .request, .toApp: break
      }
      output.offer { json in
        json.member("seq", record.seq)
        json.member("at", record.at.milliseconds)
        json.member("effect", record.effect.name.description)
        json.member("cause", record.cause)
        json.member(
          "data", json: String(decoding: canonicalJSON(ofData: record.effect), as: UTF8.self))
      }
    case .notDurable(let error): report("not_durable", error.message, to: output)
    case .noSnapshot(let error): report("no_snapshot", error.message, to: output)
    case .tooLarge(let bytes): report("stopped", HostError.tooLarge(bytes).message, to: output)
    case .durableAgain: report("durable", to: output)
    }
  }

  private static func report(_ state: String, _ reason: String? = nil, to output: LineOutputs) {
    output.offer { json in
      json.member("log", state)
      if let reason { json.member("reason", reason) }
    }
  }

  private static func report(_ recovery: HostRecovery, log: String, to output: LineOutput) {
    output.write { json in
      json.member("log", "open")
      json.member("folder", log)
      json.member("records", recovery.records)
      json.member("lost_answers", Int64(recovery.openRequests))
      if let snapshot = recovery.snapshot { json.member("snapshot", snapshot) }
      if !recovery.ignoredSnapshots.isEmpty {
        json.list("ignored_snapshots") { list in
          for reason in recovery.ignoredSnapshots { list.element(reason) }
        }
      }
      if let tail = recovery.tail { json.member("torn_bytes", Int64(tail.bytes)) }
      if !recovery.gaps.isEmpty {
        json.list("gaps") { list in
          for gap in recovery.gaps { list.element(gap.message) }
        }
      }
      if let first = recovery.firstDiffering {
        json.member("differing_effects", Int64(recovery.differing))
        json.member("first_differing", first)
      }
    }
  }

  private static func refuse(
    _ refusal: CommandRefusal, line: Int64, to output: any LineWriter
  ) {
    output.write { json in
      json.member("error", refusal.message)
      json.member("line", line)
      if refusal.column > 0 { json.member("column", Int64(refusal.column)) }
      repeatID(refusal.id, in: &json)
    }
  }

  private static func repeatID(_ id: JSONTree?, in json: inout JSONOutput) {
    if let id { json.member("id", json: String(decoding: id.bytes, as: UTF8.self)) }
  }
}
