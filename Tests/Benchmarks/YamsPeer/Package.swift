// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that who builds pushtrace need not fetch Yams.
let package = Package(
  name: "YamsPeer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "https://github.com/jpsim/Yams.git", from: "6.0.0")],
  targets: [.executableTarget(name: "YamsPeer", dependencies: ["Yams"])])
