#include <banyan/learn/training_report.hpp>

#include <filesystem>
#include <system_error>

#include <banyan/core/file_writer.hpp>
#include <banyan/core/value.hpp>
#include <banyan/learn/net/report.hpp>
#include <banyan/learn/td/report.hpp>

namespace banyan {

namespace {
Result<std::string> training_report(const std::string& folder) {
  std::error_code ignored;
  if (const std::string store = folder + "/run.db"; std::filesystem::exists(store, ignored)) {
    const auto run = RunReader::open(store);
    return run ? run_report(*run) : run.error();
  }
  if (const TdFolder training(folder); std::filesystem::exists(training.curve(), ignored))
    return td_report(training);
  return Error{"'" + detail::shorten(folder) + "' is not a training run: it has no run.db and no curve.tsv"};
}
}  // namespace

Result<std::string> write_training_report(const std::string& folder) {
  const auto page = training_report(folder);
  if (!page) return page.error();
  const std::string file = folder + "/report.html";
  if (auto written = write_file(file, *page); !written) return written.error();
  return file;
}

}  // namespace banyan
