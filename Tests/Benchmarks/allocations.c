// Counts the calls of glibc's allocator and the bytes that are held at one time, for a process
// that is started with LD_PRELOAD=allocations.so ALLOCATIONS_FILE=FILE. At its end FILE holds two
// numbers: how many blocks were asked for, and the most bytes that were held.
//
//     cc -O2 -shared -fPIC -o allocations.so allocations.c

#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_long calls, held, most;

static void *taken(void *block) {
  if (!block) return block;
  atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
  long size = malloc_usable_size(block);
  long now = atomic_fetch_add_explicit(&held, size, memory_order_relaxed) + size;
  long before = atomic_load_explicit(&most, memory_order_relaxed);
  while (now > before && !atomic_compare_exchange_weak_explicit(
                             &most, &before, now, memory_order_relaxed, memory_order_relaxed)) {
  }
  return block;
}

static void given_back(void *block) {
  if (block) atomic_fetch_sub_explicit(&held, malloc_usable_size(block), memory_order_relaxed);
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return taken(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block || size == 0 ? 0 : ENOMEM;
}

void *realloc(void *block, size_t size) {
  given_back(block);
  return taken(__libc_realloc(block, size));
}

void free(void *block) {
  given_back(block);
  __libc_free(block);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("ALLOCATIONS_FILE");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld %ld\n", atomic_load(&calls), atomic_load(&most));
  fclose(file);
}
