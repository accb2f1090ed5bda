#include <banyan/session/game_text.hpp>

#include <algorithm>
#include <cmath>

#include <banyan/core/value.hpp>
#include <banyan/session/words.hpp>

namespace banyan::game_text {

namespace {
constexpr std::string_view value_word = "value ";
}  // namespace

Error in_line(std::size_t line, const std::string& what) {
  return Error{"line " + std::to_string(line) + ": " + what};
}

std::optional<std::string> value_of(const std::map<std::string, std::string>& list, const std::string& name) {
  const auto found = list.find(name);
  return found == list.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> winning_seat(const GameRecord& record) {
  if (record.resigned) return *record.resigned == 0 ? 1 : 0;
  if (!record.returns || record.returns->size() != 2 || (*record.returns)[0] == (*record.returns)[1])
    return std::nullopt;
  return (*record.returns)[0] > (*record.returns)[1] ? 0 : 1;
}

std::string comment_of(const GameRecord::Move& move) {
  std::string text;
  if (std::isfinite(move.value)) {
    const std::string number = print_value(std::round(move.value * 1000) / 1000);
    text = std::string(value_word) + (move.value >= 0 ? "+" : "") + number;
  }
  return text + (text.empty() || move.comment.empty() ? "" : " ") + move.comment;
}

void note_comment(GameRecord::Move& move, std::string_view comment) {
  if (comment.starts_with(value_word)) {
    std::string_view number = comment.substr(value_word.size());
    number = number.substr(0, number.find_first_of(white_space));
    const auto value = parse_value<double>(number.starts_with('+') ? number.substr(1) : number);
    if (value && std::isfinite(*value)) {
      move.value = *value;
      comment.remove_prefix(static_cast<std::size_t>(number.data() + number.size() - comment.data()));
      comment.remove_prefix(std::min(comment.find_first_not_of(white_space), comment.size()));
    }
  }
  move.comment = comment;
}

std::string day_of(const std::string& date) { return date.substr(0, 10); }

std::string seat_name(const GameRecord& record, std::size_t seat) {
  return seat < record.seats.size() ? record.seats[seat] : "?";
}

}  // namespace banyan::game_text
