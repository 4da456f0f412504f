#pragma once
/// A shared library that is loaded at the first call into it.
struct replay_library {
  const char *name;
  void *_Atomic handle;
};

/// The library's function of this name, looked up once and kept at `address`; safe from any thread. When the library
/// or the function is not there the program ends with one line and status 3, as nothing can be written without it.
void *replay_library_function(struct replay_library *library, const char *name, void *_Atomic *address);

/// Loads the library now; one that is not there is no error before it is called.
void replay_library_load(struct replay_library *library);
