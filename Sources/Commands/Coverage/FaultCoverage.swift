import Diagnostics
import EventSourcing
import JSON
import Reports
import Traces

/// Seeded faults by the requirement, clause or property that they should break.
struct FaultCoverage {
  /// A requirement, clause or property, and the faults that should break it.
  struct Line {
    var id: String
    /// The scenarios that name it in `covers` and pass; nil where nothing can name it so.
    var own: [String]?
    var faults: [SeededFault] = []

    /// The faults that something could show.
    var total: Int { faults.count { $0.isCaught || $0.survives } }
    var caught: Int { faults.count { $0.isCaught } }

    /// The scenarios of its own that catch one of its faults.
    var noticing: [String] {
      let failing = Set(faults.flatMap(\.specs))
      return own?.filter(failing.contains) ?? []
    }
  }

  private let matrix: FaultMatrix
  private(set) var lines: [Line] = []

  /// Orders the faults by the statements of the catalogues, then by what else they name.
  init(_ matrix: FaultMatrix, _ coverage: Coverage) {
    self.matrix = matrix
    var lines = KeyedList<String, Line>()
    for line in coverage.lines { lines[line.id, default: Line(id: line.id)].own = line.passing }
    for fault in matrix.faults {
      for id in fault.breaks { lines[id, default: Line(id: id)].faults.append(fault) }
    }
    self.lines = lines.values
  }

  /// The requirements and clauses, without what is no statement of a catalogue.
  private var statements: [Line] { lines.filter { $0.own != nil } }

  /// The statements about which no fault is expected to show anything.
  private var untried: [Line] { statements.filter { $0.total == 0 } }

  /// The statements that have faults, none of which their own scenarios catch.
  var unnoticed: [Line] {
    statements.filter { $0.total > 0 && $0.noticing.isEmpty }
  }

  /// Whether every fault is caught, and each statement that has faults notices one by itself.
  var isComplete: Bool { survivors.isEmpty && unnoticed.isEmpty }

  var survivors: [SeededFault] { matrix.faults.filter(\.survives) }

  private var equivalent: [SeededFault] {
    matrix.faults.filter { $0.equivalent != nil && !$0.isCaught }
  }

  /// The scenarios that fail with no fault.
  private var idleSpecs: [String] { idle(matrix.detectors.specs, \.specs) }

  private var idleProperties: [String] { idle(matrix.detectors.properties, \.properties) }

  private func idle(_ all: [String], _ catches: KeyPath<SeededFault, [String]>) -> [String] {
    let busy = Set(matrix.faults.flatMap { $0[keyPath: catches] })
    return all.filter { !busy.contains($0) }
  }

  var text: String {
    var table = TextTable([.left, .right, .left, .left])
    for line in lines {
      let all = Set(line.faults.flatMap { $0.specs + $0.properties + $0.tests }).count
      let own = line.noticing.isEmpty ? "" : "its own: \(abridged(line.noticing))"
      table.add([line.id, "\(line.caught) of \(line.total)", all == 0 ? "" : "by \(all)", own])
    }
    var text = table.lines()
    let all = matrix.faults.count
    text += [
      "",
      "\(all - survivors.count - equivalent.count) of \(counted(all, "seeded fault")) caught, "
        + "\(equivalent.count) equivalent, \(survivors.count) survived",
      "\(statements.count - untried.count) of \(counted(statements.count, "requirement")) tried by "
        + "a fault, \(statements.count - untried.count - unnoticed.count) of them noticed by a "
        + "scenario that covers them",
    ]
    text += unnoticed.map { line in
      "its own scenarios catch none of its faults: \(line.id) "
        + "(\(line.faults.map(\.id).joined(separator: ", ")))"
    }
    text += survivors.map { fault in
      "survived: \(fault.id)  \(fault.means) (\(fault.breaks.joined(separator: ", ")))"
    }
    text += untried.map { "tried by no fault: \($0.id)" }
    text += idleSpecs.map { "catches nothing: spec \($0)" }
    text += idleProperties.map { "catches nothing: property \($0)" }
    return text.map { visible($0) + "\n" }.joined()
  }
}

extension FaultCoverage: ReportedRecord {
  static let reported = ReportMembers<FaultCoverage> { it in
    it("total", \.matrix.faults.count, "The number of faults seeded.")
    it.list("by_requirement", \.lines, "By what they should break.") { line in
      line("id", \.id, "The requirement, clause or property.")
      line("caught", \.caught)
      line("total", \.total)
      line("faults", { $0.faults.map(\.id) })
      line(
        "noticed_by", { line in line.own.map { _ in line.noticing } },
        "Its own scenarios that catch one.")
    }
    it("untried", { $0.untried.map(\.id) }, "The statements that no fault tries.")
    it("unnoticed", { $0.unnoticed.map(\.id) }, "The statements whose own scenarios catch none.")
    it.list("survived", \.survivors, "The faults that nothing catches.", SeededFault.describe)
    it.list("equivalent", \.equivalent, "The faults that nothing can show.", SeededFault.describe)
    it("idle_specs", \.idleSpecs, "The scenarios that catch nothing.")
    it("idle_properties", \.idleProperties, "The properties that catch nothing.")
  }
}

