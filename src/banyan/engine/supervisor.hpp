// The small process between this program and an engine. It starts the engine in a process group of its own
// and ends with it; when it ends, or when the thread that made it has gone in whatever way, nothing that the
// engine has started is left. It is a subreaper: what the engine leaves behind, in sessions of their own too,
// becomes its child, to be killed and reaped.
#pragma once

#include <sys/types.h>

#include <array>

namespace banyan::detail {

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
