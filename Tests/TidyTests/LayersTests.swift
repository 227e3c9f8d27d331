import Testing

struct LayersTests {
  @Test(arguments: SourceTree.sources)
  func `a file imports from lower layers of its side only`(file: SourceTree.File) {
    for name in file.imports where name != file.module {
      let refusal = Layers.refusal(file.module, to: name)
      #expect(refusal == nil, "\(file.path) imports \(name): \(refusal ?? "")")
    }
  }

  @Test(arguments: SourceTree.sources.filter { Layers.targets[$0.module]?.pure == true })
  func `a pure module imports nothing from outside the project`(file: SourceTree.File) {
    let foreign = file.imports.filter { Layers.targets[$0] == nil }
    #expect(foreign.isEmpty, "\(file.path) imports \(foreign)")
  }

  @Test func `only modules that know machines and harness, and tests, import Systems`() {
    let importing = SourceTree.sources.filter { $0.imports.contains("Systems") }
    #expect(importing.allSatisfy { Layers.targets[$0.module]?.side == .both })
  }

  @Test func `C stands in one file`() {
    let users = SourceTree.sources.filter { $0.imports.contains("CLibYAML") }
    #expect(users.count == 1)
    #expect(users.allSatisfy { $0.module == "YAML" })
  }

  @Test func `an upward, a sideways and a crossing import are refused`() {
    #expect(Layers.refusal("EventSourcing", to: "YAML") != nil)
    #expect(Layers.refusal("Specs", to: "Systems") != nil)
    #expect(Layers.refusal("Simulation", to: "Platform") != nil)
    #expect(Layers.refusal("Commands", to: "Systems") != nil)
    #expect(Layers.refusal("Systems", to: "Simulation") == nil)
  }
}
