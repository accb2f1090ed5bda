// The small process between this program and an engine. It starts the engine in a process group of its own
// and ends with it; when it ends, or when the thread that made it ends for any reason, everything that the
// engine has started is killed. It is a subreaper: what the engine leaves behind, in sessions of their own
// too, becomes its child, to be killed and reaped.
#pragma once

#include <sys/types.h>

#include <array>

// The shadow memory of sanitizers looks like the program's own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BANYAN_HAS_SHADOW_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define BANYAN_HAS_SHADOW_MEMORY 1
#endif
#endif

namespace banyan::detail {

// Whether a supervisor gives back what it has inherited of the parent's large memory: trees and networks
// would stay there after the parent has freed them.
#ifdef BANYAN_HAS_SHADOW_MEMORY
inline constexpr bool supervisor_frees_memory = false;
#else
inline constexpr bool supervisor_frees_memory = true;
#endif

// What a supervisor needs. It runs after fork() in a program with threads, where nothing may be allocated.
struct Supervised {
  const char* path;            // of the engine's program
  char* const* words;          // its arguments, ended by a null pointer
  std::array<int, 3> streams;  // its standard input, output and error
  int report;                  // gets the errno, an int, of an engine that could not be started
  pid_t parent;                // who forked the supervisor
};

// To be called in the supervisor's process. It ends as the engine did: with its code, or 128 and its signal.
[[noreturn]] void supervise(const Supervised& engine);

}  // namespace banyan::detail
