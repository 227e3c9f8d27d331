import Foundation
import MobileEngage
import MobilePush
import Properties
import SystemProperties
import Systems
import TestFiles
import Testing

/// The list of everything that has to hold in every run, and where each of it is judged.
struct PropertyTableTests {
  /// Where something that has to hold is judged.
  enum Judge: Equatable {
    /// By a property of that name.
    case property
    /// By properties that it follows from.
    case via([String])
    /// By tests of the part that it is about.
    case tests(String)
  }

  static let table: [(ids: [String], judge: Judge)] = [
    (numbers("R", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17]), .property),
    (numbers("R", [18, 19, 20, 21, 22, 23, 25]), .property),
    (["R1 and R2 together"], .via(["R1", "R2"])),
    (["R13"], .via(["R4", "R10"])),
    (["R24"], .via(["R3", "A3", "T1"])),
    (["K1", "K3", "A1", "A2", "A3", "T1"], .property),
    (["K2"], .via(["K1", "R8"])),
    (["T2"], .via(["R2", "T1"])),
    (numbers("O", 1...6) + numbers("P", 1...6) + numbers("N", 1...7), .property),
    (numbers("I", 1...7) + numbers("B", 1...4), .property),
    (numbers("E", 1...16) + numbers("E", 18...25), .property),
    (["E17"], .tests("Specs/mobile_engage/workflow.spec.yaml")),
    (["H1", "H2", "H6", "H7", "H8", "H9", "H20", "H23", "H25"], .property),
    (["H3"], .tests("Tests/TraceVerbsTests/TraceHashTests.swift")),
    (["H4"], .via(["R9", "N1", "E2", "E15"])),
    (["H5", "H11"], .tests("Tests/TracesTests/DamageTests.swift")),
    (["H10"], .tests("Tests/FuzzingTests/FuzzTargetTests.swift")),
    (["H12"], .tests("Tests/TracesTests/TraceRoundTripTests.swift")),
    (["H13"], .tests("Tests/ReplayTests/RerecordTests.swift")),
    (["H14"], .tests("Tests/TraceVerbsTests/SpecTests.swift")),
    (numbers("H", 15...19) + ["H22"], .tests("Tests/PropertiesTests")),
    (["H21"], .tests("Tests/TraceVerbsTests/StepTests.swift")),
    (["H24"], .tests("Tests/PropertiesTests/Claims/CheckerTests.swift")),
    (numbers("W", 1...15), .property),
    (["a log whose tail is torn"], .tests("Tests/TracesTests/DamageTests.swift")),
  ]

  private let claims =
    MobilePushSystem.properties.map(\.claim) + MobileEngageSystem.properties.map(\.claim)
    + MobilePushSystem.comparisons.map(\.claim)

  @Test func `what has to hold is judged by a property, by others, or by tests that exist`() {
    let ids = Set(claims.map(\.id))
    for (names, judge) in Self.table {
      switch judge {
      case .property: #expect(names.filter { !ids.contains($0) } == [])
      case .via(let others): #expect(others.filter { !ids.contains($0) } == [])
      case .tests(let path):
        let file = Project.root.appending(path: path).path
        #expect(FileManager.default.fileExists(atPath: file), "\(path)")
      }
    }
  }

  @Test func `every property has its place in the table`() {
    let judged = Set(Self.table.filter { $0.judge == .property }.flatMap { $0.ids })
    #expect(Set(claims.map(\.id)).subtracting(judged) == [])
  }

  @Test func `a claim is a sentence of its own, with an id of its own in each system`() {
    for claim in claims {
      #expect(claim.sentence.first?.isUppercase == true, "\(claim.id)")
      #expect(!claim.sentence.hasSuffix("."), "\(claim.id)")
    }
    for ids in [
      MobilePushSystem.properties.map(\.claim.id), MobileEngageSystem.properties.map(\.claim.id),
    ] {
      #expect(Set(ids).count == ids.count)
    }
  }

  private static func numbers(_ letter: String, _ numbers: some Sequence<Int>) -> [String] {
    numbers.map { "\(letter)\($0)" }
  }
}
