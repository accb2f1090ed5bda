#include <banyan/protocol/uci.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include <banyan/core/value.hpp>
#include <banyan/protocol/time.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

namespace {
std::string small_letters(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string joined_range(const std::vector<std::string>& words, std::size_t first, std::size_t last) {
  if (first >= last) return {};
  return join_words({words.begin() + static_cast<std::ptrdiff_t>(first),
                     words.begin() + static_cast<std::ptrdiff_t>(last)});
}

// `go infinite` and `go ponder` answer only when they are told to, even if nothing is left to search.
void wait_for_stop(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait(lock, stop, [] { return false; });
}

}  // namespace

// The words that follow `go`, most with a number.
struct Uci::GoNumbers {
  std::optional<double> wtime{}, btime{}, winc{}, binc{}, movestogo{}, movetime{}, nodes{}, depth{}, mate{};
  bool infinite = false;
  bool ponder = false;

  std::optional<double>* find(const std::string& word) {
    if (word == "wtime") return &wtime;
    if (word == "btime") return &btime;
    if (word == "winc") return &winc;
    if (word == "binc") return &binc;
    if (word == "movestogo") return &movestogo;
    if (word == "movetime") return &movetime;
    if (word == "nodes") return &nodes;
    if (word == "depth") return &depth;
    if (word == "mate") return &mate;
    return nullptr;
  }
  bool knows(const std::string& word) {
    return find(word) != nullptr || word == "infinite" || word == "ponder" || word == "searchmoves";
  }
};

Result<std::unique_ptr<Uci>> Uci::make(std::unique_ptr<Host> host, Write write) {
  if (host->info().players != 2 || host->info().chance)
    return Error{"UCI is for games of two players without chance; " + host->info().name + " is not one"};
  return std::unique_ptr<Uci>(new Uci(std::move(host), std::move(write)));
}

bool Uci::take(std::string_view line) {
  const Words words = split_words(line);
  if (words.empty()) return true;
  const std::string& command = words[0];
  if (command == "isready") {
    write("readyok\n");
  } else if (command == "stop") {
    pondering_.reset();
    host_->stop();
    running_ = false;
  } else if (command == "ponderhit") {
    ponder_hit();
  } else if (command == "quit") {
    host_->stop();
    return false;
  } else if (command == "uci" || command == "ucinewgame" || command == "setoption" || command == "position" ||
             command == "go") {
    host_->stop();  // which answers a search under way
    running_ = false;
    pondering_.reset();
    if (command == "uci") identify();
    if (command == "ucinewgame") forget_position();
    if (command == "setoption") set_option(words);
    if (command == "position") set_position(words);
    if (command == "go") go(words);
  } else if (command != "debug" && command != "register") {
    tell("unknown command '" + detail::shorten(command) +
         "'; there are: uci isready setoption ucinewgame position go stop ponderhit quit");
  }
  return true;
}

void Uci::finish() {
  if (running_ && endless_) {
    host_->stop();
  } else {
    host_->wait();
  }
}

void Uci::identify() {
  write("id name Banyan " + host_->version() + "\nid author the Banyan project\n" + option_lines() +
        "uciok\n");
}

// ---- Options and positions.

void Uci::set_option(const Words& words) {
  const auto name_at = std::find(words.begin(), words.end(), "name") - words.begin();
  const auto value_at = std::find(words.begin(), words.end(), "value") - words.begin();
  const auto all = static_cast<std::ptrdiff_t>(words.size());
  const std::string name = joined_range(words, static_cast<std::size_t>(name_at) + 1,
                                        static_cast<std::size_t>(std::min(value_at, all)));
  if (name_at != 1 || name.empty()) return tell("setoption is written: setoption name NAME value VALUE");
  const std::string value = joined_range(words, static_cast<std::size_t>(value_at) + 1, words.size());
  if (auto set = set_named_option(name, value); !set) tell(set.error().message);
}

Result<void> Uci::set_named_option(const std::string& given, const std::string& value) {
  const std::string name = small_letters(given);
  if (name == "multipv") {
    const auto lines = parse_value<std::size_t>(value, between(1, 500));
    if (!lines) return Error{"MultiPV: " + lines.error().message};
    multi_pv_ = *lines;
    return {};
  }
  if (name == "ponder") return {};  // whether `go ponder` will come; it is always understood
  if (name == "hash") {
    const auto megabytes = parse_value<std::uint64_t>(value, at_least(1));
    if (!megabytes) return Error{"Hash: " + megabytes.error().message};
    return host_->set_option("memory", std::to_string(*megabytes) + "MB");
  }
  if (name == "uci_variant" || name == "uci_chess960") {
    if (name == "uci_chess960" && value != "true" && value != "false")
      return Error{"UCI_Chess960 is true or false"};
    const bool frc = name == "uci_chess960" ? value == "true" : chess960_;
    const std::string variant = name == "uci_variant" ? value : variant_name(host_->info());
    std::string spec = spec_of_variant(variant);
    if (spec.empty())
      return Error{"unknown variant '" + detail::shorten(value) + "'; there are: " + join_words(variants())};
    const auto game = host_->games().make(spec);
    if (frc && game && !(*game)->info().description.uci_chess960.empty())
      spec += ":" + (*game)->info().description.uci_chess960;
    if (auto used = host_->use_game(spec); !used) return used;
    chess960_ = frc;
    claimed_.clear();
    forget_position();
    return {};
  }
  for (const FieldInfo& field : host_->options())
    if (small_letters(field.name) == name)
      return host_->set_option(field.name, value == "<empty>" ? "" : value);
  return Error{"unknown option '" + detail::shorten(given) + "'; `uci` lists them"};
}

void Uci::forget_position() {
  // A new game has its draw claims again.
  if (claimed_.empty() || !host_->use_game(std::exchange(claimed_, {}))) host_->restart();
  from_.reset();
  moves_.clear();
  refused_.clear();
}

// After an unreadable position there is nothing to search: the driver's board differs from ours.
void Uci::set_position(const Words& words) {
  const auto placed = read_position(words);
  refused_ = placed ? "" : placed.error().message;
  if (!placed) tell(refused_);
}

Result<void> Uci::read_position(const Words& words) {
  const auto moves_at =
      static_cast<std::size_t>(std::find(words.begin(), words.end(), "moves") - words.begin());
  std::optional<std::string> text;
  if (words.size() > 1 && words[1] == "fen") {
    text = joined_range(words, 2, moves_at);
  } else if (words.size() < 2 || words[1] != "startpos" || moves_at > words.size()) {
    return Error{"position is written: position startpos|fen TEXT [moves …]"};
  }
  Words moves;
  for (std::size_t i = moves_at + 1; i < words.size(); ++i) moves.push_back(words[i]);
  return place(text, moves);
}

// A draw that a player may claim ends the game here; if a driver continues it, the claim is dropped.
Result<void> Uci::place(const std::optional<std::string>& text, const Words& moves) {
  auto placed = follow(text, moves);
  const std::string unclaimed = unclaimed_spec(host_->info());
  if (unclaimed.empty() || host_->player()) return placed;
  const std::string claimed = host_->info().spec;
  if (auto used = host_->use_game(unclaimed); !used) return used;
  from_.reset();
  moves_.clear();
  placed = follow(text, moves);
  claimed_ = claimed;  // until another game begins
  return placed;
}

// If the game only got longer, the new moves are played, so that the agent keeps its tree.
Result<void> Uci::follow(const std::optional<std::string>& text, const Words& moves) {
  const bool goes_on = text == from_ && moves_.size() <= moves.size() &&
                       std::equal(moves_.begin(), moves_.end(), moves.begin());
  if (!goes_on) {
    if (!claimed_.empty())
      if (auto used = host_->use_game(std::exchange(claimed_, {})); !used) return used;
    if (text) {
      if (auto placed = host_->restart_at(*text); !placed) return placed;
    } else {
      host_->restart();
    }
    from_ = text;
    moves_.clear();
  }
  for (std::size_t i = moves_.size(); i < moves.size(); ++i) {
    if (auto played = host_->play({host_->position().text_of_coordinates(moves[i])}); !played) return played;
    moves_.push_back(moves[i]);
  }
  return {};
}

// ---- Searching.

// Unknown words are reported and ignored: `go` must always be answered.
Uci::GoNumbers Uci::read_numbers(const Words& words) {
  GoNumbers numbers;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "infinite") {
      numbers.infinite = true;
    } else if (words[i] == "ponder") {
      numbers.ponder = true;
    } else if (words[i] == "searchmoves") {
      while (i + 1 < words.size() && !numbers.knows(words[i + 1])) ++i;
      tell("go: searchmoves is ignored: all moves are searched");
    } else if (std::optional<double>* number = numbers.find(words[i]); number != nullptr) {
      const auto value =
          i + 1 < words.size() ? parse_value<double>(words[i + 1], between(-1e9, 1e18)) : Error{};
      if (value) {
        *number = *value;
        ++i;
      } else {
        tell("go: after '" + words[i] + "' comes a number; the word is ignored");
      }
    } else {
      tell(
          "go: unknown word '" + detail::shorten(words[i]) +
          "' is ignored; there are: wtime btime winc binc movestogo movetime nodes depth mate infinite ponder");
    }
  }
  return numbers;
}

