// What the fuzzers share.
#pragma once

// A property that must hold whatever the input was. Unlike assert, it stays in every build.
inline void must(bool holds) {
  if (!holds) __builtin_trap();
}
