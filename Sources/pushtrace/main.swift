import Commands

Pushtrace.main(systems: [mobilePush, mobileEngage])
