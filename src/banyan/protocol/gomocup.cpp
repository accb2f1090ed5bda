#include <banyan/protocol/gomocup.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <banyan/core/value.hpp>
#include <banyan/protocol/board_names.hpp>
#include <banyan/protocol/time.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

namespace {
std::string capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string without_space(std::string_view text) {
  std::string kept;
  for (const char c : text)
    if (white_space.find(c) == std::string_view::npos) kept += c;
  return kept;
}

// Whole numbers with commas between; nothing if one is not.
std::optional<std::vector<std::size_t>> read_numbers(std::string_view text) {
  const std::string list = without_space(text);
  std::vector<std::size_t> numbers;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const auto number = parse_value<std::size_t>(list.substr(at, comma - at), between(0, 1000));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    at = comma + 1;
  }
  return numbers;
}
}  // namespace

Result<std::unique_ptr<Gomocup>> Gomocup::make(std::unique_ptr<Host> host, Write write) {
  const auto picture = host->position().picture();
  const auto legal = host->position().legal();
  const bool has_points = picture && !legal.empty() && cell_of_move(host->position(), legal.front());
  if (host->info().players != 2 || host->info().chance || !has_points)
    return Error{"the Gomocup protocol is for games of two players that place stones on a board; " +
                 host->info().name + " is not one"};
  return std::unique_ptr<Gomocup>(new Gomocup(std::move(host), std::move(write)));
}

bool Gomocup::take(std::string_view line) {
  const auto words = split_words(line);
  if (words.empty()) return true;
  const std::string command = capitals(words[0]);
  if (command == "END") {
    host_->stop();
    return false;
  }
  if (block_ != Block::none) {
    take_block_line(std::string(line));
    return true;
  }
  if (command == "INFO") {  // may come while the agent thinks, and concerns the next move
    inform(join_words({words.begin() + 1, words.end()}));
    return true;
  }
  host_->wait();
  return take_command(command, join_words({words.begin() + 1, words.end()}));
}

bool Gomocup::take_command(const std::string& command, const std::string& rest) {
  if (command == "START" || command == "RECTSTART") {
    start_board(rest, command == "RECTSTART");
  } else if (command == "RESTART") {
    host_->restart();
    set_time_left(match_seconds_);
    say("OK");
  } else if (command == "BEGIN") {
    host_->restart();
    answer_move();
  } else if (command == "TURN" || command == "PLAY") {
    place(rest, command == "TURN");
  } else if (command == "TAKEBACK") {
    take_back(rest);
  } else if (command == "BOARD" || command == "SWAP2BOARD") {
    block_ = command == "BOARD" ? Block::board : Block::swap2;
    points_.clear();
    wrong_line_.clear();
  } else if (command == "ABOUT") {
    say("name=\"Banyan\", version=\"" + host_->version() +
        "\", author=\"the Banyan project\", country=\"-\"");
  } else {
    say("UNKNOWN command '" + detail::shorten(command) +
        "'; there are: START RECTSTART RESTART BEGIN TURN PLAY BOARD SWAP2BOARD TAKEBACK INFO ABOUT END");
  }
  return true;
}

// ---- The board.

void Gomocup::start_board(const std::string& rest, bool rectangular) {
  const auto numbers = read_numbers(rest);
  if (!numbers || numbers->size() != (rectangular ? 2U : 1U))
    return fail(rectangular ? "RECTSTART takes width,height" : "START takes the size of the board");
  const std::string width = std::to_string(numbers->front());
  const std::string height = std::to_string(numbers->back());
  Result<void> set = Error{"this game has one size of board"};
  if (host_->has_parameter("width") && host_->has_parameter("height")) {
    set = host_->set_parameters({{"width", width}, {"height", height}}, false);
  } else if (host_->has_parameter("size") && width == height) {
    set = host_->set_parameters({{"size", width}}, false);
  }
  if (!set) return fail("unsupported size: " + set.error().message);
  set_time_left(match_seconds_);
  say("OK");
}

std::optional<Gomocup::Point> Gomocup::read_point(std::string_view text) const {
  const auto numbers = read_numbers(text);
  if (!numbers || numbers->size() < 2 || numbers->size() > 3) return std::nullopt;
  return Point{(*numbers)[0], (*numbers)[1], numbers->size() == 3 ? static_cast<int>((*numbers)[2]) : 0};
}

