import Diagnostics
import Replay
import Reports
import SpecFormat

extension SpecWriter {
  /// The spec of a trace that is called `title`, read back by `read` and run before it is handed
  /// over.
  public func checkedSpec(
    of input: ReplayInput, title: String, read: (SpecDocument) -> (spec: Spec, runs: [ScenarioRun])
  ) throws(SpecError) -> WrittenSpec {
    let written = try spec(of: input, title: title)
    do throws(SpecRefusal) {
      try check(written, read)
    } catch {
      throw .refused(error)
    }
    return written
  }

  private func check(
    _ written: WrittenSpec, _ read: (SpecDocument) -> (spec: Spec, runs: [ScenarioRun])
  ) throws(SpecRefusal) {
    let runs: [ScenarioRun]
    let spec: Spec
    do throws(Diagnostics) {
      let document = try SpecDocument(Array(written.text.utf8), path: "written.spec.yaml")
      (spec, runs) = read(document)
    } catch {
      throw SpecRefusal(error.all.first?.message ?? "it cannot be read back")
    }
    guard let run = runs.first else {
      let found = spec.errors.first
      throw SpecRefusal(
        "a spec cannot say it: \(found?.message ?? "")"
          + (found?.labels.first.map { $0.text.isEmpty ? "" : " (\($0.text))" } ?? ""))
    }
    let result = run.perform(RunOptions())
    if written.finding == .recording {
      if case .failed = result.report.outcome { return }
      throw SpecRefusal(
        strength == .final
          ? "counts and states at the end do not show its drift: claim effects or a timeline"
          : "what drifts in it is nothing that a spec can claim")
    }
    guard case .passed = result.report.outcome else {
      let found = result.report.failures.first
      throw SpecRefusal("what was recorded does not hold in a run: \(found?.message ?? "")")
    }
  }
}
