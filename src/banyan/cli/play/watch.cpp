#include <banyan/cli/play/watch.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <banyan/cli/agents.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/play/watch_screen.hpp>
#include <banyan/core/clock.hpp>

namespace banyan::cli {

namespace {
// Players' moves up to this point.
std::size_t moves_made(const Session& session, std::size_t until) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < until; ++i) count += session.position_at(i).player() != chance_player ? 1 : 0;
  return count;
}

std::string head(const std::string& game, const Position& position, std::size_t moves, TextStyle style) {
  std::string text = bold(printable(game), style) + fmt::format("   move {}", moves);
  const std::vector<double> paid = position.paid();
  if (paid.size() == 1) text += fmt::format("   score {:.0f}", paid[0]);
  return text + "\n\n";
}

std::string board(const Position& position, TextStyle style) {
  if (const auto picture = position.picture()) return draw_watched(*picture, std::nullopt, style);
  return position.text().value_or("") + "\n";
}

// Points are shown without decimals, wins and losses with.
std::string number_or_dash(double x) {
  return std::isfinite(x) ? fmt::format("{:.{}f}", x, std::abs(x) < 10 ? 3 : 1) : "-";
}

// Lists moves in the game's order, so that each keeps its line from frame to frame.
std::string thoughts(const Analysis& analysis, const std::vector<std::string>& legal, TextStyle style) {
  constexpr std::size_t most_moves = 8;
  constexpr double bar_width = 24;
  std::string text = dim(fmt::format("  {:<8} {:>12} {:>10}", "move", "value", "visits"), style) + "\n";
  std::vector<Analysis::Move> moves = analysis.moves;
  if (legal.size() <= most_moves)
    std::stable_sort(moves.begin(), moves.end(), [&](const auto& a, const auto& b) {
      return std::find(legal.begin(), legal.end(), a.move) < std::find(legal.begin(), legal.end(), b.move);
    });
  moves.resize(std::min(moves.size(), most_moves));
  std::uint64_t visits = 1;
  for (const auto& move : moves) visits = std::max(visits, move.visits);
  for (const auto& move : moves) {
    const bool best = move.move == analysis.best;
    const double share = static_cast<double>(move.visits) / static_cast<double>(visits);
    std::string bar;
    for (int i = 0; i < static_cast<int>(share * bar_width); ++i) bar += "█";
    const std::string line = fmt::format("{} {:<8} {:>12} {:>10} ", best ? ">" : " ", move.move,
                                         number_or_dash(move.value), move.visits);
    text += (best ? bold(line, style) : line) + dim(bar, style) + "\n";
  }
  if (analysis.simulations > 0 && analysis.seconds > 0)
    text += fmt::format("\n  {} simulations, {:.0f} a second, {} plies deep\n", analysis.simulations,
                        static_cast<double>(analysis.simulations) / analysis.seconds, analysis.max_depth);
  return text;
}

// Waits between two frames and handles keys.
class FrameTimer {
 public:
  FrameTimer(WatchScreen& screen, double speed) : screen_(screen), speed_(speed) {}

  // Waits until the next frame is due. Returns the key that ended the wait unless it only changes the pace;
  // such changes are shown at once.
  template <class Show>
  Key wait(Show&& show) {
    while (true) {
      show();
      const double left = next_ - watch_.seconds();
      const Key key = paused_ ? screen_.wait(-1) : screen_.wait(std::max(0.0, left));
      switch (key) {
        case Key::pause: paused_ = !paused_; break;
        case Key::faster: speed_ *= 2; break;
        case Key::slower: speed_ /= 2; break;
        case Key::step:
        case Key::back: paused_ = true; [[fallthrough]];
        case Key::quit: return begin(key);
        case Key::none: break;
      }
      if (!paused_ && watch_.seconds() >= next_) return begin(Key::none);
    }
  }
  [[nodiscard]] std::string help() const {
    if (!screen_.has_keys()) return {};
    return dim(fmt::format("\n  {}   space pause   s step   + - speed ({:g} moves/s)   q quit",
                           paused_ ? "PAUSED" : "      ", speed_),
               screen_.style()) +
           "\n";
  }

 private:
  WatchScreen& screen_;
  double speed_;
  bool paused_ = false;
  Stopwatch watch_;
  double next_ = 0;

  Key begin(Key key) {
    next_ = watch_.seconds() + 1 / speed_;
    return key;
  }
};
}  // namespace

