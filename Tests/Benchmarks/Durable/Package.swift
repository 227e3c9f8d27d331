// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that who builds pushtrace need not fetch GRDB.
let package = Package(
  name: "Durable",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "pushtrace", path: "../../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Durable",
      dependencies: [
        .product(name: "Live", package: "pushtrace"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ])
  ])
