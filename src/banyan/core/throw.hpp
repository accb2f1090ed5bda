// How the headers throw. A build without exceptions (-fno-exceptions) compiles them too: there an error that
// would be thrown is written to standard error, and the program aborts.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace banyan {

// Units of one program may differ in this.
#ifdef __cpp_exceptions
inline namespace with_exceptions {
#else
inline namespace without_exceptions {
#endif

// Throws `exception`, which is derived from std::exception.
template <class Exception>
[[noreturn]] void throw_or_abort(Exception&& exception) {
#ifdef __cpp_exceptions
  throw std::forward<Exception>(exception);
#else
  std::fprintf(stderr, "banyan: %s\n", exception.what());
  std::abort();
#endif
}

}  // namespace with_exceptions, without_exceptions

}  // namespace banyan
