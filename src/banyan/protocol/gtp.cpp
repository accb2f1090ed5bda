#include <banyan/protocol/gtp.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <banyan/core/clock.hpp>
#include <banyan/protocol/time.hpp>
#include <banyan/session/text.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

namespace {
using Text = Result<std::string>;

Text done() { return std::string{}; }

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// Control characters are left out, a tab is a space, and a comment ends the line.
std::string clean(std::string_view line) {
  std::string text;
  for (const char c : line.substr(0, line.find('#'))) {
    if (c == '\t') text += ' ';
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) text += c;
  }
  return text;
}

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}
}  // namespace

const std::vector<Gtp::Command>& Gtp::commands() {
  static const std::vector<Command> table{
      {"protocol_version", &Gtp::protocol_version},
      {"name", &Gtp::name},
      {"version", &Gtp::version},
      {"known_command", &Gtp::known_command},
      {"list_commands", &Gtp::list_commands},
      {"quit", &Gtp::quit},
      {"boardsize", &Gtp::boardsize},
      {"clear_board", &Gtp::clear_board},
      {"komi", &Gtp::komi, &Gtp::has_komi},
      {"get_komi", &Gtp::get_komi, &Gtp::has_komi},
      {"play", &Gtp::play},
      {"genmove", &Gtp::genmove},
      {"reg_genmove", &Gtp::reg_genmove},
      {"undo", &Gtp::undo},
      {"fixed_handicap", &Gtp::fixed_handicap, &Gtp::can_pass},
      {"place_free_handicap", &Gtp::place_free_handicap, &Gtp::can_pass},
      {"set_free_handicap", &Gtp::set_free_handicap, &Gtp::can_pass},
      {"loadsgf", &Gtp::loadsgf, &Gtp::has_board},
      {"time_settings", &Gtp::time_settings},
      {"time_left", &Gtp::time_left},
      {"showboard", &Gtp::showboard},
      {"final_score", &Gtp::final_score},
      {"final_status_list", &Gtp::final_status_list, &Gtp::has_board},
      {"cputime", &Gtp::cputime},
      {"lz-analyze", &Gtp::lz_analyze},
      {"kata-analyze", &Gtp::kata_analyze},
      {"lz-genmove_analyze", &Gtp::lz_genmove_analyze},
      {"kata-genmove_analyze", &Gtp::kata_genmove_analyze},
      {"gogui-rules_game_id", &Gtp::rules_game_id},
      {"gogui-rules_board", &Gtp::rules_board, &Gtp::has_board},
      {"gogui-rules_board_size", &Gtp::rules_board_size, &Gtp::has_board},
      {"gogui-rules_legal_moves", &Gtp::rules_legal_moves},
      {"gogui-rules_side_to_move", &Gtp::rules_side_to_move},
      {"gogui-rules_final_result", &Gtp::rules_final_result},
      {"gogui-analyze_commands", &Gtp::analyze_commands},
      {"gogui-interrupt", &Gtp::interrupt},
      {"banyan-visits", &Gtp::visits_map, &Gtp::has_board},
      {"banyan-winrate", &Gtp::winrate_map, &Gtp::has_board},
      {"banyan-option", &Gtp::option},
  };
  return table;
}

Result<std::unique_ptr<Gtp>> Gtp::make(std::unique_ptr<Host> host, Write write) {
  if (const int players = host->info().players; players > 2)
    return Error{fmt::format("GTP has two colours, but {} has {} players", host->info().name, players)};
  return std::unique_ptr<Gtp>(new Gtp(std::move(host), std::move(write)));
}

Gtp::Gtp(std::unique_ptr<Host> host, Write write) : Protocol(std::move(write)), host_(std::move(host)) {
  game_changed();
}

void Gtp::game_changed() { names_ = BoardNames::of(host_->session().game()); }

const Gtp::Command* Gtp::find(std::string_view name) const {
  for (const Command& command : commands())
    if (command.name == name && (command.offered == nullptr || (this->*command.offered)())) return &command;
  return nullptr;
}

void Gtp::answer(const std::string& id, const Result<std::string>& result) {
  std::string text = result ? *result : result.error().message;
  // An empty line would end the answer.
  for (std::size_t at = text.find("\n\n"); at != std::string::npos; at = text.find("\n\n")) text.erase(at, 1);
  while (text.ends_with('\n')) text.pop_back();
  write((result ? "=" : "?") + id + (text.empty() || text.starts_with('\n') ? "" : " ") + text + "\n\n");
}

// Brings what is running to its end: an analysis now, an answer now or when it is due.
void Gtp::settle(bool at_once) {
  if (running_ == Running::stream) {
    host_->stop();
    write("\n");
  } else if (at_once) {
    host_->stop();
  } else {
    host_->wait();
  }
  running_ = Running::nothing;
}

