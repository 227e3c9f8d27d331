import Diagnostics
import EventSourcing
import Replay
import Reports
import SpecFormat
import Specs
import Timeline

extension ScenarioPicture {
  /// Records beyond this many are not drawn: those around the failures are.
  private static let most = 80

  /// The picture of a failed scenario, made from its trace; `nil` where the trace cannot be read,
  /// as after a run that was stopped.
  init?(_ result: ScenarioResult, _ trace: [UInt8], by system: AnySystem) {
    let input = ReplayInput(file: result.title.label, bytes: trace)
    guard let picture = try? system.picture(of: input, from: result.start) else { return nil }
    self = picture
    for mark in result.marks { add(mark, from: result.start) }
    crop()
  }

  private mutating func add(_ mark: FailureMark, from zero: Instant) {
    switch mark {
    case .came(let seq):
      if let index = marks.firstIndex(where: { $0.seq == seq }) { marks[index].isFocus = true }
    case .expected(let name, let party, let from, let to):
      let expectation = Expectation(
        lane: party.flatMap { lanes.firstIndex(of: $0) } ?? 0, from: from - zero, to: to - zero,
        name: name)
      if !lanes.isEmpty, !expectations.contains(expectation) { expectations.append(expectation) }
    }
  }

  /// Leaves out the records farthest from what the failures are about, and windows beside the rest.
  private mutating func crop() {
    guard marks.count > ScenarioPicture.most else { return }
    let wanted = expectations.map(\.from) + marks.filter(\.isFocus).map(\.at)
    let first = wanted.min() ?? .zero
    let place = marks.firstIndex { $0.at >= first } ?? marks.count
    let start = max(0, min(place - ScenarioPicture.most / 2, marks.count - ScenarioPicture.most))
    leftOut = marks.count - ScenarioPicture.most
    marks = Array(marks[start..<start + ScenarioPicture.most])
    guard let from = marks.first?.at, let to = marks.last?.at else { return }
    windows = windows.filter { $0.from <= to && $0.to ?? to >= from }
    for index in windows.indices {
      windows[index].from = max(windows[index].from, from)
      windows[index].to = windows[index].to.flatMap { $0 > to ? nil : $0 }
    }
  }
}

extension CheckRun {
  /// The report with what only its page shows: pictures of what failed, and the requirements.
  func illustrated(by systems: [RegisteredSystem]) -> RunReport {
    var report = report
    let machines = Dictionary(
      session.specs.compactMap { spec in
        systems.named(spec.sdk).map { (spec.path, $0.erased) }
      }
    ) { first, _ in first }
    for (index, (result, trace)) in traces.enumerated() where result.report.outcome.isFailure {
      guard let system = machines[result.title.place.file] else { continue }
      report.scenarios[index].picture = ScenarioPicture(result, trace(), by: system)
    }
    report.requirements = Coverage(session.catalogues, results).lines
    return report
  }
}
