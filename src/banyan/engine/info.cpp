#include <banyan/engine/info.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <banyan/core/value.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
// The share of points that an advantage in centipawns stands for, as a value.
double value_of_centipawns(double centipawns) { return 2 / (1 + std::pow(10, -centipawns / 400)) - 1; }

// A share of a scale; unknown where it is not on the scale.
double share_of(const std::string& text, double scale) {
  const auto number = parse_value<double>(text);
  const double share = number ? *number / scale : GtpInfo::none;
  return share >= 0 && share <= 1 ? share : GtpInfo::none;
}
}  // namespace

UciInfo parse_uci_info(const std::vector<std::string>& words) {
  UciInfo info;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "string") break;
    if (word == "pv") {
      info.moves.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    const auto number = parse_value<long long>(i + 1 < words.size() ? words[i + 1] : "");
    if (!number) continue;
    if (word == "multipv") {
      info.line = static_cast<int>(std::clamp(*number, 1LL, 1'000'000LL));
    } else if (word == "nodes") {
      if (*number >= 0) info.nodes = static_cast<std::uint64_t>(*number);
    } else if (word == "seldepth" || word == "depth") {
      if (*number >= 0 && *number < 100'000) info.depth = static_cast<std::uint32_t>(*number);
    } else if (word == "cp") {
      info.value = value_of_centipawns(static_cast<double>(*number));
    } else if (word == "mate") {
      info.value = *number > 0 ? 1 : -1;
      info.proven = *number > 0 ? "win" : "loss";
    }
  }
  return info;
}

std::vector<GtpInfo> parse_gtp_info(std::string_view text, double scale) {
  constexpr double most_visits = 1e15;
  const auto words = split_words(text);
  std::vector<GtpInfo> infos;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "info") infos.emplace_back();
    if (infos.empty() || words[i] == "info") continue;
    GtpInfo& info = infos.back();
    const auto next = [&] { return i + 1 < words.size() ? words[++i] : std::string(); };
    if (words[i] == "move") {
      info.move = next();
    } else if (words[i] == "visits") {
      const auto visits = parse_value<double>(next());
      info.visits = visits && *visits >= 0 && *visits < most_visits ? static_cast<std::uint64_t>(*visits) : 0;
    } else if (words[i] == "winrate") {
      info.win_rate = share_of(next(), scale);
    } else if (words[i] == "prior") {
      info.prior = share_of(next(), scale);
    } else if (words[i] == "pv") {
      while (i + 1 < words.size() && words[i + 1] != "info") info.line.push_back(words[++i]);
    }
  }
  std::erase_if(infos, [](const GtpInfo& info) { return info.move.empty(); });
  return infos;
}

}  // namespace banyan
