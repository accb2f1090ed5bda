// What goes where: answers to standard output, everything else to standard error. Writing never throws; a
// reader that went away is noticed at the end (or by output_problem()) and ends the program quietly.
//
// Text from outside may hold control sequences (core/printable.hpp): out() and note() let none pass.
#pragma once

#include <string_view>

#include <fmt/format.h>

#include <banyan/core/printable.hpp>
#include <banyan/session/json.hpp>

namespace banyan::cli {

// As it is: for text with colours of our own, in which everything from outside is printable().
void write_out(std::string_view text);
void write_error(std::string_view text);

// Why standard output can't be written any more (an errno), or 0.
int output_problem();

template <class... Args>
void out(fmt::format_string<Args...> format, Args&&... args) {
  write_out(printable(fmt::format(format, std::forward<Args>(args)...), LineEnds::kept));
}

// A line for the person in front of the screen.
template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  write_error(printable(fmt::format(format, std::forward<Args>(args)...), LineEnds::kept) + "\n");
}

inline void out_json(const Json& document) { write_out(print_json(document) + "\n"); }
inline void out_json_line(const Json& document) { write_out(print_json_line(document) + "\n"); }

}  // namespace banyan::cli
