// GTP: live analysis in the words of Leela Zero (lz-analyze) and KataGo (kata-analyze), which Sabaki and
// Lizzie show.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <banyan/core/clock.hpp>
#include <banyan/protocol/gtp.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

namespace {
// Number of moves shown with a line; more would slow the search down.
constexpr std::size_t most_lines = 32;

// A number from 0 to 1 as the dialect writes it: Leela Zero in hundredths of a percent.
std::string share(double x, bool leela) {
  x = std::clamp(x, 0.0, 1.0);
  return leela ? fmt::format("{:.0f}", 10000 * x) : fmt::format("{:.6f}", x);
}

// Keys whose values concern what is not computed here: territory by point, and the visits of a line.
bool is_ignored(const std::string& key) {
  static const std::vector<std::string> keys{"ownership", "ownershipStdev", "movesOwnership",
                                             "pvVisits",  "rootInfo",       "movesOwnershipStdev"};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}
}  // namespace

Result<Gtp::StreamOptions> Gtp::stream_options(const Words& words, std::size_t first) const {
  StreamOptions options;
  const auto set_interval = [&](const std::string& text) -> Result<void> {
    const auto hundredths = parse_value<double>(text, between(0, 1e9));
    if (!hundredths) return hundredths.error();
    options.interval = *hundredths / 100;
    return {};
  };
  for (std::size_t i = first; i < words.size(); ++i) {
    if (parse_value<double>(words[i])) {
      if (auto set = set_interval(words[i]); !set) return set.error();
      continue;
    }
    if (i + 1 >= words.size()) return Error{"syntax error: '" + detail::shorten(words[i]) + "' has no value"};
    const std::string& key = words[i];
    const std::string& value = words[++i];
    if (key == "interval") {
      if (auto set = set_interval(value); !set) return set.error();
    } else if (key == "minmoves" || key == "maxmoves") {
      const auto number = parse_value<std::size_t>(value, between(0, 1e6));
      if (!number) return number.error();
      (key == "minmoves" ? options.fewest_moves : options.most_moves) = *number;
    } else if (key == "avoid" || key == "allow") {
      if (auto restricted = restrict_moves(words, i - 1, options); !restricted) return restricted.error();
      i += 2;
    } else if (!is_ignored(key)) {
      return Error{"unknown key '" + detail::shorten(key) +
                   "'; there are: interval minmoves maxmoves avoid allow"};
    }
  }
  return options;
}

// "avoid COLOUR VERTEX,VERTEX,… DEPTH", from `key` on. All moves are searched; of the player to move these
// are told or left out. What the other player may do is not restricted.
Result<void> Gtp::restrict_moves(const Words& words, std::size_t key, StreamOptions& options) const {
  const auto player = colour(words, key + 1);
  if (!player) return player.error();
  if (key + 3 >= words.size() || !parse_value<std::uint32_t>(words[key + 3]))
    return Error{"syntax error: " + words[key] +
                 " takes a colour, vertices with commas between, and a depth"};
  if (host_->player() != *player) return {};
  const std::string& list = words[key + 2];
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    (words[key] == "avoid" ? options.avoided : options.allowed)
        .push_back(move_of_vertex(names_, host_->position(), list.substr(at, comma - at)));
    at = comma + 1;
  }
  return {};
}

bool Gtp::StreamOptions::tells(const std::string& move) const {
  const auto lists = [&](const std::vector<std::string>& moves) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  };
  return !lists(avoided) && (allowed.empty() || lists(allowed));
}

std::string Gtp::line_text(const VertexList& vertices, const std::vector<std::string>& moves) const {
  if (moves.size() == 1) return " " + vertices.of(host_->position(), moves[0]);
  std::string text;
  const auto position = host_->position().clone();
  for (const std::string& move : moves) {
    text += " " + vertices.of(*position, move);
    if (!position->play(move)) break;
  }
  return text;
}

