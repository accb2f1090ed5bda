// UCI, the Universal Chess Interface (Meyer-Kahlen, 2004), for chess, Chess960 (UCI_Chess960), and by
// UCI_Variant for every other game of two players without chance, in the position text and moves of that
// game. White is the player who begins.
//
// How a tree search's figures are reported: a node is a simulation; the score in centipawns is 400 · log10(p
// / (1 − p)) of the win rate p; where a result is proven, mate if the expected line reaches the end of the
// game, else ±20000; the depth is the length of the expected line. `go depth N` ends when that line has N
// moves, and at the agent's own limits at the latest.
#pragma once

#include <atomic>
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

class Uci final : public Protocol {
 public:
  // The error says that the game is not one of two players without chance.
  static Result<std::unique_ptr<Uci>> make(std::unique_ptr<Host> host, Write write);
  ~Uci() override { host_->stop(); }

  bool take(std::string_view line) override;
  void finish() override;

 private:
  using Words = std::vector<std::string>;
  struct Go {
    std::optional<SearchLimits> limits{};
    bool endless = false;  // until stop or ponderhit
    std::size_t depth = 0;
  };

  Uci(std::unique_ptr<Host> host, Write write) : Protocol(std::move(write)), host_(std::move(host)) {}
  void tell(const std::string& what) { write("info string " + what + "\n"); }

  // ---- uci.cpp
  void identify();
  void set_option(const Words& words);
  Result<void> set_named_option(const std::string& name, const std::string& value);
  void forget_position();
  void set_position(const Words& words);
  Result<void> read_position(const Words& words);
  Result<void> place(const std::optional<std::string>& text, const Words& moves);
  Result<void> follow(const std::optional<std::string>& text, const Words& moves);
  void go(const Words& words);
  struct GoNumbers;
  GoNumbers read_numbers(const Words& words);
  [[nodiscard]] Go limits_of(const GoNumbers& numbers) const;
  void start(const Go& go);
  void ponder_hit();

  // ---- uci_text.cpp: what is written.
  [[nodiscard]] std::string option_lines() const;
  [[nodiscard]] std::string info_lines(const Analysis& analysis) const;
  [[nodiscard]] std::string best_move(const Analysis& analysis) const;
  [[nodiscard]] std::optional<Words> line_to_win(const Words& line, bool own_win) const;
  [[nodiscard]] Words coordinates(const Words& line) const;
  [[nodiscard]] std::vector<std::string> variants() const;
  [[nodiscard]] static std::string variant_name(const GameInfo& info);
  [[nodiscard]] std::string spec_of_variant(const std::string& variant) const;

  std::unique_ptr<Host> host_;
  bool running_ = false;             // a search that has not been waited for
  bool endless_ = false;             // of that search
  std::atomic<bool> quiet_ = false;  // the search that is stopped now answers nothing
  bool chess960_ = false;
  std::size_t multi_pv_ = 1;
  std::optional<std::string> from_;  // the last `position`
  std::string claimed_;              // the spec of the game, while it is played without its claims of draws
  Words moves_;
  std::string refused_;          // why the last `position` was not taken; empty if it was
  std::optional<Go> pondering_;  // what follows a ponderhit
};

}  // namespace banyan::protocol
