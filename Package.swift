// swift-tools-version: 6.2

import PackageDescription

/// Whether `.ci/fuzz` builds the fuzzer, whose libFuzzer is there only under `-sanitize=fuzzer`.
let isFuzzing = Context.environment["PUSHTRACE_FUZZER"] != nil

/// Whether the gate builds: nobody edits a file there, or steps through the reducers.
let isGate = Context.environment["PUSHTRACE_GATE"] != nil

/// The language rules of every Swift target.
let rules: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module is read once, and not again to write its interface early.
let asWholeModule = [
  "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2",
  "-no-emit-module-separately-wmo",
]

/// The settings of the targets. The gate compiles each module as a whole, which takes a quarter
/// less processor time than batches of files; `Commands`, the largest one, is compiled on both
/// cores in batches, since there is little else to do meanwhile.
let strict = rules + (isGate ? [.unsafeFlags(asWholeModule, .when(configuration: .debug))] : [])

/// Large values are copied and destroyed by code that is generated for their type, not by the
/// runtime, which interprets the type's layout each time: replay and simulation take 3 to 4 % fewer
/// instructions, and the command is 2 % larger.
let withoutTypeLayout = ["-Xfrontend", "-disable-type-layout"]

/// What runs for each event, step and scenario is generic over the machine, and the description of
/// fields over its visitor: replay is several times slower unless their bodies can be specialised in
/// the modules that call them. That takes its time in a release build, so other modules go without.
/// What is declared `package` is specialised in no other module: what runs often is public.
/// Since tools version 6.2, other packages can depend on a version with such flags.
let specialisedElsewhere = SwiftSetting.unsafeFlags(
  ["-cross-module-optimization"] + withoutTypeLayout, .when(configuration: .release))
let forSpecialising = strict + [specialisedElsewhere]

/// What runs for each byte and event is optimised in a debug build too: the tests take 160 s of
/// processor time instead of 290, and the build no longer. The reducers can be stepped through.
/// The compiler remarks that such a module is always compiled as a whole.
let optimisedAlways = [
  SwiftSetting.unsafeFlags(
    ["-O", "-assert-config", "Debug"] + asWholeModule, .when(configuration: .debug))
]

/// What libFuzzer follows: the code that is specialised for the machines where it is fuzzed. The
/// other modules can be those of any release build.
let fuzzed = isFuzzing ? ["-sanitize=fuzzer"] : []

/// The runtime is linked into the shipped command on Linux: it starts without the dynamic linker's
/// work and calls the runtime directly, which makes `check` a third faster.
let linkedRuntime: [LinkerSetting] =
  [
    .unsafeFlags(
      ["-static-stdlib", "-use-ld=lld"], .when(platforms: [.linux], configuration: .release))
  ]
  // What Foundation needs is named by the compiler only where all of a build is static.
  + ["_FoundationCollections", "_FoundationCShims", "swiftSynchronization"].map {
    .linkedLibrary($0, .when(platforms: [.linux], configuration: .release))
  }

/// A Swift target with the settings of the package.
func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A Swift target whose generic code is specialised in the modules that use it.
func specialised(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: forSpecialising)
}

/// A specialised target whose code runs for each byte or event.
func perEvent(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: forSpecialising + optimisedAlways)
}

/// The reducers of an SDK: to optimise them takes the gate half a minute of processor time, and
/// saves its tests a fifth.
func machine(_ name: String) -> Target {
  (isGate ? perEvent : specialised)(name, ["EventSourcing", "Platform"])
}

/// The tests of one target, in a folder of the same name.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser",
  condition: .when(traits: ["Commands"]))

/// A product of swift-nio; only the files of `serve` and of the HTTP transport use one.
func nio(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-nio", condition: .when(traits: ["LiveCommands"]))
}

/// The modules that other packages can import, each a product of its name.
let libraries = [
  "EventSourcing", "Diagnostics", "JSON", "Platform", "MobilePush", "MobileEngage", "Traces",
  "Reports", "Simulation", "Rules", "Properties", "SpecFormat", "Specs", "Replay", "Timeline",
  "Inspection", "Exchange", "Live", "Files", "Systems", "SystemProperties", "MachineTesting",
  "Commands",
]