std::string draw_watched(const Picture& picture, const std::optional<std::size_t>& marked_cell,
                         TextStyle style) {
  const bool tiles =
      !picture.cells.empty() && std::all_of(picture.cells.begin(), picture.cells.end(), [](const auto& c) {
        return c.owner < 0 &&
               std::all_of(c.text.begin(), c.text.end(), [](char x) { return x >= '0' && x <= '9'; });
      });
  if (!tiles || !style.colour) return draw(picture, marked_cell, style);
  // From light for 2 to dark for 131072, in colours of 256-colour terminals.
  constexpr std::array<int, 18> colours{236, 255, 230, 222, 215, 209, 203, 227, 226,
                                        220, 214, 208, 118, 40,  39,  27,  93,  201};
  constexpr std::size_t width = 8;
  std::string text;
  for (std::size_t row = 0; row < picture.rows; ++row)
    for (const bool middle : {false, true, false}) {
      text += "  ";
      for (std::size_t column = 0; column < picture.columns; ++column) {
        const std::string& tile = picture.at(row, column).text;
        const auto power = tile.empty() ? 0U : static_cast<unsigned>(std::bit_width(std::stoul(tile))) - 1;
        text += fmt::format("\x1b[48;5;{}m\x1b[38;5;16m\x1b[1m{:^{}}\x1b[0m ", colours[std::min(power, 17U)],
                            middle ? tile : "", width);
      }
      text += '\n';
    }
  return text;
}

Result<std::string> watch_game(PlaySetup& setup, double speed, const Interrupt& interrupt) {
  auto agents = seat_agents(setup);
  if (!agents) return agents.error();
  Round round(setup.session, *std::move(agents));
  WatchScreen screen(interrupt);
  FrameTimer timer(screen, speed);
  std::size_t moves = moves_made(setup.session, setup.session.moves().size());
  std::string last_thoughts;
  const auto show = [&] {
    screen.show(head(setup.game, setup.session.position(), moves, screen.style()) +
                board(setup.session.position(), screen.style()) + "\n" + last_thoughts + timer.help());
  };
  while (!setup.session.over()) {
    if (setup.session.at_chance()) {
      round.play_chance(setup.seed);
      continue;
    }
    if (timer.wait(show) == Key::quit || output_problem() != 0) return std::string{};
    const std::size_t seat = round.seat_to_move();
    const std::string& spec = setup.seats[seat];
    const Analysis analysis = round.choose({.stop = interrupt.token(), .progress = {}});
    if (!analysis.error.empty()) return printable(spec) + ": " + analysis.error;
    if (analysis.resigns) {
      setup.resigned = static_cast<int>(seat);
      last_thoughts = fmt::format("  {} resigns\n", printable(spec));
      show();
      return std::string{};
    }
    if (interrupt.happened() || !analysis.best) return std::string{};
    last_thoughts = fmt::format("  {}\n", printable(spec)) +
                    thoughts(analysis, setup.session.position().legal(), screen.style());
    if (!round.play(*analysis.best)) return std::string{};
    ++moves;
  }
  if (const std::string& problem = setup.session.position().problem(); !problem.empty())
    return "the game can't go on: " + problem;
  last_thoughts += "\n  " + status_line(setup.session) + "\n";
  show();
  return std::string{};
}

bool watch_replay(const Session& session, const std::string& game, double speed, const Interrupt& interrupt) {
  WatchScreen screen(interrupt);
  FrameTimer timer(screen, speed);
  const std::size_t last = session.moves().size();
  for (std::size_t i = 0;;) {
    const bool at_chance = session.position_at(i).player() == chance_player;
    const std::string next = i < last ? "next: " + session.moves()[i] : status_line(session);
    const auto show = [&] {
      screen.show(head(game, session.position_at(i), moves_made(session, i), screen.style()) +
                  board(session.position_at(i), screen.style()) + "\n  " + next + "\n" + timer.help());
    };
    if (at_chance || i == last) show();
    if (i == last && !screen.has_keys()) return true;
    const Key key = i == last ? screen.wait(-1) : at_chance ? Key::none : timer.wait(show);
    if (key == Key::quit || output_problem() != 0) return i == last && !interrupt.happened();
    if (key == Key::back) {
      do i -= i > 0 ? 1 : 0;
      while (i > 0 && session.position_at(i).player() == chance_player);
    } else if (i < last) {
      ++i;
    }
  }
}

}  // namespace banyan::cli
