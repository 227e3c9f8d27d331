import Diagnostics
import JSON
import Reports

/// What a verb says about one trace, whichever verb it is.
protocol TraceJudgement: Sendable {
  /// The verb's name.
  static var verb: String { get }
  /// The trace's path, or the device's name where it came in a stream of many.
  var file: String { get }
  var verdict: Verdict { get }
  /// How many records were read.
  var records: Int64 { get }
  var findings: [Diagnostic] { get }
  /// What was found, without what only this trace has, so that equal findings of many traces can
  /// be counted.
  var signatures: [FindingSignature] { get }

  /// A trace that cannot be read.
  init(file: String, refusal: Diagnostic)

  /// Adds what is wrong in the log that was read as a trace.
  mutating func add(inLog findings: [Diagnostic])
}

extension TraceJudgement {
  /// The judgement on one trace, whether or not it can be read.
  static func on(
    _ file: TraceFile, among systems: [RegisteredSystem],
    _ judge: (TraceFile, RegisteredSystem) throws -> Self
  ) throws -> Self {
    var judgement: Self
    do {
      judgement = try judge(file, try file.system(among: systems))
    } catch let finding as Diagnostic {
      judgement = Self(file: file.path, refusal: finding)
    }
    judgement.add(inLog: RunFiles.current.takeFindings(of: file.path))
    return judgement
  }
}

/// The findings of one kind in one trace.
struct FindingSignature {
  /// What they have in common.
  var text: String
  /// How many there are.
  var count: Int64
  /// The record of the first one.
  var seq: Int64
}

extension TraceJudgement {
  /// The judgement as one line of JSON.
  var line: String {
    JSONEnvelope.text(verb: Self.verb, verdict: verdict, findings: findings) { document in
      document.member("device", file)
      document.member("records", records)
      document.list("signatures") { list in
        for signature in signatures {
          list.object { object in
            object.member("signature", signature.text)
            object.member("count", signature.count)
            object.member("seq", signature.seq)
          }
        }
      }
    }
  }

  /// The signature of a trace that cannot be read: the kind of its first error.
  var refusal: [FindingSignature] {
    findings.prefix(1).map {
      FindingSignature(text: "\($0.code.id) \($0.code.title)", count: 1, seq: 0)
    }
  }
}
