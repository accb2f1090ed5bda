// GTP, the Go Text Protocol, version 2 (Farnebäck, "Specification of the Go Text Protocol, version 2, draft
// 2", 2002), for any game of one or two players; with what GoGui, Sabaki and Lizzie add to it: lz-analyze and
// kata-analyze for live analysis, gogui-rules_… so that GoGui shows games other than Go, and commands with
// heat maps for its menu.
//
// Colours: black is the first player, unless the game calls its first player White. A move out of turn passes
// for the other player first, where passing is legal; so does handicap. Moves are vertices where a cell
// stands for a move (board_names.hpp), and otherwise the game's own text.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/protocol/board_names.hpp>
#include <banyan/protocol/host.hpp>
#include <banyan/protocol/protocol.hpp>

namespace banyan {
struct SgfGame;
}  // namespace banyan

namespace banyan::protocol {

class Gtp final : public Protocol {
 public:
  // The error says that the game seats too many players.
  static Result<std::unique_ptr<Gtp>> make(std::unique_ptr<Host> host, Write write);
  ~Gtp() override { host_->stop(); }

  bool take(std::string_view line) override;
  void finish() override;

 private:
  using Words = std::vector<std::string>;
  // An answer, or why there is none; empty if it is given later.
  using Answer = std::optional<Result<std::string>>;
  struct Command {
    std::string_view name;
    Answer (Gtp::*run)(const Words& words);
    bool (Gtp::*offered)() const = nullptr;  // by every game, if there is no such function
  };
  // What the thread of the host is doing.
  enum class Running { nothing, answer, stream };
  // How analyses are written: by Leela Zero's rules, or by KataGo's.
  enum class Dialect { leela, kata };
  struct StreamOptions {
    double interval = 1;  // seconds
    std::size_t fewest_moves = 0;
    std::size_t most_moves = 1000;
    // Which moves of the player to move are told: none of `avoided`, and only the `allowed`, if there are
    // any.
    std::vector<std::string> avoided{};
    std::vector<std::string> allowed{};
    [[nodiscard]] bool tells(const std::string& move) const;
  };
  struct Clock {
    double seconds = 0;
    int stones = 0;  // above 0 in overtime: to be played in these seconds
  };

  Gtp(std::unique_ptr<Host> host, Write write);
  static const std::vector<Command>& commands();
  [[nodiscard]] const Command* find(std::string_view name) const;
  void answer(const std::string& id, const Result<std::string>& result);
  void settle(bool at_once);

  // ---- gtp.cpp: administration and the game.
  Answer protocol_version(const Words&) { return Result<std::string>(std::string("2")); }
  Answer name(const Words&) { return Result<std::string>(std::string("Banyan")); }
  Answer version(const Words&) { return Result<std::string>(host_->version()); }
  Answer known_command(const Words& words);
  Answer list_commands(const Words& words);
  Answer quit(const Words& words);
  Answer boardsize(const Words& words);
  Result<Host::Values> values_of_size(const Words& size) const;
  Answer clear_board(const Words& words);
  Answer komi(const Words& words);
  Answer get_komi(const Words& words);
  Answer play(const Words& words);
  Answer undo(const Words& words);
  Answer genmove(const Words& words) { return move_for(words, true); }
  Answer reg_genmove(const Words& words) { return move_for(words, false); }
  Answer time_settings(const Words& words);
  Answer time_left(const Words& words);
  Answer showboard(const Words& words);
  Answer final_score(const Words& words);
  Answer final_status_list(const Words& words);
  Answer cputime(const Words& words);

  // ---- gtp_setup.cpp: handicap and game records.
  Answer fixed_handicap(const Words& words);
  Answer place_free_handicap(const Words& words);
  Answer set_free_handicap(const Words& words);
  Answer loadsgf(const Words& words);
  Result<Host::Values> values_of_record(const SgfGame& game) const;
  Result<void> begin_record(const SgfGame& game);
  Result<std::vector<std::size_t>> handicap_cells(const Words& words) const;
  Result<std::string> put_handicap(const std::vector<std::string>& moves);

  // ---- gtp_analysis.cpp: live analysis.
  Answer lz_analyze(const Words& words) { return stream(words, Dialect::leela); }
  Answer kata_analyze(const Words& words) { return stream(words, Dialect::kata); }
  Answer lz_genmove_analyze(const Words& words) { return stream_move(words, Dialect::leela); }
  Answer kata_genmove_analyze(const Words& words) { return stream_move(words, Dialect::kata); }
  Answer stream(const Words& words, Dialect dialect);
  Answer stream_move(const Words& words, Dialect dialect);
  Result<StreamOptions> stream_options(const Words& words, std::size_t first) const;
  Result<void> restrict_moves(const Words& words, std::size_t key, StreamOptions& options) const;
  std::function<void(const Analysis&)> reporter(const StreamOptions& options, Dialect dialect);
  [[nodiscard]] std::string info_line(const Analysis& analysis, const StreamOptions& options,
                                      Dialect dialect) const;
  [[nodiscard]] std::string line_text(const VertexList& vertices,
                                      const std::vector<std::string>& moves) const;

  // ---- gtp_gogui.cpp: what GoGui adds.
  Answer rules_game_id(const Words& words);
  Answer rules_board(const Words& words);
  Answer rules_board_size(const Words& words);
  Answer rules_legal_moves(const Words& words);
  Answer rules_side_to_move(const Words& words);
  Answer rules_final_result(const Words& words);
  Answer analyze_commands(const Words& words);
  Answer interrupt(const Words& words);
  Answer visits_map(const Words& words);
  Answer winrate_map(const Words& words);
  Answer option(const Words& words);
  Answer heat_map(double (*number)(const Analysis&, const Analysis::Move&));

  // ---- Shared.
  Answer move_for(const Words& words, bool plays);
  [[nodiscard]] Result<Player> colour(const Words& words, std::size_t index) const;
  [[nodiscard]] std::string colour_name(Player player) const;
  // The moves that give a player the turn: none, or a pass of the other. The error says whose turn it is.
  [[nodiscard]] Result<Words> turn_of(Player player) const;
  [[nodiscard]] std::optional<SearchLimits> limits_for(Player player) const;
  void count_time(Player player, double seconds);
  [[nodiscard]] std::string vertex(const Position& position, std::string_view move) const {
    return vertex_of_move(names_, position, move);
  }
  [[nodiscard]] bool has_board() const { return names_.has_value(); }
  [[nodiscard]] bool has_komi() const { return host_->has_parameter("komi"); }
  [[nodiscard]] bool can_pass() const;
  void game_changed();

  std::unique_ptr<Host> host_;
  std::optional<BoardNames> names_;
  Running running_ = Running::nothing;
  std::string id_;  // of the command being run
  bool over_ = false;
  bool timed_ = false;  // whether time_settings gave limits
  Clock main_time_;
  Clock overtime_;
  std::array<Clock, 2> left_{};
};

}  // namespace banyan::protocol
