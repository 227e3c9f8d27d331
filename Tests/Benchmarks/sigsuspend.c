// Lets Valgrind run a program that waits in `dispatchMain`: libdispatch hands over a signal mask in
// read-only memory, and Valgrind up to 3.19 writes to it and crashes. Loaded with LD_PRELOAD.
//
//     cc -O2 -shared -fPIC -o sigsuspend.so sigsuspend.c

#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
