// A report of a training as one self-contained page, light or dark as the reader's system is.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <banyan/learn/chart.hpp>

namespace banyan {

// A figure in large letters, and what it is of.
struct ReportFact {
  std::string value;
  std::string name;
};

struct ReportPage {
  std::string title;
  std::string about;  // a sentence
  std::vector<ReportFact> facts;
  std::vector<Chart> charts;  // those with nothing to draw are left out
  std::string tables;         // what follows the charts, as markup
};

std::string print_page(const ReportPage& page);

// Name, value and help, each as plain text.
using ReportSetting = std::array<std::string, 3>;
// The markup of a table of them.
std::string settings_table(const std::vector<ReportSetting>& settings);

}  // namespace banyan