std::string Gtp::info_line(const Analysis& analysis, const StreamOptions& options, Dialect dialect) const {
  const bool leela = dialect == Dialect::leela;
  const VertexList vertices(names_, host_->position());
  std::string text;
  std::size_t order = 0;
  for (const Analysis::Move& move : analysis.moves) {
    if (order >= options.most_moves ||
        (move.visits == 0 && order >= std::max<std::size_t>(1, options.fewest_moves)))
      break;
    if (!options.tells(move.move)) continue;
    const bool best = move.move == analysis.best;
    text += fmt::format("{}info move {} visits {}", text.empty() ? "" : " ",
                        vertices.of(host_->position(), move.move), move.visits);
    if (std::isfinite(move.win_rate)) text += " winrate " + share(move.win_rate, leela);
    if (!leela && std::isfinite(move.value))
      text += fmt::format(" {} {:.6f}", std::isfinite(move.win_rate) ? "utility" : "scoreMean", move.value);
    // Without priors all moves are as likely.
    const double prior =
        std::isfinite(move.prior) ? move.prior : 1.0 / static_cast<double>(analysis.moves.size());
    text += " prior " + share(prior, leela);
    if (std::isfinite(move.win_rate)) {
      // A proven value has no interval.
      const double low = move.proven ? move.value : std::isfinite(move.low) ? move.low : -1;
      text += " lcb " + share((low + 1) / 2, leela);
    }
    text += fmt::format(" order {} pv{}", order++,
                        line_text(vertices, best ? analysis.line : move.line_or_move()));
  }
  return text.empty() ? text : text + "\n";  // an empty line would end the answer
}

std::function<void(const Analysis&)> Gtp::reporter(const StreamOptions& options, Dialect dialect) {
  // Reports of a search come every tenth of a second; one that is slightly early counts as on time.
  constexpr double slack = 0.02;
  return
      [this, options, dialect, watch = Stopwatch{}, next = options.interval](const Analysis& so_far) mutable {
        if (watch.seconds() + slack < next || so_far.moves.empty()) return;
        next = watch.seconds() + options.interval;
        write(info_line(so_far, options, dialect));
      };
}

Gtp::Answer Gtp::stream(const Words& words, Dialect dialect) {
  if (!host_->player()) return Result<std::string>(Error{"the game is over"});
  const auto player = colour(words, 0);
  if (player && *player != *host_->player())
    return Result<std::string>(Error{"it is " + colour_name(*host_->player()) + "'s turn"});
  const auto options = stream_options(words, player ? 1 : 0);
  if (!options) return Result<std::string>(options.error());
  write("=" + id_ + "\n");
  running_ = Running::stream;
  host_->think(
      {.whole_budget = true,
       .limits = SearchLimits::until_stopped(),
       .lines = std::min(options->most_moves, most_lines),
       .progress = reporter(*options, dialect),
       .done = [this, options = *options, dialect](const Analysis& analysis, const std::stop_token& stop) {
         const bool nothing_yet = stop.stop_requested() && analysis.simulations == 0;
         if (analysis.error.empty() && !nothing_yet) write(info_line(analysis, options, dialect));
       }});
  return std::nullopt;
}

Gtp::Answer Gtp::stream_move(const Words& words, Dialect dialect) {
  const auto player = colour(words, 0);
  if (!player) return Result<std::string>(player.error());
  const auto options = stream_options(words, 1);
  if (!options) return Result<std::string>(options.error());
  const auto before = turn_of(*player);
  if (!before) return Result<std::string>(before.error());
  if (!before->empty())
    if (auto passed = host_->play(*before); !passed) return Result<std::string>(passed.error());
  if (host_->player() != *player) return Result<std::string>(Error{"the game is over"});
  write("=" + id_ + "\n");
  running_ = Running::answer;
  host_->think({.limits = limits_for(*player),
                .lines = std::min(options->most_moves, most_lines),
                .progress = reporter(*options, dialect),
                .done =
                    [this, player = *player, options = *options, dialect, watch = Stopwatch{}](
                        const Analysis& analysis, const std::stop_token&) {
                      if (!analysis.best) return write("play resign\n\n");  // the answer has begun
                      std::string text = info_line(analysis, options, dialect);
                      text += "play " + vertex(host_->position(), *analysis.best) + "\n\n";
                      if (host_->play({*analysis.best})) count_time(player, watch.seconds());
                      write(text);
                    },
                .ponder_after = true});
  return std::nullopt;
}

}  // namespace banyan::protocol
