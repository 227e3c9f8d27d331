import EventSourcing
import Platform

/// The tags of a device: those that the app added and those that the SDK sets itself (REG-20).
public struct DeviceTags: Hashable, Sendable {
  /// The tags that the app added, sorted; each once.
  public private(set) var byApp: [ExactText] = []
  /// Whether the platform is Android; any other one counts as iOS.
  public private(set) var isAndroid = false
  /// Whether this is a debug build, which has a tag of its own; `nil` before the system said so.
  public private(set) var debugBuild: Bool?

  /// The tags that the SDK sets itself, sorted; the app cannot remove them.
  var automatic: [ExactText] {
    switch (isAndroid, debugBuild ?? false) {
    case (false, false): ["ALL", "IOS"]
    case (false, true): ["ALL", "DEBUG", "IOS"]
    case (true, false): ["ALL", "ANDROID"]
    case (true, true): ["ALL", "ANDROID", "DEBUG"]
    }
  }

  /// All tags, sorted; each once.
  var all: [ExactText] {
    var tags = byApp
    let automatic = automatic
    tags.reserveCapacity(tags.count + automatic.count)
    for tag in automatic { tags.insertSorted(tag) }
    return tags
  }

  mutating func add(_ tag: ExactText) { byApp.insertSorted(tag) }

  mutating func remove(_ tag: ExactText) { byApp.removeAll { $0 == tag } }

  /// Drops what the app added.
  mutating func reinstalled() { byApp = [] }

  /// The platform's tag and `DEBUG` follow what the system says; a tag of that name which the app
  /// has added stays.
  mutating func systemChanged(_ change: DeviceChange) {
    if let platform = change.platform {
      isAndroid = platform.utf8.elementsEqual("android".utf8) { $0.lowercase == $1 }
    }
    debugBuild = change.debug ?? debugBuild
  }
}

extension [ExactText] {
  /// Inserts a text into sorted ones, unless it is there.
  fileprivate mutating func insertSorted(_ text: ExactText) {
    let (index, isThere) = place(of: text.text) { $0.text }
    if !isThere { insert(text, at: index) }
  }
}

extension DeviceTags: Record {
  public static var sample: DeviceTags { DeviceTags() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DeviceTags {
    var stored = self
    stored.byApp = try visitor("by_app", byApp, "The tags that the app added.")
    stored.isAndroid = try visitor("android", isAndroid, "Whether the platform is Android.")
    stored.debugBuild = try visitor("debug_build", debugBuild, "Whether this is a debug build.")
    return stored
  }
}
