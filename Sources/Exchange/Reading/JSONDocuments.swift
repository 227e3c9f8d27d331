import JSON

/// The JSON values of a file: one a line, over several lines, or the elements of one list.
struct JSONDocuments {
  private(set) var values: [(place: ForeignPlace, tree: JSONTree)] = []
  /// The lines that are no JSON that can be read.
  private(set) var others: [(place: ForeignPlace, problem: ForeignProblem)] = []
  private(set) var blank = 0

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { read($0) }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var line = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var next = end
      if bytes[start..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
        blank += 1
      } else {
        var found: [(place: ForeignPlace, tree: JSONTree)] = []
        do throws(JSONError) {
          next = try readValue(bytes, from: start, line: line, into: &found)
          values += found
        } catch {
          others.append(problem(error, bytes, from: start, line: line))
          let isCutList =
            bytes[start] == UInt8(ascii: "[") && !found.isEmpty
            && found.allSatisfy { !$0.tree.members.isEmpty }
          // Of a list that was cut or damaged, the objects before that are whole.
          if isCutList { values += found }
          // Of what is too deep, each line up to there begins a value that is.
          if isCutList || error.problem == .tooDeep {
            next = resumption(after: error.start, bytes, from: start)
          }
        }
      }
      line += bytes[start..<next].count { $0 == 0x0A } + 1
      start = next + 1
    }
  }

  /// Finds the line end from which reading goes on after an error: before the line that begins with
  /// it, or behind the one that has it further on.
  private func resumption(
    after failed: Int, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    let failed = min(failed, bytes.count)
    let before = bytes[start..<failed].lastIndex { $0 != 0x20 && $0 != 0x09 }
    if failed < bytes.count, let before, bytes[before] == 0x0A { return before }
    return bytes[failed...].firstIndex(of: 0x0A) ?? bytes.count
  }

  /// Reads the value that begins at `start` and that nothing follows on its last line.
  ///
  /// - Returns: The end of that line.
  private mutating func readValue(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, line: Int,
    into found: inout [(place: ForeignPlace, tree: JSONTree)]
  ) throws(JSONError) -> Int {
    var scanner = JSONScanner(bytes, from: start)
    scanner.skipSpace()
    if scanner.take(UInt8(ascii: "[")) {
      var counted = start
      var current = line
      scanner.skipSpace()
      if !scanner.take(UInt8(ascii: "]")) {
        repeat {
          scanner.skipSpace()
          current += bytes[counted..<scanner.position].count { $0 == 0x0A }
          counted = scanner.position
          let place = ForeignPlace(line: current, offset: counted)
          found.append((place, try scanner.tree()))
        } while try scanner.another(before: UInt8(ascii: "]"))
      }
    } else {
      let place = ForeignPlace(line: line, offset: scanner.position)
      found.append((place, try scanner.tree()))
    }
    let end = bytes[scanner.position...].firstIndex(of: 0x0A) ?? bytes.count
    let rest = bytes[scanner.position..<end]
    guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else {
      throw JSONError(.expected("the end of the line"), at: scanner.position)
    }
    return end
  }

  /// The reason why a line is no value: of one that begins as a value, with the place in it.
  private func problem(
    _ error: JSONError, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, line: Int
  ) -> (ForeignPlace, ForeignProblem) {
    var scanner = JSONScanner(bytes, from: start)
    scanner.skipSpace()
    guard scanner.next == UInt8(ascii: "{") || scanner.next == UInt8(ascii: "[") else {
      return (ForeignPlace(line: line), ForeignProblem(.passedOver, "no JSON"))
    }
    let message = error.problem.message
    let reason =
      switch error.problem {
      case .tooDeep, .duplicate: message
      default: "no JSON: \(message)"
      }
    var problem = ForeignProblem(.passedOver, reason)
    problem.isInText = true
    return (ForeignPlace(line: line, offset: error.start), problem)
  }
}
