// What goes where: answers to standard output, everything else to standard error. Writing never throws; a
// reader that went away is noticed at the end (or by output_problem()) and ends the program quietly.
#pragma once

#include <string_view>

#include <fmt/format.h>

#include <banyan/session/json.hpp>

namespace banyan::cli {

void write_out(std::string_view text);
void write_error(std::string_view text);

// Why standard output can't be written any more (an errno), or 0.
int output_problem();

template <class... Args>
void out(fmt::format_string<Args...> format, Args&&... args) {
  write_out(fmt::format(format, std::forward<Args>(args)...));
}

// A line for the person in front of the screen.
template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  write_error(fmt::format(format, std::forward<Args>(args)...) + "\n");
}

inline void out_json(const Json& document) { write_out(print_json(document) + "\n"); }

}  // namespace banyan::cli