std::string Gomocup::move_at(const Point& point) const {
  const auto picture = host_->position().picture();
  if (!picture || point.x >= picture->columns || point.y >= picture->rows) return "outside";
  return picture->at(point.y, point.x).move;
}

std::string Gomocup::text_of(std::string_view move) const {
  const auto picture = host_->position().picture();
  const auto cell = cell_of_move(host_->position(), move);
  if (!picture || !cell) return std::string(move);
  return fmt::format("{},{}", *cell % picture->columns, *cell / picture->columns);
}

Result<void> Gomocup::play_at(const std::vector<Point>& points) {
  for (const Point& point : points)
    if (auto played = host_->play({move_at(point)}); !played)
      return Error{fmt::format("{},{} is not a free point of the board", point.x, point.y)};
  return {};
}

void Gomocup::place(const std::string& rest, bool answers) {
  const auto point = read_point(rest);
  if (!point) return fail("a move is written x,y");
  if (auto played = play_at({*point}); !played) return fail(played.error().message);
  if (answers) return answer_move();
  say(fmt::format("{},{}", point->x, point->y));
}

void Gomocup::take_back(const std::string& rest) {
  const auto point = read_point(rest);
  if (!point || host_->session().moves().empty()) return fail("TAKEBACK takes the last move, written x,y");
  if (host_->session().moves().back() != move_at(*point)) return fail("only the last move can be taken back");
  host_->undo();
  say("OK");
}

void Gomocup::take_block_line(const std::string& line) {
  if (capitals(without_space(line)) != "DONE") {
    if (const auto point = read_point(line)) {
      points_.push_back(*point);
    } else if (wrong_line_.empty()) {
      wrong_line_ = line;
    }
    return;
  }
  host_->wait();
  const Block block = std::exchange(block_, Block::none);
  if (!wrong_line_.empty())
    return fail("'" + detail::shorten(wrong_line_) + "' is not a line of the board, such as 10,10,1");
  if (block == Block::swap2) return swap2();
  set_board();
}

// The stones of both, in turn. Who began follows from their numbers, as we are to move.
void Gomocup::set_board() {
  std::vector<Point> ours;
  std::vector<Point> theirs;
  for (const Point& point : points_) {
    if (point.whose != 1 && point.whose != 2)
      return fail("a line of BOARD is x,y,1 for own stones and x,y,2 for others");
    (point.whose == 1 ? ours : theirs).push_back(point);
  }
  const bool first = ours.size() == theirs.size();
  if (!first && ours.size() + 1 != theirs.size())
    return fail(fmt::format("{} own stones and {} others: no player is to move", ours.size(), theirs.size()));
  const auto& begins = first ? ours : theirs;
  const auto& follows = first ? theirs : ours;
  std::vector<Point> order;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    order.push_back(begins[i]);
    if (i < follows.size()) order.push_back(follows[i]);
  }
  host_->restart();
  if (auto placed = play_at(order); !placed) return fail(placed.error().message);
  answer_move();
}

// ---- Time and moves.

void Gomocup::inform(const std::string& rest) {
  const auto words = split_words(rest);
  const auto number = words.size() == 2 ? parse_value<double>(words[1], between(-1e15, 1e15)) : Error{};
  if (!number) return;  // INFO has no answer, and unknown keys are ignored
  const double seconds = *number / 1000;
  if (words[0] == "timeout_turn") turn_seconds_ = std::max(0.0, seconds);
  if (words[0] == "timeout_match") {
    match_seconds_ = seconds > 0 ? std::optional(seconds) : std::nullopt;
    set_time_left(match_seconds_);
  }
  if (words[0] == "time_left") set_time_left(std::max(0.0, seconds));
  if (words[0] == "max_memory" && *number > 0) {
    host_->wait();
    // Memory outside the tree counts too; the agent checks the range.
    const auto set = host_->set_option("memory", fmt::format("{:.0f}B", *number * 0.7));
    if (!set) say("MESSAGE max_memory: " + set.error().message);
  }
  if (words[0] == "rule") set_rule(words[1]);
}

// Gomocup's numbers of the rules: 0 for five or more in a row, 1 for exactly five.
void Gomocup::set_rule(const std::string& number) {
  const std::string rule = number == "0" ? "freestyle" : number == "1" ? "standard" : "";
  if (rule.empty()) {
    say("MESSAGE rule " + number + " is not known here; there are 0 (freestyle) and 1 (standard)");
  } else if (host_->has_parameter("rule")) {
    host_->wait();
    if (const auto set = host_->set_parameters({{"rule", rule}}, true); !set)
      say("MESSAGE rule: " + set.error().message);
  } else if (number != "0") {
    say("MESSAGE this game has one rule");
  }
}

