// The protocol of Gomocup, by which Piskvork and other managers drive programs that play Gomoku ("Gomoku AI
// protocol", Petříček and Laštovička), for any game of two players whose moves fill empty cells of a board.
// Coordinates are x,y from the top left, counted from 0.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/protocol/host.hpp>
#include <banyan/protocol/protocol.hpp>

namespace banyan::protocol {

class Gomocup final : public Protocol {
 public:
  // The error says that the game has no board to put stones on.
  static Result<std::unique_ptr<Gomocup>> make(std::unique_ptr<Host> host, Write write);
  ~Gomocup() override { host_->stop(); }

  bool take(std::string_view line) override;
  void finish() override { host_->wait(); }

 private:
  struct Point {
    std::size_t x = 0;
    std::size_t y = 0;
    int whose = 0;  // in BOARD: 1 ours, 2 the other's
  };
  // Lines up to DONE belong to one command.
  enum class Block { none, board, swap2 };

  Gomocup(std::unique_ptr<Host> host, Write write) : Protocol(std::move(write)), host_(std::move(host)) {}
  void say(const std::string& line) { write(line + "\n"); }
  void fail(const std::string& why) { say("ERROR " + why); }

  bool take_command(const std::string& command, const std::string& rest);
  void take_block_line(const std::string& line);
  void start_board(const std::string& rest, bool rectangular);
  void inform(const std::string& rest);
  void set_rule(const std::string& number);
  void place(const std::string& rest, bool answers);
  void take_back(const std::string& rest);
  void set_board();
  void swap2();
  void propose_opening();
  [[nodiscard]] std::vector<std::string> random_opening(Random& random) const;

  [[nodiscard]] std::optional<Point> read_point(std::string_view text) const;
  [[nodiscard]] std::string move_at(const Point& point) const;
  [[nodiscard]] std::string text_of(std::string_view move) const;
  Result<void> play_at(const std::vector<Point>& points);
  // Answers with the agent's move, which is made.
  void answer_move();
  void set_time_left(std::optional<double> seconds) {
    left_seconds_ = seconds;
    spent_ = 0;
  }
  [[nodiscard]] SearchLimits limits() const;

  std::unique_ptr<Host> host_;
  Block block_ = Block::none;
  std::vector<Point> points_;
  std::string wrong_line_;                 // the first line of the block that could not be read
  std::optional<double> turn_seconds_{};   // INFO timeout_turn
  std::optional<double> match_seconds_{};  // INFO timeout_match; nothing: no limit
  std::optional<double> left_seconds_{};   // INFO time_left
  std::atomic<double> spent_ = 0;          // since then, by searches
};

}  // namespace banyan::protocol