let package = Package(
  name: "pushtrace",
  platforms: [.iOS(.v15), .macOS(.v13), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: libraries.map { .library(name: $0, targets: [$0]) } + [
    .executable(name: "pushtrace", targets: ["pushtrace"]),
    .executable(name: "pushtrace-live", targets: ["pushtrace-live"]),
  ],
  // A package that names no trait fetches nothing but this one.
  traits: [
    .default(enabledTraits: ["LiveCommands"]),
    .trait(name: "Commands", description: "The verbs, with swift-argument-parser."),
    .trait(
      name: "LiveCommands", description: "The live host and the server, with swift-nio.",
      enabledTraits: ["Commands"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // Layer 0
    perEvent("EventSourcing"),
    specialised("Diagnostics"),
    perEvent("JSON"),
    .target(name: "CPageFiles"),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"]), .yum(["libyaml-devel"])]),
    // Layer 1
    specialised("Platform", ["EventSourcing"]),
    perEvent("Traces", ["EventSourcing", "Diagnostics", "JSON"]),
    perEvent("YAMLText", ["EventSourcing"]),
    target("Protocols", ["EventSourcing", "JSON"]),
    .target(
      name: "Reports", dependencies: ["EventSourcing", "Diagnostics", "JSON", "CPageFiles"],
      exclude: ["Page/Resources"], swiftSettings: strict),
    // Layer 2, and the machines
    machine("MobilePush"),
    machine("MobileEngage"),
    perEvent("Simulation", ["EventSourcing"]),
    specialised("Rules", ["EventSourcing"]),
    perEvent("YAML", ["EventSourcing", "Diagnostics", "YAMLText", "CLibYAML"]),
    // Layer 3
    specialised(
      "SpecFormat",
      ["EventSourcing", "Diagnostics", "Traces", "YAMLText", "YAML", "Simulation", "Rules"]),
    specialised(
      "Replay",
      ["EventSourcing", "Diagnostics", "JSON", "Traces", "YAMLText", "Reports", "Simulation"]),
    perEvent("Properties", ["EventSourcing", "Simulation", "Rules"]),
    target("Live", ["EventSourcing", "Diagnostics", "JSON", "Traces", "Simulation"]),
    // Layer 4: running specs, and the one place where the machines meet the harness
    .target(
      name: "Systems",
      dependencies: [
        "EventSourcing", "Platform", "MobilePush", "MobileEngage", "Simulation", "Live",
      ],
      resources: [
        .embedInCode("Rules/mobilepush.rules.yaml"),
        .embedInCode("Rules/mobile_engage.rules.yaml"),
      ], swiftSettings: forSpecialising + optimisedAlways),
    target("Files", ["EventSourcing", "Live"]),
    specialised(
      "Specs",
      [
        "EventSourcing", "Diagnostics", "JSON", "Traces", "YAMLText", "YAML", "Reports",
        "Simulation", "Rules", "Properties", "SpecFormat", "Replay",
      ]),
    .target(
      name: "Timeline",
      dependencies: [
        "EventSourcing", "Diagnostics", "JSON", "Traces", "Reports", "Simulation", "Replay",
        "CPageFiles",
      ],
      exclude: ["Page/Resources"], swiftSettings: strict),
    specialised(
      "Inspection",
      ["EventSourcing", "Diagnostics", "JSON", "Traces", "Reports", "Simulation", "Replay"]),
    target(
      "Exchange",
      [
        "EventSourcing", "Diagnostics", "JSON", "Traces", "Reports", "Simulation", "SpecFormat",
        "Replay", "Live",
      ]),
    // Layers 5 to 7
    specialised(
      "SystemProperties",
      [
        "EventSourcing", "Platform", "MobilePush", "MobileEngage", "Simulation", "Rules",
        "Properties", "Systems",
      ]),
    .target(
      name: "PageEngine",
      dependencies: [
        "EventSourcing", "Diagnostics", "JSON", "Traces", "Reports", "Simulation", "Replay",
        "Timeline", "Inspection",
      ],
      exclude: ["WebAssembly"], swiftSettings: strict),
    .target(
      name: "Commands",
      dependencies: [
        "EventSourcing", "Diagnostics", "JSON", "Traces", "YAMLText", "YAML", "Reports",
        "Simulation", "Rules", "Properties", "SpecFormat", "Specs", "Replay", "Timeline",
        "Inspection", "Exchange", "Live", "Files", "Protocols",
        arguments,
      ], swiftSettings: rules + [specialisedElsewhere]),
    target(
      "LiveCommands",
      [
        "EventSourcing", "Diagnostics", "JSON", "Traces", "Simulation", "Live", "Files",
        "Protocols", arguments, nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"),
        nio("NIOConcurrencyHelpers"),
      ]),
    target(
      "MachineTesting",
      [
        "EventSourcing", "Diagnostics", "Reports", "Simulation", "Properties", "Specs",
      ]),
    .target(
      name: "RegisteredSystems", dependencies: ["Commands", "Systems", "SystemProperties"],
      swiftSettings: strict + [
        .unsafeFlags(["-num-threads", "2"] + withoutTypeLayout, .when(configuration: .release))
      ]),
    .target(name: "CPageEngine", exclude: ["engine.wasm.gz"]),
    .plugin(name: "EngineSources", capability: .buildTool(), path: "Sources/EngineSources"),
    .executableTarget(
      name: "pushtrace",
      dependencies: ["Commands", "RegisteredSystems", "CPageEngine"],
      swiftSettings: strict, linkerSettings: linkedRuntime, plugins: ["EngineSources"]),
    .executableTarget(
      name: "pushtrace-live", dependencies: ["LiveCommands", "Systems"], swiftSettings: strict),
    // What the project promises about speed, each against a baseline in the same run
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "EventSourcing", "Diagnostics", "JSON", "Protocols", "Platform", "MobilePush", "YAML",
        "Traces", "Reports", "Simulation", "SpecFormat", "Specs", "Replay", "Systems", "Files",
      ],
      swiftSettings: strict),
    // The folders in which tests write, and the project's own files, which they read.
    .target(name: "TestFiles", path: "Tests/TestFiles", swiftSettings: strict),
    tests("EventSourcingTests", ["EventSourcing"]),
    tests("PlatformTests", ["EventSourcing", "Platform"]),
    tests("MobilePushTests", ["EventSourcing", "Platform", "MobilePush", "Simulation"]),
    tests("MobileEngageTests", ["EventSourcing", "Platform", "MobileEngage", "Simulation"]),
    tests("SimulationTests", ["EventSourcing", "Simulation", "Turnstile"]),
    tests(
      "SystemsTests",
      [
        "EventSourcing", "Platform", "MobilePush", "MobileEngage", "Simulation", "Rules",
        "Properties", "Systems", "SystemProperties", "TestFiles",
      ]),
    tests("RulesTests", ["EventSourcing", "Rules"]),
    tests(
      "PropertiesTests",
      ["EventSourcing", "Simulation", "Rules", "Properties", "Turnstile", "TestFiles"]),
    tests(
      "SpecsTests",
      [
        "EventSourcing", "Diagnostics", "Traces", "Reports", "Simulation", "SpecFormat", "Specs",
      ]),
    tests(
      "SpecFormatTests",
      [
        "EventSourcing", "Diagnostics", "YAML", "Simulation", "Traces", "SpecFormat", "Systems",
        "Turnstile",
      ]),
    tests("ExchangeTests", ["EventSourcing", "JSON", "Traces", "SpecFormat", "Exchange"]),
    tests(
      "LiveTests",
      [
        "EventSourcing", "JSON", "Traces", "Platform", "MobilePush", "Simulation", "Live", "Files",
        "Systems", "TestFiles",
      ]),
    tests(
      "LiveCommandsTests",
      [
        "EventSourcing", "JSON", "Platform", "Simulation", "MobilePush", "Live", "Files",
        "LiveCommands", "Systems", "TestFiles", arguments,
      ]),
    tests("TidyTests", ["TestFiles"]),
    // The runs of the command in a test, and the tests of the verbs in three modules: the macros of
    // a test are expanded more slowly the more of them a module has.
    .target(
      name: "CommandTesting",
      dependencies: ["Commands", "CPageEngine", "RegisteredSystems", "TestFiles"],
      path: "Tests/CommandTesting", swiftSettings: strict),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "EventSourcing", "Diagnostics", "YAMLText", "YAML", "Traces", "MobilePush", "Simulation",
        "SpecFormat", "Properties", "Specs", "Replay", "Commands", "Systems", "SystemProperties",
        "pushtrace", "JSON", "Protocols", "CommandTesting",
      ],
      exclude: [
        "Captures", "Engines", "Recorders/record_again.py", "Recorders/recorder.py", "Snapshots",
        "Week", "Writing",
      ], swiftSettings: strict),
    tests(
      "TraceVerbsTests",
      [
        "EventSourcing", "Diagnostics", "Traces", "Simulation", "SpecFormat", "Replay", "Commands",
        "Systems", "pushtrace", "CommandTesting",
      ]),
    tests(
      "EditorServersTests",
      [
        "EventSourcing", "JSON", "YAML", "SpecFormat", "Commands", "Files", "Protocols",
        "RegisteredSystems", "pushtrace", "CommandTesting",
      ]),
    tests(
      "TurnstileTests", ["EventSourcing", "Simulation", "Properties", "Commands", "TestFiles"]),
    tests(
      "NewsletterTests",
      ["EventSourcing", "Traces", "Simulation", "Live", "Files", "Commands", "TestFiles"]),
    tests(
      "LockerTests",
      ["EventSourcing", "Simulation", "Properties", "MachineTesting", "TestFiles"]),
    tests("DiagnosticsTests", ["Diagnostics"]),
    tests("YAMLTests", ["EventSourcing", "YAMLText", "YAML", "Diagnostics"]),
    tests("ReportsTests", ["Reports", "Diagnostics", "EventSourcing"]),
    tests("JSONTests", ["JSON"]),
    tests("ProtocolsTests", ["JSON", "Protocols"]),
    .target(
      name: "Turnstile", dependencies: ["EventSourcing", "Diagnostics", "Traces", "Simulation"],
      path: "Tests/Turnstile", swiftSettings: strict),
    tests("TracesTests", ["EventSourcing", "Diagnostics", "Traces", "Simulation", "Turnstile"]),
    tests(
      "ReplayTests",
      ["EventSourcing", "Diagnostics", "Traces", "Simulation", "Replay", "Turnstile"]),
    tests(
      "TimelineTests",
      [
        "EventSourcing", "Diagnostics", "JSON", "Traces", "Reports", "Simulation", "Replay",
        "Timeline",
      ]),
    tests(
      "InspectionTests",
      [
        "EventSourcing", "Diagnostics", "Traces", "Reports", "Platform", "MobilePush",
        "Simulation", "Replay", "Inspection", "Systems", "TestFiles",
      ]),
    tests(
      "PageEngineTests",
      [
        "JSON", "Traces", "Simulation", "SpecFormat", "Replay", "Specs", "Systems", "PageEngine",
        "TestFiles",
      ]),
    .target(
      name: "Fuzzing",
      dependencies: [
        "EventSourcing", "Diagnostics", "YAMLText", "YAML", "Traces", "Reports", "Simulation",
        "Rules", "SpecFormat", "Specs", "Replay", "Systems",
      ],
      path: "Tests/Fuzzing", swiftSettings: strict + [.unsafeFlags(fuzzed)]),
    .executableTarget(
      name: "FalseClaims", dependencies: ["Fuzzing"], path: "Tests/FalseClaims",
      swiftSettings: strict),
    .testTarget(
      name: "FuzzingTests", dependencies: ["Fuzzing", "TestFiles"], exclude: ["Found"],
      swiftSettings: strict),
  ]
)

if isFuzzing {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
    .executableTarget(
      name: "Fuzzer", dependencies: ["Fuzzing", "CLibFuzzer"], path: "Tests/Fuzzer",
      swiftSettings: strict, linkerSettings: [.unsafeFlags(fuzzed + ["-use-ld=lld"])]),
  ]
}
