// A game in the terminal: people and agents in any seats, turn by turn, with commands that people may enter
// instead of a move. Works the same from a pipe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/play/line_reader.hpp>
#include <banyan/session/record.hpp>
#include <banyan/session/round.hpp>
#include <banyan/session/session.hpp>
#include <banyan/session/text.hpp>

namespace banyan::cli {

struct PlaySetup {
  std::string game;  // as given
  Session session;
  std::vector<std::string> seats;  // specs, or human
  std::string adviser;             // the spec of the agent that answers `hint`
  std::uint64_t seed = 0;
  std::optional<int> resigned;
  bool report_on_stderr = false;  // keeps standard output free for a document
};

// An agent for each seat, null for a person. The error says which seat has an invalid spec.
Result<Round::Agents> seat_agents(const PlaySetup& setup);

// Writes a game in the format that the file's ending names.
Result<void> save_game(const std::string& file, const GameRecord& record, const AnyGame& game);

class PlayTable {
 public:
  // The error says which seat has an invalid spec.
  static Result<std::unique_ptr<PlayTable>> open(PlaySetup setup, const Interrupt& interrupt);

  // Plays until the game is over and the input ends, or until someone quits.
  enum class End { done, interrupted, failed };
  End run();

  // The game so far.
  [[nodiscard]] const Session& session() const { return setup_.session; }
  [[nodiscard]] GameRecord record() const;

 private:
  enum class Next { turn, leave };
  struct PlayCommand {
    std::string_view name;
    std::string_view help;
    Next (PlayTable::*run)(const std::string& argument);
  };
  static const std::vector<PlayCommand>& commands();

  PlayTable(PlaySetup setup, Round::Agents agents, std::unique_ptr<AnyAgent> adviser,
            const Interrupt& interrupt);

  Next take_turn();
  Next person_turn();
  Next obey(const std::string& line);
  std::optional<std::string> wait_for_line();
  Next agent_turn();
  void make_move(const std::string& move);
  // Lets an agent think, and shows how far it has come.
  [[nodiscard]] Analysis with_progress(const std::function<Analysis(const AnyThinking&)>& think) const;

  Next undo(const std::string& argument);
  Next hint(const std::string& argument);
  Next resign(const std::string& argument);
  Next save(const std::string& argument);
  Next help(const std::string& argument);
  Next quit(const std::string& argument);

  [[nodiscard]] bool over() const { return setup_.resigned || setup_.session.over(); }
  [[nodiscard]] bool is_person(std::size_t seat) const { return !round_.has_agent(seat); }
  [[nodiscard]] bool anybody_here() const;
  [[nodiscard]] std::string name_of(std::size_t seat) const;
  void say(std::string_view text) const;
  void show_board() const;
  void announce_end() const;

  PlaySetup setup_;
  Round round_;
  std::unique_ptr<AnyAgent> adviser_;
  const Interrupt& interrupt_;
  LineReader lines_;
  TextStyle style_;
  bool prompts_;         // a person sits at a terminal
  bool failed_ = false;  // an agent could not continue
  std::vector<std::string> names_;
};

}  // namespace banyan::cli
