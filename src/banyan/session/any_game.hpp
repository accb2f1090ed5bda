// The one place where types are erased: a game by name, its positions and its agents, with a text interface.
// The search stays compiled for its game; what passes here is one position, one move or one analysis at a
// time, so that the cost of a virtual call does not matter.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/fields.hpp>
#include <banyan/core/random.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/game/game.hpp>
#include <banyan/game/picture.hpp>
#include <banyan/search/params.hpp>
#include <banyan/session/analysis.hpp>
#include <banyan/session/any_explorer.hpp>

namespace banyan {

class SearchPeers;
class SelfPlayer;
class Session;
class TdPlayer;
struct TdStudent;

struct GameInfo {
  std::string name;
  std::string spec;  // in its shortest form
  int players = 0;
  bool chance = false;
  bool win_draw_loss = false;
  std::vector<FieldInfo> parameters;
  std::optional<std::size_t> max_moves;
  std::vector<std::string> abilities;
  std::optional<Encoding> encoding;  // the inputs and outputs of its networks
  bool ntuple = false;               // n-tuple networks can learn it
  GameDescription description;       // games without one have at least a title
};

struct ChanceText {
  std::string move;
  double probability;
};

// What a network is given and asked about in a position (game/encoding.hpp).
struct EncodedPosition {
  std::vector<float> inputs;
  std::vector<std::size_t> outputs;  // of each of legal(), in that order
};

// A state of some game, with the rewards that its players have received so far.
class Position {
 public:
  Position() = default;
  Position& operator=(const Position&) = delete;
  virtual ~Position() = default;
  [[nodiscard]] virtual std::unique_ptr<Position> clone() const = 0;

  // What is wrong if the game breaks its contract here, for example if nobody can move although it is not
  // over; empty otherwise. Such a position has no player, no moves and no outcome.
  [[nodiscard]] virtual const std::string& problem() const = 0;
  // The player to move: 0 … N-1, chance_player, or nothing if the game is over.
  [[nodiscard]] virtual std::optional<Player> player() const = 0;
  // Empty at chance and if the game is over.
  [[nodiscard]] virtual std::vector<std::string> legal() const = 0;
  // Empty unless chance is to move.
  [[nodiscard]] virtual std::vector<ChanceText> chances() const = 0;
  // Nothing while the game goes on, else the total return of each player.
  [[nodiscard]] virtual std::optional<std::vector<double>> outcome() const = 0;
  // The rewards of each player so far.
  [[nodiscard]] virtual std::vector<double> paid() const = 0;
  // The progress of the game, if it reports one (2048: the highest tile).
  [[nodiscard]] virtual std::optional<std::uint64_t> milestone() const = 0;
  // How many points the first player leads by as the board stands, if the game counts points (HasScore).
  [[nodiscard]] virtual std::optional<double> score() const = 0;
  // A legal move by coordinates (HasCoordinates); its usual text in games without, and for any other text.
  [[nodiscard]] virtual std::string coordinates_of(std::string_view move) const = 0;
  // The reverse: the usual text of the legal move with these coordinates. Any other text stays as it is, or
  // becomes one that no move has, where the game might read it as another move (ReadsCoordinates).
  [[nodiscard]] virtual std::string text_of_coordinates(std::string_view coordinates) const = 0;
  // The position in one line, and as a picture; nothing if the game has no such text or picture.
  [[nodiscard]] virtual std::optional<std::string> text() const = 0;
  [[nodiscard]] virtual std::optional<Picture> picture() const = 0;
  // The cells of the picture that a person clicks for each of legal(), in that order; empty for games in
  // which one cell stands for a move (Picture::Cell::move).
  [[nodiscard]] virtual std::vector<std::vector<std::size_t>> legal_cells() const = 0;
  // The same for one move; empty if it is not legal here.
  [[nodiscard]] virtual std::vector<std::size_t> cells_of(std::string_view move) const = 0;

