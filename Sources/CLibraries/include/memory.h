#pragma once
#include <malloc.h>

/// Keeps large blocks (4 MB and more: pictures and frames of encoders) apart from the heap, so that their memory goes
/// back when they are freed. glibc otherwise moves them into the heap after the first one was freed, where the holes
/// between them grow with the length of the film.
static inline void replay_keep_large_blocks_apart(void) { mallopt(M_MMAP_THRESHOLD, 4 << 20); }
