// What engines say of their searches, from any bytes: read to numbers that are in their ranges.
#include <cmath>
#include <cstdint>

#include <banyan/engine/info.hpp>
#include <banyan/session/words.hpp>

#include "fuzz.hpp"

namespace {
bool is_share(double x) { return std::isnan(x) || (x >= 0 && x <= 1); }
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = as_text(data, size);
  while (!text.empty()) {
    const std::string line(take_line(text));
    const banyan::UciInfo uci = banyan::parse_uci_info(banyan::split_words(line));
    must(uci.line >= 1);
    must(!uci.value || (*uci.value >= -1 && *uci.value <= 1));
    must(!uci.proven || uci.value);
    for (const double scale : {1.0, 10'000.0})
      for (const banyan::GtpInfo& gtp : banyan::parse_gtp_info(line, scale))
        must(!gtp.move.empty() && is_share(gtp.win_rate) && is_share(gtp.prior));
  }
  return 0;
}
