import Commands
import Systems

await Pushtrace.main(systems: RegisteredMachines.all)
