#include <banyan/protocol/ggf.hpp>

#include <banyan/core/value.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

std::string ggf_move(std::string_view text) {
  std::string move(text.substr(0, text.find('/')));
  for (char& c : move)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return move == "pa" || move == "pas" || move == "ps" ? "pass" : move;
}

namespace {
Result<void> read_start(std::string_view value, GgfRecord& record) {
  const Error wrong{"GGF: BO holds the side of the board, its cells of *, O and -, and the player to begin"};
  const auto words = split_words(value);
  const auto side = words.empty() ? Error{} : parse_value<std::size_t>(words[0], between(1, 26));
  if (!side || words.size() < 3) return wrong;
  record.cells.clear();
  for (std::size_t i = 1; i + 1 < words.size(); ++i) record.cells += words[i];
  const std::string& begins = words.back();
  if (record.cells.size() != *side * *side || record.cells.find_first_not_of("*O-") != std::string::npos ||
      (begins != "*" && begins != "O"))
    return wrong;
  record.side = *side;
  record.black_begins = begins == "*";
  return {};
}
}  // namespace

Result<GgfRecord> parse_ggf(std::string_view text) {
  GgfRecord record;
  const std::size_t begin = text.find("(;");
  if (begin == std::string_view::npos) return Error{"GGF: a game begins with '(;'"};
  text.remove_prefix(begin + 2);
  while (true) {
    while (!text.empty() && white_space.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
    if (text.starts_with(";)") || text.starts_with(')')) break;
    const std::size_t open = text.find('[');
    const std::size_t close = open == std::string_view::npos ? open : text.find(']', open);
    if (close == std::string_view::npos)
      return Error{"GGF: a property such as B[F5] or the end ';)' is missing"};
    const std::string_view key = text.substr(0, open);
    const std::string_view value = text.substr(open + 1, close - open - 1);
    if (key == "BO") {
      if (auto read = read_start(value, record); !read) return read.error();
    } else if (key == "B" || key == "W") {
      record.moves.push_back({key == "B", ggf_move(value)});
    }
    text.remove_prefix(close + 1);
  }
  if (record.side == 0) return Error{"GGF: the board at the start, BO[...], is missing"};
  return record;
}

}  // namespace banyan::protocol
