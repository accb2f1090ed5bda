// Output: results go to standard output, everything else to standard error. Writing never throws; a closed
// pipe is noticed at the end (or by output_problem()) and ends the program silently.
//
// Text from outside may contain control sequences (core/printable.hpp): out() and note() escape them.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include <banyan/core/printable.hpp>
#include <banyan/session/json.hpp>

namespace banyan::cli {

// Unescaped: for text with our own colours, in which everything from outside has passed printable().
void write_out(std::string_view text);
void write_error(std::string_view text);

// From now on nothing is written: for ranks that only help. What was last said on standard error
// is kept, its first line.
void mute_output();
std::string muted_reason();

// The errno of a failed write to standard output, or 0.
int output_problem();

template <class... Args>
void out(fmt::format_string<Args...> format, Args&&... args) {
  write_out(printable(fmt::format(format, std::forward<Args>(args)...), LineEnds::kept));
}

// A line on standard error.
template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  write_error(printable(fmt::format(format, std::forward<Args>(args)...), LineEnds::kept) + "\n");
}

inline void out_json(const Json& document) { write_out(print_json(document) + "\n"); }
inline void out_json_line(const Json& document) { write_out(print_json_line(document) + "\n"); }

}  // namespace banyan::cli
