#include <stddef.h>

/// The engine of a page with the machines of this project: WebAssembly, gzipped.
const unsigned char *page_engine_bytes(void);

/// How many bytes it has.
size_t page_engine_count(void);
