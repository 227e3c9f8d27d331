import Diagnostics
import EventSourcing
import Replay
import Reports
import Simulation
import SpecFormat
import Specs
import Systems
import Traces

/// What the command does with a file, without the command: whatever the findings are, nothing may
/// trap or run on, and what is written must be read again.
public struct FuzzTarget: Sendable {
  private let mobilePush: SpecReader<MobilePushSystem>
  private let mobileEngage: SpecReader<MobileEngageSystem>

  private static let path = "Specs/fuzz/input"

  /// Prepares what inputs share: the vocabularies, and the project's files that they may name.
  public init(_ folder: ProjectFolder) {
    mobilePush = SpecReader(files: folder.specFiles)
    mobileEngage = SpecReader(files: folder.specFiles)
  }

  /// Puts an input through all that is done with files of its kind; returns what contradicts
  /// itself, such as a saved trace that does not replay.
  public func contradictions(in bytes: [UInt8], as kind: FuzzInput) -> [String] {
    switch kind {
    case .spec: spec(bytes)
    case .rules: rules(bytes)
    case .catalogue: catalogue(bytes)
    case .trace: trace(bytes)
    }
  }

  private func catalogue(_ bytes: [UInt8]) -> [String] {
    show(Catalogue(bytes, path: FuzzTarget.path).findings, bytes)
    return []
  }

  /// Renders findings, as every verb does with what is wrong.
  private func show(_ findings: [Diagnostic], _ bytes: [UInt8]) {
    let renderer = DiagnosticRenderer(sources: [SourceText(file: FuzzTarget.path, bytes: bytes)])
    _ = renderer.text(findings)
  }
}

// MARK: - Specs and rules

extension FuzzTarget {
  private func spec(_ bytes: [UInt8]) -> [String] {
    guard let document = document(bytes) else { return [] }
    return switch document.sdk?.text {
    case MobileEngageSystem.name: run(document, by: mobileEngage, bytes)
    default: run(document, by: mobilePush, bytes)
    }
  }

  private func rules(_ bytes: [UInt8]) -> [String] {
    guard let document = document(bytes) else { return [] }
    let findings =
      switch document.sdk?.text {
      case MobileEngageSystem.name: mobileEngage.findings(inRules: document)
      default: mobilePush.findings(inRules: document)
      }
    show(findings, bytes)
    return []
  }

  private func document(_ bytes: [UInt8]) -> SpecDocument? {
    do throws(Diagnostics) {
      return try SpecDocument(bytes, path: FuzzTarget.path)
    } catch {
      show(error.all, bytes)
      return nil
    }
  }

  private func run<S: System>(
    _ document: SpecDocument, by reader: SpecReader<S>, _ bytes: [UInt8]
  ) -> [String] {
    let (spec, scenarios) = reader.read(document, catalogue: nil)
    show(spec.findings, bytes)
    // The scenarios of the project fit into so many records, and a loop ends soon. A table of
    // examples is not run to its end.
    let options = RunOptions(budget: 3000)
    return scenarios.prefix(4).flatMap { scenario -> [String] in
      let (result, trace) = scenario.run(options)
      show(result.report.failures, bytes)
      return scenario.scenario.recordedTrace == nil ? contradictions(in: trace, S.self) : []
    }
  }

  /// What a run says about itself: its trace has to replay without drift.
  private func contradictions<S: System>(
    in trace: Trace<S.Machine>, _ system: S.Type
  ) -> [String] {
    let saved = encode(trace)
    do throws(Diagnostic) {
      let outcome = try AnySystem(S.self).replay(ReplayInput(file: FuzzTarget.path, bytes: saved))
      return outcome.drift.map { ["the trace of a run drifts: \($0)"] } ?? []
    } catch {
      return ["the trace of a run cannot be read: \(error)"]
    }
  }
}

extension SpecReader {
  fileprivate func findings(inRules document: SpecDocument) -> [Diagnostic] {
    Spec(
      rules: document, of: system, catalogue: nil,
      start: Instant(milliseconds: 0), devices: ["device"]
    ).findings
  }
}

// MARK: - Traces

extension FuzzTarget {
  private func trace(_ bytes: [UInt8]) -> [String] {
    do throws(Diagnostic) {
      let sdk = try traceSystem(file: FuzzTarget.path, source: byteSource(of: bytes))
      return switch sdk {
      case MobileEngageSystem.name: try trace(bytes, as: MobileEngageSystem.self)
      default: try trace(bytes, as: MobilePushSystem.self)
      }
    } catch {
      show([error], bytes)
      return []
    }
  }

  private func trace<S: System>(
    _ bytes: [UInt8], as system: S.Type
  ) throws(Diagnostic) -> [String] {
    let input = ReplayInput(file: FuzzTarget.path, bytes: bytes)
    let integrity = try AnySystem(system).verify(input)
    show(integrity.ending.warnings(FuzzTarget.path), bytes)
    var options = ReplayOptions()
    options.twice = true
    let outcome = try AnySystem(system).replay(input, options)
    show(outcome.diagnostics(file: FuzzTarget.path), bytes)
    return contradictionsWhenSealed(input, as: system)
  }

  /// What can be read can be sealed, and is intact then.
  private func contradictionsWhenSealed<S: System>(
    _ input: ReplayInput, as system: S.Type
  ) -> [String] {
    var sealed: [UInt8] = []
    do {
      try seal(input, as: system) { sealed += $0 }
      let integrity = try AnySystem(system).verify(ReplayInput(file: input.file, bytes: sealed))
      return integrity.ending.isIntact ? [] : ["a sealed trace is not intact: \(integrity)"]
    } catch {
      return ["a trace that can be read is not sealed, or not read then: \(error)"]
    }
  }
}