bool Gtp::take(std::string_view line) {
  if (over_) return false;
  if (lower_case(line).starts_with("# interrupt")) {
    settle(true);
    return true;
  }
  if (running_ == Running::stream) settle(true);  // any input ends an analysis
  Words words = split_words(clean(line));
  id_.clear();
  if (!words.empty() && is_number(words[0])) {
    id_ = words[0];
    words.erase(words.begin());
  }
  if (words.empty()) return true;
  const std::string name = words[0];
  words.erase(words.begin());
  settle(name == "quit" || name == "gogui-interrupt");
  const Command* command = find(name);
  const Answer result =
      command != nullptr ? (this->*command->run)(words) : Answer(Text(Error{"unknown command"}));
  if (result) answer(id_, *result);
  return !over_;
}

void Gtp::finish() { settle(false); }

// ---- Colours, turns and time.

Result<Player> Gtp::colour(const Words& words, std::size_t index) const {
  const std::string word = index < words.size() ? lower_case(words[index]) : "";
  const bool black = word == "b" || word == "black";
  if (!black && word != "w" && word != "white") return Error{"syntax error: a colour is black or white"};
  const Player player = (colour_name(0) == "black") == black ? 0 : 1;
  if (player >= host_->info().players) return Error{"there is one player in this game, black"};
  return player;
}

std::string Gtp::colour_name(Player player) const {
  const auto& sides = host_->info().description.sides;
  const bool white_begins = !sides.empty() && lower_case(sides[0].name) == "white";
  return (player == 0) != white_begins ? "black" : "white";
}

Result<Gtp::Words> Gtp::turn_of(Player player) const {
  if (!host_->player()) return Error{"the game is over"};
  if (*host_->player() == player) return Words{};
  const Words legal = host_->position().legal();
  if (std::find(legal.begin(), legal.end(), "pass") != legal.end()) return Words{"pass"};
  return Error{"it is " + colour_name(*host_->player()) + "'s turn, who can't pass"};
}

bool Gtp::can_pass() const {
  const Words legal = host_->session().game().start()->legal();
  return names_ && std::find(legal.begin(), legal.end(), "pass") != legal.end();
}

std::optional<SearchLimits> Gtp::limits_for(Player player) const {
  if (!timed_) return std::nullopt;
  const Clock& left = left_[static_cast<std::size_t>(player)];
  if (left.stones > 0) return host_->limits_within(time_for_move(left.seconds, 0, left.stones));
  if (overtime_.stones == 0) return host_->limits_within(time_for_move(left.seconds, 0, std::nullopt));
  const Duration in_overtime = time_for_move(overtime_.seconds, 0, overtime_.stones);
  const Duration in_main_time = time_for_move(left.seconds, 0, std::nullopt);
  return host_->limits_within(std::max(in_overtime, in_main_time));
}

void Gtp::count_time(Player player, double seconds) {
  if (!timed_) return;
  Clock& left = left_[static_cast<std::size_t>(player)];
  left.seconds -= seconds;
  const bool next_period = left.stones > 0 ? --left.stones == 0 : left.seconds < 0 && overtime_.stones > 0;
  if (next_period) left = overtime_;
}

// ---- Administration.

Gtp::Answer Gtp::known_command(const Words& words) {
  return Text(std::string(words.size() == 1 && find(words[0]) != nullptr ? "true" : "false"));
}

Gtp::Answer Gtp::list_commands(const Words& /*words*/) {
  std::string text;
  for (const Command& command : commands())
    if (find(command.name) != nullptr) text += (text.empty() ? "" : "\n") + std::string(command.name);
  return Text(text);
}

Gtp::Answer Gtp::quit(const Words& /*words*/) {
  over_ = true;
  return done();
}

Gtp::Answer Gtp::cputime(const Words& /*words*/) {
  return Text(fmt::format("{:.3f}", process_cpu_seconds()));
}

// ---- The game.

// What to set for a board of this size, one number or two; empty where there is no other. An error if this
// game has no such board.
Result<Host::Values> Gtp::values_of_size(const Words& size) const {
  if (host_->has_parameter("size") && size[0] == size.back()) return Host::Values{{"size", size[0]}};
  if (host_->has_parameter("width") && host_->has_parameter("height"))
    return Host::Values{{"width", size[0]}, {"height", size.back()}};
  if (names_ && size[0] == std::to_string(names_->columns()) &&
      (size.size() == 1 || size[1] == std::to_string(names_->rows())))
    return Host::Values{};
  return Error{"unacceptable size"};
}

Gtp::Answer Gtp::boardsize(const Words& words) {
  if (words.empty() || words.size() > 2 || !is_number(words[0]) || !is_number(words.back()))
    return Text(Error{"syntax error: boardsize takes the size, or the number of columns and of rows"});
  const auto values = values_of_size(words);
  if (!values) return Text(values.error());
  if (values->empty()) {
    host_->restart();
  } else if (!host_->set_parameters(*values, false)) {
    return Text(Error{"unacceptable size"});
  }
  game_changed();
  return done();
}

Gtp::Answer Gtp::clear_board(const Words& /*words*/) {
  host_->restart();
  left_ = {main_time_, main_time_};
  return done();
}

