import Commands
import Systems

let mobileEngage = RegisteredSystem(MobileEngageSystem.self)
