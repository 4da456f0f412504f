#include "include/libraries.h"
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static void leave(const char *reason) {
  dprintf(2, "compose: error: %s\n", reason ? reason : "a shared library is incomplete");
  _exit(3);
}

void replay_library_load(struct replay_library *library) {
  // Loading twice gives the same handle, so threads that come here together need no lock.
  if (!library->handle) library->handle = dlopen(library->name, RTLD_LAZY | RTLD_LOCAL);
}

void *replay_library_function(struct replay_library *library, const char *name, void *_Atomic *address) {
  void *found = *address;
  if (found) return found;
  replay_library_load(library);
  if (!library->handle) leave(dlerror());
  found = dlsym(library->handle, name);
  if (!found) leave(dlerror());
  *address = found;
  return found;
}