SearchLimits Gomocup::limits() const {
  if (!turn_seconds_ && !left_seconds_) return host_->own_limits();
  constexpr double at_once = 0.01;
  double seconds = turn_seconds_ ? time_within(*turn_seconds_).seconds : 1e9;
  if (turn_seconds_ && *turn_seconds_ == 0) seconds = at_once;
  // The match's time counts only where the manager gave one, or says what is left of it.
  if (left_seconds_)
    seconds = std::min(seconds, time_for_move(*left_seconds_ - spent_, 0, std::nullopt).seconds);
  return host_->limits_within(Duration{seconds});
}

void Gomocup::answer_move() {
  if (!host_->player()) return fail("the game is over");
  const SearchLimits given = limits();
  host_->think({.limits = given.any() ? std::optional(given) : std::nullopt,
                .done = [this](const Analysis& analysis, const std::stop_token&) {
                  if (!analysis.best) return fail(analysis.error);
                  const std::string text = text_of(*analysis.best);
                  if (auto played = host_->play({*analysis.best}); !played)
                    return fail(played.error().message);
                  spent_ = spent_ + analysis.seconds;
                  say(text);
                }});
}

// ---- The opening Swap2: three stones, then the other takes a colour or adds a stone.

void Gomocup::swap2() {
  const std::size_t stones = points_.size();
  if (stones != 0 && stones != 3 && stones != 5) return fail("SWAP2BOARD has 0, 3 or 5 stones");
  host_->restart();
  if (auto placed = play_at(points_); !placed) return fail(placed.error().message);
  if (!host_->player()) return fail("the game is over");
  if (stones == 0) return propose_opening();
  // The second player is to move, and swaps if the first player is better off.
  const SearchLimits given = limits();
  host_->think({.whole_budget = true,
                .limits = given.any() ? std::optional(given) : std::nullopt,
                .done = [this](const Analysis& analysis, const std::stop_token&) {
                  if (!analysis.error.empty()) return fail(analysis.error);
                  const bool swaps = std::isfinite(analysis.value) && analysis.value < 0;
                  if (swaps || !analysis.best) return say("SWAP");
                  const std::string text = text_of(*analysis.best);
                  if (auto played = host_->play({*analysis.best}); !played)
                    return fail(played.error().message);
                  say(text);
                }});
}

// Three stones within a few points of each other, anywhere on the board.
std::vector<std::string> Gomocup::random_opening(Random& random) const {
  constexpr std::size_t reach = 5;
  const auto picture = host_->position().picture();
  const std::size_t left = random.below(picture->columns);
  const std::size_t top = random.below(picture->rows);
  const auto position = host_->position().clone();
  std::vector<std::string> moves;
  for (int attempts = 0; moves.size() < 3 && attempts < 1000; ++attempts) {
    const std::size_t x = std::min(left + random.below(reach), picture->columns - 1);
    const std::size_t y = std::min(top + random.below(reach), picture->rows - 1);
    if (const auto played = position->play(picture->at(y, x).move)) moves.push_back(*played);
    if (!position->player()) return {};
  }
  return moves.size() == 3 ? moves : std::vector<std::string>{};
}

// Of some random openings the one that the agent evaluates nearest to even.
void Gomocup::propose_opening() {
  constexpr int candidates = 8;
  SearchLimits each = limits().or_default();
  if (each.time) each.time = Duration{each.time->seconds / candidates};
  host_->run([this, each](AnyAgent& agent, const std::stop_token& stop) {
    Random random(host_->seed(), 1);
    std::vector<std::string> best;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < candidates && !stop.stop_requested(); ++i) {
      const auto moves = random_opening(random);
      Session session(host_->session().shared_game());
      if (moves.empty() || !session.play_all(moves, std::nullopt)) continue;
      const Analysis analysis =
          agent.analyze(session.position(), {.stop = stop, .progress = {}, .limits = each});
      const double lead = std::isfinite(analysis.value) ? std::abs(analysis.value) : 1;
      if (!analysis.error.empty() || lead >= least) continue;
      least = lead;
      best = moves;
    }
    std::string text;
    for (const std::string& move : best) text += (text.empty() ? "" : " ") + text_of(move);
    if (best.empty()) return fail("no opening of three stones was found");
    say(text);
  });
}

}  // namespace banyan::protocol