  // Plays a move, or a chance outcome at chance; returns its canonical text. The error lists what is legal.
  virtual Result<std::string> play(std::string_view move) = 0;
  // Plays a chance outcome by its probability, or a uniformly random legal move.
  virtual std::string play_random(Random& random) = 0;

  // Nothing if the game has no encoding, or no player is to move.
  [[nodiscard]] virtual std::optional<EncodedPosition> encoded() const = 0;

 protected:
  Position(const Position&) = default;
};

// The context of a request to an agent (Thinking): `limits` replace those of its spec for this request, so
// that one agent can be asked under a protocol's clock, for a number of simulations, or until it is stopped.
struct AnyThinking {
  std::stop_token stop;
  std::function<void(const Analysis&)> progress;
  std::optional<SearchLimits> limits{};
  SearchPeers* peers = nullptr;
  std::size_t lines = 0;
};

// An agent that plays one game, made by AnyGame::make_agent; positions given to it are that game's.
class AnyAgent {
 public:
  AnyAgent() = default;
  AnyAgent(const AnyAgent&) = delete;
  AnyAgent& operator=(const AnyAgent&) = delete;
  virtual ~AnyAgent() = default;

  virtual Analysis choose(const Position& position, const AnyThinking& thinking) = 0;
  virtual Analysis analyze(const Position& position, const AnyThinking& thinking) = 0;
  // Reports that this legal move is played here, by any player or by chance.
  virtual void observe(const Position& before, std::string_view move) = 0;
  // Reports the whole game so far, at its beginning and after moves were taken back. Only agents that need
  // more than a position (foreign engines) take note of it.
  virtual void follow(const Session& /*session*/) {}
  // Pondering on the opponent's time: whether the agent supports it, and doing it until a stop is requested.
  [[nodiscard]] virtual bool ponders() const = 0;
  virtual void ponder(const Position& position, const std::stop_token& stop) = 0;
};

struct PerftCount {
  std::uint64_t leaves = 0;
  bool complete = true;  // false if it was stopped
};

class AnyGame {
 public:
  AnyGame() = default;
  AnyGame(const AnyGame&) = delete;
  AnyGame& operator=(const AnyGame&) = delete;
  virtual ~AnyGame() = default;

  [[nodiscard]] virtual const GameInfo& info() const = 0;
  [[nodiscard]] virtual std::unique_ptr<Position> start() const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<Position>> parse_position(std::string_view text) const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<AnyAgent>> make_agent(const Spec& spec,
                                                                     std::uint64_t seed) const = 0;
  // The search of an agent `uct` at this position, to inspect.
  [[nodiscard]] virtual Result<std::unique_ptr<AnyExplorer>> make_explorer(const Spec& spec,
                                                                           std::uint64_t seed,
                                                                           const Position& root) const = 0;
  [[nodiscard]] virtual PerftCount perft(const Position& position, unsigned depth,
                                         const std::stop_token& stop) const = 0;
  // Plays the game against itself for training; null if no network can play it.
  [[nodiscard]] virtual std::unique_ptr<SelfPlayer> make_self_player() const = 0;
  // Plays the game to teach this n-tuple network; null if none can play it. The student outlives the player.
  [[nodiscard]] virtual std::unique_ptr<TdPlayer> make_td_player(const TdStudent& student, std::uint64_t seed,
                                                                 std::uint64_t stream) const = 0;
  // Random games of this kind from the start, as fast as possible; the mean return of player 0.
  [[nodiscard]] virtual double playouts(std::uint64_t games, std::uint64_t seed, Playout kind) const = 0;
  // Uniformly random games until players have made this many moves; returns the number of moves made.
  [[nodiscard]] virtual std::uint64_t random_moves(std::uint64_t moves, std::uint64_t seed) const = 0;
};

// An entry of the list of games: a name, and a function that makes the game from a spec of that name.
struct GameEntry {
  std::string name;
  Result<std::shared_ptr<const AnyGame>> (*make)(const Spec& spec);
};

}  // namespace banyan
