import Simulation

/// The kinds of bugs that are planted.
enum Bug: String, CaseIterable, Sendable {
  case lostRetry, doubleCharge, timerNotCancelled, identifierReused, wrongCourier
  case sixSteps, lostAnswer, restart, twoParties, counterAtEight
}

/// The bug that a checkout has.
protocol PlantedBug: Sendable {
  static var bug: Bug? { get }
}

extension Bug {
  /// The checkout that has it.
  var checkout: any PlantedBug.Type {
    switch self {
    case .lostRetry: LostRetry.self
    case .doubleCharge: DoubleCharge.self
    case .timerNotCancelled: TimerNotCancelled.self
    case .identifierReused: IdentifierReused.self
    case .wrongCourier: WrongCourier.self
    case .sixSteps: SixSteps.self
    case .lostAnswer: LostAnswer.self
    case .restart: Restart.self
    case .twoParties: TwoParties.self
    case .counterAtEight: CounterAtEight.self
    }
  }
}

/// None is planted.
enum NoBug: PlantedBug { static var bug: Bug? { nil } }

private enum LostRetry: PlantedBug { static var bug: Bug? { .lostRetry } }
private enum DoubleCharge: PlantedBug { static var bug: Bug? { .doubleCharge } }
private enum TimerNotCancelled: PlantedBug { static var bug: Bug? { .timerNotCancelled } }
private enum IdentifierReused: PlantedBug { static var bug: Bug? { .identifierReused } }
private enum WrongCourier: PlantedBug { static var bug: Bug? { .wrongCourier } }
private enum SixSteps: PlantedBug { static var bug: Bug? { .sixSteps } }
private enum LostAnswer: PlantedBug { static var bug: Bug? { .lostAnswer } }
private enum Restart: PlantedBug { static var bug: Bug? { .restart } }
private enum TwoParties: PlantedBug { static var bug: Bug? { .twoParties } }
private enum CounterAtEight: PlantedBug { static var bug: Bug? { .counterAtEight } }
