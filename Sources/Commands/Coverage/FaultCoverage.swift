import Diagnostics
import Reports
import SpecFormat

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
    lines = coverage.lines.map { Line(id: $0.statement.id.text, own: $0.passing) }
    var places: [String: Int] = [:]
    for (index, line) in lines.enumerated() { places[line.id] = index }
    for fault in matrix.faults {
      for id in fault.breaks {
        let place = places[id] ?? lines.count
        if place == lines.count {
          places[id] = place
          lines.append(Line(id: id))
        }
        lines[place].faults.append(fault)
      }
    }
  }

  /// The requirements and clauses, without what is no statement of a catalogue.
  private var statements: [Line] { lines.filter { $0.own != nil } }

  /// The statements of which no fault is expected to show anything.
  private var untried: [Line] { statements.filter { $0.total == 0 } }

  /// The statements that have faults, of which their own scenarios catch none.
  private var unnoticed: [Line] {
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

  /// The properties that no fault breaks.
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
      "\(statements.count - untried.count) of \(statements.count) requirements tried by a fault, "
        + "\(statements.count - untried.count - unnoticed.count) of them noticed by a scenario "
        + "that covers them",
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
    it("total", \.matrix.faults.count, "How many faults were seeded.")
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
    it("unnoticed", { $0.unnoticed.map(\.id) }, "Those whose own scenarios catch none.")
    it.list("survived", \.survivors, "The faults that nothing catches.", SeededFault.describe)
    it.list("equivalent", \.equivalent, "Those that nothing can show.", SeededFault.describe)
    it("idle_specs", \.idleSpecs, "The scenarios that catch nothing.")
    it("idle_properties", \.idleProperties, "The properties that catch nothing.")
  }
}

extension SeededFault {
  fileprivate static func describe(_ fault: inout ReportMembers<SeededFault>) {
    fault("id", \.id)
    fault("means", \.means)
    fault("breaks", \.breaks)
    fault("reason", \.equivalent, "Why nothing can show it.")
  }
}
