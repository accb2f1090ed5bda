#include <banyan/protocol/nboard.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <banyan/core/value.hpp>
#include <banyan/protocol/board_names.hpp>
#include <banyan/protocol/ggf.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

namespace {
// As NBoard writes moves: F5, PA.
std::string nboard_move(std::string_view move) {
  if (move == "pass") return "PA";
  std::string text(move);
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

double in_discs(double win_rate) {
  if (!std::isfinite(win_rate)) return 0;
  constexpr double most = 64;
  if (win_rate <= 0 || win_rate >= 1) return win_rate <= 0 ? -most : most;
  return std::clamp(10 * std::log10(win_rate / (1 - win_rate)), -most, most);
}

bool only_pass(const Position& position) {
  const auto legal = position.legal();
  return legal.size() == 1 && legal[0] == "pass";
}
}  // namespace

Result<std::unique_ptr<NBoard>> NBoard::make(std::unique_ptr<Host> host, Write write) {
  const auto legal = host->position().legal();
  const bool has_points = !legal.empty() && cell_of_move(host->position(), legal.front());
  if (host->info().players != 2 || host->info().chance || !has_points)
    return Error{"the NBoard protocol is for games of two players on a board of cells; " + host->info().name +
                 " is not one"};
  return std::unique_ptr<NBoard>(new NBoard(std::move(host), std::move(write)));
}

// Lines that are not understood are ignored, as the protocol requires.
bool NBoard::take(std::string_view line) {
  const Words words = split_words(line);
  if (words.empty()) return true;
  const std::string& command = words[0];
  const std::string rest = words.size() > 1 ? join_words({words.begin() + 1, words.end()}) : "";
  if (command == "quit") {
    host_->stop();
    return false;
  }
  if (command == "ping") {
    host_->stop();
    say("pong " + rest);
    return true;
  }
  if (command == "learn") {
    host_->stop();
    say("learned");
    return true;
  }
  if (command != "nboard" && command != "set" && command != "move" && command != "hint" && command != "go")
    return true;
  host_->stop();
  if (command == "nboard") say("set myname Banyan");
  if (command == "set") set(rest, words);
  if (command == "move" && words.size() > 1) play(words[1]);
  if (command == "go") go();
  if (command == "hint") {
    const auto moves =
        words.size() > 1 ? parse_value<std::size_t>(words[1], between(1, 1000)) : Result<std::size_t>(1);
    if (!moves) {
      fail("hint: " + moves.error().message);
    } else {
      hint(*moves);
    }
  }
  return true;
}

void NBoard::set(std::string_view rest, const Words& words) {
  if (words.size() < 2) return;
  if (words[1] == "depth") {
    const auto depth = words.size() == 3 ? parse_value<std::size_t>(words[2], between(0, 60)) : Error{};
    if (!depth) return fail("set depth takes a whole number from 0 to 60");
    depth_ = *depth;
    say("set myname Banyan" + std::to_string(*depth));
  } else if (words[1] == "game") {
    if (auto done = set_game(rest); !done) fail(done.error().message);
  }
}

Result<void> NBoard::set_game(std::string_view ggf) {
  const auto record = parse_ggf(ggf);
  if (!record) return record.error();
  std::string text;
  for (std::size_t i = 0; i < record->cells.size(); ++i) {
    if (i > 0 && i % record->side == 0) text += '/';
    text += record->cells[i] == '*' ? 'x' : record->cells[i] == 'O' ? 'o' : '.';
  }
  if (auto placed = set_board(text + (record->black_begins ? " x" : " o")); !placed) return placed;
  for (const GgfRecord::Move& move : record->moves) {
    const Player player = move.black ? 0 : 1;
    if (host_->player() && *host_->player() != player && only_pass(host_->position()))
      if (auto passed = host_->play({"pass"}); !passed) return passed;
    if (host_->player() != player) return Error{"GGF: " + move.text + " comes out of turn"};
    if (auto played = host_->play({move.text}); !played) return played;
  }
  return {};
}

// At the game's start where it is that position, so that the record has no position of its own.
Result<void> NBoard::set_board(std::string_view text) {
  if (host_->session().game().start()->text() != text) return host_->restart_at(text);
  host_->restart();
  return {};
}

void NBoard::play(const std::string& word) {
  if (auto played = host_->play({ggf_move(word)}); !played) fail(played.error().message);
}

std::optional<SearchLimits> NBoard::limits() const {
  if (!depth_ || host_->own_limits().any()) return std::nullopt;
  const double simulations = 100 * std::exp2(static_cast<double>(*depth_) / 2);
  return SearchLimits{.sims = static_cast<std::uint64_t>(simulations)};
}

// search PV EVAL 0 DEPTH TEXT, a line a move.
std::string NBoard::search_lines(const Analysis& analysis, std::size_t moves) const {
  std::string text;
  std::size_t number = 0;
  for (const Analysis::Move& move : analysis.moves) {
    if (number >= moves || (number > 0 && move.visits == 0)) break;
    ++number;
    std::string line = nboard_move(move.move);
    if (move.move == analysis.best)
      for (std::size_t i = 1; i < analysis.line.size(); ++i) line += "-" + nboard_move(analysis.line[i]);
    text += fmt::format("search {} {:.2f} 0 {} {} visits\n", line, in_discs(move.win_rate),
                        analysis.max_depth, move.visits);
  }
  return text + fmt::format("nodestats {} {:.2f}\n", analysis.simulations, analysis.seconds);
}

void NBoard::go() {
  if (!host_->player()) return fail("the game is over");
  say("status Banyan is thinking");
  host_->think({.limits = limits(),
                .progress = [this](const Analysis& so_far) { write(search_lines(so_far, 1)); },
                .done =
                    [this](const Analysis& analysis, const std::stop_token& stop) {
                      if (stop.stop_requested()) return say("status");  // its result is not wanted any more
                      if (!analysis.best) return fail(analysis.error);
                      write(fmt::format("nodestats {} {:.2f}\n=== {}/{:.2f}/{:.2f}\nstatus\n",
                                        analysis.simulations, analysis.seconds, nboard_move(*analysis.best),
                                        in_discs(analysis.win_rate), analysis.seconds));
                    }});
}

void NBoard::hint(std::size_t moves) {
  if (!host_->player()) return fail("the game is over");
  say("status Banyan is analyzing");
  host_->think({.whole_budget = true,
                .limits = limits(),
                .progress = [this, moves](const Analysis& so_far) { write(search_lines(so_far, moves)); },
                .done =
                    [this, moves](const Analysis& analysis, const std::stop_token& stop) {
                      if (stop.stop_requested()) return say("status");
                      if (!analysis.error.empty()) return fail(analysis.error);
                      write(search_lines(analysis, moves) + "status\n");
                    }});
}

}  // namespace banyan::protocol
