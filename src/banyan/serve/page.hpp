// The page's files, which the build puts into the program (cmake/page.cmake, web/embed.mjs).
#pragma once

#include <span>
#include <string_view>

namespace banyan::serve {

struct PageFile {
  std::string_view path;  // "/index.html"
  std::string_view type;  // "text/html; charset=utf-8"
  std::string_view content;
  std::string_view zipped;   // the same by gzip; empty where that is no shorter
  std::string_view version;  // changes with the content
  bool lasting;              // its name changes with its content
};

// Empty when the program was built without the page.
std::span<const PageFile> page_files();

}  // namespace banyan::serve
