// The learning curve of a 2048 training, curve.tsv, from any bytes: refused with a message, or read and drawn
// as a page. Cut off, as resuming does, it keeps rows that it had.
#include <cstdint>
#include <fstream>
#include <string>

#include <banyan/learn/td/report.hpp>
#include <banyan/store/learning_curve.hpp>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const banyan::TdFolder folder(scratch_folder().string());
  std::ofstream(folder.curve(), std::ios::binary) << as_text(data, size);
  const auto before = banyan::read_curve(folder.curve());
  read_or_refused(banyan::td_report(folder));
  must(folder.cut_curve(size).ok());
  const auto after = banyan::read_curve(folder.curve());
  if (!read_or_refused(before)) return 0;
  must(after.ok());
  must(after->size() <= before->size());
  for (const banyan::LearningPoint& point : *after) must(point.games <= size);
  return 0;
}
