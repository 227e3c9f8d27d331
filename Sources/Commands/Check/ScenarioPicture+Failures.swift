import Diagnostics
import EventSourcing
import Replay
import Reports
import SpecFormat
import Specs
import Timeline

extension ScenarioPicture {
  /// The greatest number of records drawn: those around the failures.
  private static let most = 80

  /// The picture of a failed scenario, made from its trace; `nil` where the trace cannot be read,
  /// as after a run that was stopped.
  init?(_ result: ScenarioResult, _ trace: [UInt8], by system: AnySystem) {
    let input = ReplayInput(file: result.title.label, bytes: trace)
    guard let picture = try? system.picture(of: input, from: result.start) else { return nil }
    self = picture
    for mark in result.marks { add(mark, from: result.start) }
    focus = firstOfInterest
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

  /// The number of the first record that is not as it was expected; of what did not come, the last
  /// one before it should have.
  private var firstOfInterest: Int64? {
    let came = marks.first(where: \.isFocus)
    let missed = expectations.map(\.to).min().flatMap { time in marks.last { $0.at <= time } }
    return (came ?? missed ?? marks.last)?.seq
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
  /// The machine of a scenario's spec.
  func system(of result: ScenarioResult) -> AnySystem? {
    session.specs.first { $0.path == result.title.place.file }
      .flatMap { session.systems.named($0.sdk)?.erased }
  }

  /// The report with what only its page shows: pictures of what failed, links to the pages of the
  /// traces, and the requirements.
  func illustrated(_ outputs: CheckOutputs) -> RunReport {
    var report = report
    for (index, (result, trace)) in traces.enumerated() where result.report.outcome.isFailure {
      guard let system = system(of: result),
        let picture = ScenarioPicture(result, trace(), by: system)
      else { continue }
      report.scenarios[index].picture = picture
      report.scenarios[index].tracePage = picture.focus.flatMap {
        outputs.link(to: result.title, record: $0)
      }
    }
    report.requirements = Coverage(session.catalogues, results).lines
    return report
  }
}