Uci::Go Uci::limits_of(const GoNumbers& numbers) const {
  const bool infinite = numbers.infinite;
  const bool first = host_->player() == 0;
  const auto left = first ? numbers.wtime : numbers.btime;
  const double increment = std::max(0.0, (first ? numbers.winc : numbers.binc).value_or(0)) / 1000;
  Go go{.endless = infinite};
  if (infinite) go.limits = SearchLimits::until_stopped();
  if (left) {
    const auto moves = numbers.movestogo
                           ? std::optional(static_cast<int>(std::clamp(*numbers.movestogo, 1.0, 1e6)))
                           : std::nullopt;
    go.limits = host_->limits_within(time_for_move(*left / 1000, increment, moves));
  }
  if (numbers.movetime)
    go.limits = host_->limits_within(time_within(std::max(1.0, *numbers.movetime) / 1000));
  if (numbers.nodes) {
    if (!go.limits || infinite) go.limits = SearchLimits{};
    go.limits->sims = static_cast<std::uint64_t>(std::max(1.0, *numbers.nodes));
  }
  if (numbers.depth) go.depth = static_cast<std::size_t>(std::clamp(*numbers.depth, 1.0, 1e6));
  return go;
}

void Uci::go(const Words& words) {
  if (!refused_.empty()) {
    tell("there is nothing to search: the last position was refused: " + refused_);
    return write("bestmove (none)\n");
  }
  const GoNumbers numbers = read_numbers(words);
  if (!host_->player()) {
    tell(host_->position().problem().empty() ? "the game is over" : host_->position().problem());
    return write("bestmove (none)\n");
  }
  if (!numbers.ponder) return start(limits_of(numbers));
  pondering_ = limits_of(numbers);
  start({.limits = SearchLimits::until_stopped(), .endless = true});
}