Gtp::Answer Gtp::komi(const Words& words) {
  if (words.size() != 1 || !parse_value<double>(words[0])) return Text(Error{"syntax error"});
  // The spec takes the shortest form of the number.
  const auto set = host_->set_parameters({{"komi", print_number(*parse_value<double>(words[0]))}}, true);
  if (!set) return Text(set.error());
  game_changed();
  return done();
}

Gtp::Answer Gtp::get_komi(const Words& /*words*/) {
  for (const FieldInfo& field : host_->info().parameters)
    if (field.name == "komi") return Text(field.value);
  return Text(Error{"there is no komi in this game"});
}

Gtp::Answer Gtp::play(const Words& words) {
  if (words.size() != 2) return Text(Error{"syntax error: play takes a colour and a move"});
  const auto player = colour(words, 0);
  if (!player) return Text(player.error());
  auto moves = turn_of(*player);
  if (!moves) return Text(Error{"illegal move: " + moves.error().message});
  moves->push_back(move_of_vertex(names_, host_->position(), words[1]));
  if (auto played = host_->play(*moves); !played)
    return Text(Error{"illegal move: " + played.error().message});
  return done();
}

Gtp::Answer Gtp::undo(const Words& /*words*/) { return host_->undo() ? done() : Text(Error{"cannot undo"}); }

Gtp::Answer Gtp::move_for(const Words& words, bool plays) {
  const auto player = colour(words, 0);
  if (!player) return Text(player.error());
  const auto before = turn_of(*player);
  if (!before) return Text(before.error());
  if (!before->empty())
    if (auto passed = host_->play(*before); !passed) return Text(passed.error());
  if (host_->player() != *player) return Text(Error{"the game is over"});
  running_ = Running::answer;
  host_->think({.limits = limits_for(*player),
                .done =
                    [this, plays, player = *player, id = id_, watch = Stopwatch{}, passed = !before->empty()](
                        const Analysis& analysis, const std::stop_token&) {
                      if (!analysis.best) return answer(id, Error{analysis.error});
                      const std::string text = vertex(host_->position(), *analysis.best);
                      const auto played = plays ? host_->play({*analysis.best}) : Result<void>();
                      if (!plays && passed) host_->undo();
                      if (plays) count_time(player, watch.seconds());
                      answer(id, played ? Text(text) : Text(played.error()));
                    },
                .ponder_after = plays});
  return std::nullopt;
}

Gtp::Answer Gtp::time_settings(const Words& words) {
  const auto number = [&](std::size_t i) { return parse_value<double>(words[i], between(0, 1e9)); };
  if (words.size() != 3 || !number(0) || !number(1) || !number(2))
    return Text(Error{"syntax error: time_settings takes main time, overtime and its stones"});
  main_time_ = {*number(0), 0};
  overtime_ = {*number(1), static_cast<int>(std::min(*number(2), 1e6))};
  timed_ = !(overtime_.seconds > 0 && overtime_.stones == 0);  // which means: no limit
  if (overtime_.seconds == 0) overtime_.stones = 0;
  left_ = {main_time_, main_time_};
  if (main_time_.seconds == 0 && overtime_.stones > 0) left_ = {overtime_, overtime_};
  return done();
}

Gtp::Answer Gtp::time_left(const Words& words) {
  const auto player = colour(words, 0);
  if (!player) return Text(player.error());
  const auto seconds = words.size() == 3 ? parse_value<double>(words[1], between(0, 1e9)) : Error{};
  const auto stones = words.size() == 3 ? parse_value<int>(words[2], between(0, 1e6)) : Error{};
  if (!seconds || !stones) return Text(Error{"syntax error: time_left takes a colour, seconds and stones"});
  left_[static_cast<std::size_t>(*player)] = {*seconds, *stones};
  timed_ = true;
  return done();
}

Gtp::Answer Gtp::showboard(const Words& /*words*/) { return Text("\n" + draw(host_->session(), {})); }

Gtp::Answer Gtp::final_score(const Words& /*words*/) {
  const auto winner = [&](double lead, const std::string& by) {
    return lead == 0 ? std::string("0") : (colour_name(lead > 0 ? 0 : 1) == "black" ? "B+" : "W+") + by;
  };
  if (const auto score = host_->position().score())
    return Text(winner(*score, print_number(std::abs(*score))));
  const auto outcome = host_->position().outcome();
  if (!outcome) return Text(Error{"cannot score: the game is not over"});
  if (outcome->size() == 1) return Text(print_number((*outcome)[0]));
  return Text(winner((*outcome)[0] - (*outcome)[1], ""));
}

// What stands on the board is alive: dead stones must be taken before the end.
Gtp::Answer Gtp::final_status_list(const Words& words) {
  const std::string status = words.size() == 1 ? words[0] : "";
  if (status == "dead" || status == "seki") return done();
  if (status != "alive") return Text(Error{"syntax error: a status is alive, dead or seki"});
  const auto picture = host_->position().picture();
  std::string text;
  for (std::size_t cell = 0; picture && cell < picture->cells.size(); ++cell)
    if (picture->cells[cell].owner >= 0) text += (text.empty() ? "" : "\n") + names_->vertex(cell);
  return Text(text);
}

}  // namespace banyan::protocol
