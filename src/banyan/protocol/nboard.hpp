// The NBoard protocol, version 2, by which NBoard drives programs that play Othello (Welty, "NBoard
// Protocol"), for any game of two players on a board of which cells are moves.
//
// How a tree search's figures are reported: an evaluation in discs is 10 · log10(p / (1 − p)) of the win rate
// p, at most 64; `set depth N` gives 100 · 2^(N/2) simulations a move, unless the agent's spec has limits of
// its own.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/protocol/host.hpp>
#include <banyan/protocol/protocol.hpp>

namespace banyan::protocol {

class NBoard final : public Protocol {
 public:
  // The error says that the game has no board of cells.
  static Result<std::unique_ptr<NBoard>> make(std::unique_ptr<Host> host, Write write);
  ~NBoard() override { host_->stop(); }

  bool take(std::string_view line) override;
  void finish() override { host_->wait(); }

 private:
  using Words = std::vector<std::string>;

  NBoard(std::unique_ptr<Host> host, Write write) : Protocol(std::move(write)), host_(std::move(host)) {}
  void say(const std::string& line) { write(line + "\n"); }
  void fail(const std::string& why) { say("status Error: " + why); }

  void set(std::string_view rest, const Words& words);
  Result<void> set_game(std::string_view ggf);
  Result<void> set_board(std::string_view text);
  void play(const std::string& word);
  void go();
  void hint(std::size_t moves);
  [[nodiscard]] std::optional<SearchLimits> limits() const;
  [[nodiscard]] std::string search_lines(const Analysis& analysis, std::size_t moves) const;

  std::unique_ptr<Host> host_;
  std::optional<std::size_t> depth_;
};

}  // namespace banyan::protocol