void Uci::start(const Go& go) {
  running_ = true;
  endless_ = go.endless;
  // A line of this many moves ends the search; it is stopped from within, and asked for no more than once.
  auto deep_enough = std::make_shared<std::atomic<bool>>(false);
  host_->think({.whole_budget = go.endless || go.depth > 0 || multi_pv_ > 1,
                .limits = go.limits,
                .lines = multi_pv_ > 1 ? multi_pv_ : 0,
                .progress =
                    [this, deep_enough, depth = go.depth](const Analysis& so_far) {
                      if (so_far.moves.empty() || *deep_enough) return;
                      write(info_lines(so_far));
                      if (depth == 0 || so_far.line.size() < depth) return;
                      *deep_enough = true;
                      host_->request_stop();
                    },
                .done =
                    [this, endless = go.endless](const Analysis& analysis, const std::stop_token& stop) {
                      if (analysis.error.empty()) write(info_lines(analysis));
                      if (endless) wait_for_stop(stop);
                      if (quiet_) return;
                      if (!analysis.error.empty()) tell(analysis.error);
                      write(best_move(analysis));
                    }});
}

// The pondered move was played: the search continues under the clock.
void Uci::ponder_hit() {
  if (!pondering_) return;
  const Go next = *pondering_;
  pondering_.reset();
  quiet_ = true;
  host_->stop();
  quiet_ = false;
  start(next);
}

}  // namespace banyan::protocol
