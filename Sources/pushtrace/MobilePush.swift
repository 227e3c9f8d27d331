import Commands
import Systems

// A file for each system, because files are compiled side by side here: see the package manifest.
let mobilePush = RegisteredSystem(MobilePushSystem.self)
