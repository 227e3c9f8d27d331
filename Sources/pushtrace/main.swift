import Commands

await Pushtrace.main(systems: [])
