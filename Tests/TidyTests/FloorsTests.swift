import Testing

struct FloorsTests {
  @Test(arguments: SourceTree.sources)
  func `a file imports from lower floors of its wing only`(file: SourceTree.File) {
    for name in file.imports where name != file.module {
      let objection = House.objection(file.module, to: name)
      #expect(objection == nil, "\(file.path) imports \(name): \(objection ?? "")")
    }
  }

  @Test(arguments: SourceTree.sources.filter { House.rooms[$0.module]?.pure == true })
  func `a pure module imports nothing from outside the project`(file: SourceTree.File) {
    let foreign = file.imports.filter { House.rooms[$0] == nil }
    #expect(foreign.isEmpty, "\(file.path) imports \(foreign)")
  }

  @Test func `only executables and tests meet both Systems and Commands`() {
    let meeting = SourceTree.sources.filter { $0.imports.contains("Systems") }
    #expect(meeting.allSatisfy { House.rooms[$0.module]?.floor == 6 })
  }

  @Test func `C stands in one file`() {
    let users = SourceTree.sources.filter { $0.imports.contains("CLibYAML") }
    #expect(users.count == 1)
    #expect(users.allSatisfy { $0.module == "YAML" })
  }

  @Test func `an upward, a sideways and a crossing import are refused`() {
    #expect(House.objection("EventSourcing", to: "YAML") != nil)
    #expect(House.objection("Specs", to: "Systems") != nil)
    #expect(House.objection("Simulation", to: "Platform") != nil)
    #expect(House.objection("Commands", to: "Systems") != nil)
    #expect(House.objection("Systems", to: "Simulation") == nil)
  }
}
