#include "page_engine.h"

// A literal of half a million elements takes a compiler of Swift minutes; this takes none.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char engine[] = {
#embed "engine.wasm.gz"
};

const unsigned char *page_engine_bytes(void) { return engine; }

size_t page_engine_count(void) { return sizeof engine; }
