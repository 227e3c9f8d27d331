import Diagnostics
import EventSourcing
import JSON
import Traces

/// Which spec, rule, property or test catches which seeded fault, as `.ci/mutants` writes it.
struct FaultMatrix {
  /// What could have caught something.
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
    guard let first = lines.first else {
      throw Diagnostic(
        .notAMatrix, "the file is empty", at: Place(file: file, line: 1, column: 1))
    }
    detectors = try FaultMatrix.record(first, like: .sample, file, line: 1)
    guard detectors.matrix == 1 else {
      throw Diagnostic(
        .notAMatrix, "the matrix has format \(detectors.matrix), this version reads format 1",
        at: Place(file: file, line: 1, column: 1))
    }
    var faults: [SeededFault] = []
    for (index, line) in lines.enumerated().dropFirst() {
      faults.append(try FaultMatrix.record(line, like: .sample, file, line: index + 1))
    }
    self.faults = faults
  }

  private static func record<R: Record>(
    _ line: ArraySlice<UInt8>, like sample: R, _ file: String, line number: Int
  ) throws(Diagnostic) -> R {
    do throws(JSONError) {
      return try JSONReader.read(Array(line)) { reader throws(JSONError) in
        // Later versions may add members.
        reader.lenient = true
        let record = try reader.record(sample)
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
  /// Its name.
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
  /// Why nothing can show it, where that is so.
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
      means: try visitor("means", means, "What is wrong with it, as a sentence."),
      breaks: try visitor("breaks", breaks, "The requirements and properties it should break."),
      specs: try visitor("specs", specs, default: [], "The scenarios that fail."),
      rules: try visitor("rules", rules, default: [], "The rules of specs that are broken."),
      properties: try visitor("properties", properties, default: [], "The claims that are broken."),
      tests: try visitor("tests", tests, default: [], "The unit tests that fail."),
      stopped: try visitor("stopped", stopped, default: [], "The verbs that did not end."),
      equivalent: try visitor("equivalent", equivalent, "Why nothing can show it."))
  }
}
