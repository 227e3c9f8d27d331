#include <stddef.h>
#include <stdint.h>

/// The loop of libFuzzer, which `-sanitize=fuzzer` links: it calls `run` with one input after the
/// other and keeps those that reach new code.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));
