// What the compiled Swift expects of a C library, on WebAssembly without one.
#include <stddef.h>
#include <stdint.h>

extern uint8_t __heap_base;
static uintptr_t top;

// Blocks have sizes of powers of two; those that are free wait in a list for each size.
typedef struct Block { struct Block *next; } Block;
static Block *free_blocks[32];

// Stands in the eight bytes before what is handed out, so many bytes behind the block's start.
typedef struct { uint32_t order; uint32_t offset; } Header;

static void *grow(size_t size) {
  if (top == 0) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  size_t end = top + size;
  if (end < top) return NULL;
  size_t have = __builtin_wasm_memory_size(0) * 65536ul;
  // The last page of 4 GB is left alone: its end is no address.
  if (end > 0xffff0000ul) return NULL;
  if (end > have) {
    size_t pages = (end - have + 65535) / 65536;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
  }
  void *block = (void *)top;
  top = end;
  return block;
}

// Large blocks are not rounded up to powers of two: a trace may fill half of the memory.
typedef struct Large { struct Large *next; size_t size; } Large;
static Large *free_large;
static const uint32_t large = 32;

static void *allocate_large(size_t size) {
  size = (size + 65535) & ~(size_t)65535;
  Large **best = NULL;
  for (Large **place = &free_large; *place; place = &(*place)->next) {
    if ((*place)->size >= size && (!best || (*place)->size < (*best)->size)) best = place;
  }
  if (best && (*best)->size <= size + size / 2) {
    Large *block = *best;
    *best = block->next;
    return block;
  }
  Large *block = grow(size);
  if (block) block->size = size;
  return block;
}

void *malloc(size_t size) {
  if (size > 0xfffe0000ul) return NULL;
  size_t whole = size + 16;
  if (whole > 1ul << 17) {
    uint8_t *block = allocate_large(whole);
    if (!block) return NULL;
    // The size stands in the second word of the block.
    Header *header = (Header *)(block + 8);
    header->order = large;
    header->offset = 16;
    return block + 16;
  }
  uint32_t order = 32 - __builtin_clz((uint32_t)whole - 1);
  if (order < 5) order = 5;
  uint8_t *block = (uint8_t *)free_blocks[order];
  if (block) free_blocks[order] = ((Block *)block)->next;
  else block = grow((size_t)1 << order);
  if (!block) return NULL;
  Header *header = (Header *)(block + 8);
  header->order = order;
  header->offset = 16;
  return block + 16;
}

void free(void *pointer) {
  if (!pointer) return;
  Header *header = (Header *)((uint8_t *)pointer - 8);
  uint8_t *block = (uint8_t *)pointer - header->offset;
  uint32_t order = header->order;
  if (order == large) {
    Large *freed = (Large *)block;
    if ((uintptr_t)block + freed->size == top) {
      top = (uintptr_t)block;
      return;
    }
    freed->next = free_large;
    free_large = freed;
  } else {
    ((Block *)block)->next = free_blocks[order];
    free_blocks[order] = (Block *)block;
  }
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (alignment <= 16) return malloc(size);
  if (size > 0xfffe0000ul - alignment) return NULL;
  uint8_t *plain = malloc(size + alignment);
  if (!plain) return NULL;
  uint8_t *aligned = (uint8_t *)(((uintptr_t)plain + alignment - 1) & ~(uintptr_t)(alignment - 1));
  Header header = *(Header *)(plain - 8);
  header.offset += aligned - plain;
  *(Header *)(aligned - 8) = header;
  return aligned;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = aligned_alloc(alignment, size);
  return *result ? 0 : 12;
}

void *memmove(void *to, const void *from, size_t count) {
  __asm__("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.copy 0, 0"
          : : "r"(to), "r"(from), "r"(count) : "memory");
  return to;
}

void *memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }

void *memset(void *to, int byte, size_t count) {
  __asm__("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.fill 0"
          : : "r"(to), "r"(byte), "r"(count) : "memory");
  return to;
}

int memcmp(const void *left, const void *right, size_t count) {
  const uint8_t *one = left, *other = right;
  for (size_t index = 0; index < count; index += 1) {
    if (one[index] != other[index]) return one[index] - other[index];
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count += 1;
  return count;
}

// Hash seeds: nothing that is written depends on them, and the same page does the same twice.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0x5a, count); }

int putchar(int byte) { return byte; }
void exit(int status) { __builtin_trap(); }
void abort(void) { __builtin_trap(); }

// The product of 128 bits that 64-bit arithmetic with checks for overflow needs.
typedef struct { uint64_t low, high; } Wide;
void __multi3(Wide *result, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), rest = a0 * b1 + (uint32_t)middle;
  result->low = (rest << 32) | (uint32_t)low;
  result->high = a1 * b1 + (middle >> 32) + (rest >> 32) + a_high * b + a * b_high;
}
