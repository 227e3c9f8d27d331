WorldBenchmark.run()