/// The specs, rules, properties and tests that catch each seeded fault, as `.ci/mutants` writes
/// them.
struct FaultMatrix {
  /// The checks that could have caught something.
  let detectors: Detectors
  /// The faults, in the order of the lists.
  let faults: [SeededFault]

  /// The first line.
  struct Detectors: Record {
    var matrix: Int64 = 1
    /// The ids of the scenarios that ran, rows taken together; those that must fail are left out.
    var specs: [String] = []
    var properties: [String] = []

    static var sample: Detectors { Detectors() }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Detectors {
      Detectors(
        matrix: try visitor("matrix", matrix, "The version of this format."),
        specs: try visitor("specs", specs, default: [], "The scenarios that ran."),
        properties: try visitor("properties", properties, default: [], "The claims that ran."))
    }
  }

  /// Reads a matrix; what is not one is a diagnostic at its line.
  init(file: String) throws(Diagnostic) {
    let bytes = try FileBytes.contents(of: file, limit: FileBytes.streamLimit)
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let start = Place(file: file, line: 1, column: 1)
    guard let first = lines.first else {
      throw Diagnostic(.notAMatrix, "the file is empty", at: start)
    }
    detectors = try FaultMatrix.record(first, file, line: 1)
    guard detectors.matrix == 1 else {
      let message = "the matrix has format \(detectors.matrix), this version reads format 1"
      throw Diagnostic(.notAMatrix, message, at: start)
    }
    var faults: [SeededFault] = []
    for (index, line) in lines.enumerated().dropFirst() {
      faults.append(try FaultMatrix.record(line, file, line: index + 1))
    }
    self.faults = faults
  }

  private static func record<R: Record>(
    _ line: ArraySlice<UInt8>, _ file: String, line number: Int
  ) throws(Diagnostic) -> R {
    do throws(JSONError) {
      return try JSONReader.read(Array(line)) { reader throws(JSONError) in
        // Later versions may add members.
        reader.lenient = true
        let record = try reader.record(R.sample)
        reader.scanner.skipSpace()
        guard reader.scanner.atEnd else {
          throw JSONError(.expected("the end of the line"), at: reader.scanner.position)
        }
        return record
      }
    } catch {
      throw Diagnostic(
        .notAMatrix, error.problem.message,
        at: Place(file: file, line: number, column: error.start + 1),
        proposal: error.problem.proposal)
    }
  }
}

/// A fault that was put into the sources, and who catches it.
struct SeededFault: Record {
  var id = ""
  var means = ""
  /// The requirements and the properties that it should break.
  var breaks: [String] = []
  var specs: [String] = []
  var rules: [String] = []
  var properties: [String] = []
  var tests: [String] = []
  /// The verbs that did not come to an end.
  var stopped: [String] = []
  /// The reason why nothing can show it; `nil` where something can.
  var equivalent: String?

  /// Whether anything complains about it.
  var isCaught: Bool {
    ![specs, rules, properties, tests, stopped].allSatisfy(\.isEmpty)
  }

  /// Whether it lives although something should show it.
  var survives: Bool { !isCaught && equivalent == nil }

  static var sample: SeededFault { SeededFault() }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> SeededFault {
    SeededFault(
      id: try visitor("mutant", id, "Its name."),
      means: try visitor("means", means, "The fault in a sentence."),
      breaks: try visitor("breaks", breaks, "The requirements and properties it should break."),
      specs: try visitor("specs", specs, default: [], "The scenarios that fail."),
      rules: try visitor("rules", rules, default: [], "The rules of specs that are broken."),
      properties: try visitor("properties", properties, default: [], "The claims that are broken."),
      tests: try visitor("tests", tests, default: [], "The unit tests that fail."),
      stopped: try visitor("stopped", stopped, default: [], "The verbs that did not end."),
      equivalent: try visitor("equivalent", equivalent, "Why nothing can show it."))
  }

  fileprivate static func describe(_ fault: inout ReportMembers<SeededFault>) {
    fault("id", \.id)
    fault("means", \.means)
    fault("breaks", \.breaks)
    fault("reason", \.equivalent, "Why nothing can show it.")
  }
}
