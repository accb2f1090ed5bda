#include <banyan/arena/elo_text.hpp>

#include <cmath>

#include <fmt/format.h>

namespace banyan {

std::string elo_text(double elo, double low, double high) {
  const auto end = [](double x, const char* unbounded) {
    return std::isfinite(x) ? fmt::format("{:+.0f}", x) : unbounded;
  };
  if (!std::isfinite(low) && !std::isfinite(high)) return end(elo, "-");
  return fmt::format("{} [{}, {}]", end(elo, std::isfinite(low) ? "∞" : "-∞"), end(low, "-∞"),
                     end(high, "∞"));
}

}  // namespace banyan
