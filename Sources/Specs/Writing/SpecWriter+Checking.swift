import Diagnostics
import Replay
import Simulation
import SpecFormat

extension SpecWriter {
  /// The spec of a trace that is called `title`, read back and run before it is handed over.
  public func checkedSpec(
    of input: ReplayInput, title: String
  ) throws(SpecError) -> WrittenSpec {
    let written = try spec(of: input, title: title)
    do throws(SpecRefusal) {
      try check(written.text)
    } catch {
      throw .refused(error)
    }
    return written
  }

  private func check(_ text: String) throws(SpecRefusal) {
    let result = try scenario(text).run().result
    guard case .passed = result.outcome else {
      let found = result.failures.first
      throw SpecRefusal("what was recorded does not hold in a run: \(found?.message ?? "")")
    }
  }

  private func scenario(_ text: String) throws(SpecRefusal) -> Scenario<S> {
    let file: SpecFile<S>
    do throws(Diagnostics) {
      let document = try SpecDocument(Array(text.utf8), path: "written.spec.yaml")
      let reader = SpecReader<S>(files: SpecFiles { _ in nil })
      file = reader.read(document, catalogue: nil).validated()
    } catch {
      throw SpecRefusal(error.all.first?.message ?? "it cannot be read back")
    }
    guard let scenario = file.scenarios.first, file.isValid else {
      let found = file.findings.first { $0.severity == .error }
      throw SpecRefusal(
        "a spec cannot say it: \(found?.message ?? "")"
          + (found?.labels.first.map { $0.text.isEmpty ? "" : " (\($0.text))" } ?? ""))
    }
    return scenario
  }
}
