/// The role of an event in the world around a machine.
public enum EventRole: Equatable, Sendable {
  /// A step of a spec or a record of a device: the app, the user or the system did something.
  case outside
  /// As `outside`; it starts the device's process.
  case processStart
  /// As `outside`; it ends the process: its timers are gone and answers to it are lost.
  case processEnd(by: ProcessEnd)
  /// Only the world brings it about: an answer, a timer, the arrival of something at a backend.
  /// A spec's step may still forge one.
  case inside
  /// The harness alone writes it.
  case harness
  /// As `harness`, to a backend: how it is set up.
  case backendSettings
  /// Something is done at a backend, which has to be simulated.
  case backend
  /// As `backend`, about one device, under whose name it is recorded.
  case backendDevice
  /// It changes the network between a device and the backends and needs simulated backends.
  case network(NetworkChange)

  /// Whether it ends a process, by whatever brought that about.
  package var isProcessEnd: Bool { if case .processEnd = self { true } else { false } }

  /// Whether it happens to a device, from outside of the SDK and of the world.
  public var isFromOutside: Bool {
    switch self {
    case .outside, .processStart, .processEnd: true
    case .inside, .harness, .backendSettings, .backend, .backendDevice, .network: false
    }
  }
}

/// The end of a process, by what brought it about.
public enum ProcessEnd: Equatable, Sendable {
  /// The user ended it: no message starts the app again.
  case user
  /// The system ended it: a message may start the app again.
  case system
  /// The app was installed anew: no message starts it before its first launch, which describes
  /// device and configuration again.
  case reinstallation
}

/// A change of the network that a spec orders.
public enum NetworkChange: Equatable, Sendable {
  /// The device has no network.
  case lost
  /// The device can reach the backends again.
  case restored
  /// The next answer to the device is lost on its way, after the backend has done its work.
  case answerLost
}
