#include <banyan/session/pgn.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include <banyan/session/words.hpp>

namespace banyan {

namespace {
// A result as White's and Black's points; PDN also counts two points for a win.
std::optional<std::string> result_of(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> results{{{"1-0", "1-0"},
                                                                                  {"0-1", "0-1"},
                                                                                  {"1/2-1/2", "1/2-1/2"},
                                                                                  {"*", "*"},
                                                                                  {"2-0", "1-0"},
                                                                                  {"0-2", "0-1"},
                                                                                  {"1-1", "1/2-1/2"}}};
  for (const auto& [text, result] : results)
    if (text == word) return std::string(result);
  return std::nullopt;
}

// Without a move's number in front: "12.e4", "12...", "12.".
std::string_view without_number(std::string_view word) {
  std::size_t digits = 0;
  while (digits < word.size() && std::isdigit(static_cast<unsigned char>(word[digits])) != 0) ++digits;
  std::size_t dots = digits;
  while (dots < word.size() && word[dots] == '.') ++dots;
  return dots > digits ? word.substr(dots) : word;
}

class PgnReader {
 public:
  explicit PgnReader(std::string_view text) : text_(text) {}

  Result<std::vector<PgnGame>> read() {
    while (!at_end()) {
      const char c = text_[at_];
      if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        next();
      } else if (c == ';' || (c == '%' && at_line_start())) {
        skip_line();
      } else if (c == '{') {
        const std::size_t begin = at_ + 1;
        if (!skip_to('}')) return wrong("a comment is not closed with }");
        note_comment(text_.substr(begin, at_ - 1 - begin));
      } else if (c == '(') {
        if (!skip_variation()) return wrong("a variation is not closed with )");
      } else if (c == '[') {
        if (auto done = take_tag(); !done) return done.error();
      } else {
        take_word();
      }
    }
    if (games_.empty()) return Error{"there is no game in it"};
    return std::move(games_);
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] bool at_line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
  void next() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }
  void skip_line() {
    while (!at_end() && text_[at_] != '\n') next();
  }
  bool skip_to(char end) {
    while (!at_end() && text_[at_] != end) next();
    if (at_end()) return false;
    next();
    return true;
  }
  bool skip_variation() {
    std::size_t open = 0;
    while (!at_end()) {
      const char c = text_[at_];
      if (c == '{') {
        if (!skip_to('}')) return false;
        continue;
      }
      next();
      if (c == '(') ++open;
      if (c == ')' && --open == 0) return true;
    }
    return false;
  }
  [[nodiscard]] Error wrong(const std::string& what) const {
    return Error{"line " + std::to_string(line_) + ": " + what};
  }

  // Lines of a comment are broken where it suits the file.
  void note_comment(std::string_view text) {
    if (games_.empty() || ended_ || games_.back().moves.empty()) return;
    std::string& comment = games_.back().moves.back().comment;
    const std::string more = join_words(split_words(text));
    comment += (comment.empty() || more.empty() ? "" : " ") + more;
  }

  // The game that is being read; tags after moves or a result begin another.
  PgnGame& current(bool for_tag) {
    if (games_.empty() || ended_ || (for_tag && !games_.back().moves.empty())) games_.emplace_back();
    ended_ = false;
    return games_.back();
  }

  Result<void> take_tag() {
    const Error error = wrong("a tag is written like [White \"name\"]");
    next();
    const auto skip_blanks = [this] {
      while (!at_end() && (text_[at_] == ' ' || text_[at_] == '\t')) next();
    };
    skip_blanks();
    std::string name;
    while (!at_end() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
      name += text_[at_];
      next();
    }
    skip_blanks();
    if (name.empty() || at_end() || text_[at_] != '"') return error;
    next();
    std::string value;
    while (!at_end() && text_[at_] != '"' && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') next();
      value += text_[at_];
      next();
    }
    if (at_end() || text_[at_] != '"') return error;
    next();
    skip_blanks();
    if (at_end() || text_[at_] != ']') return error;
    next();
    current(true).tags.emplace(std::move(name), std::move(value));
    return {};
  }

  void take_word() {
    const std::size_t begin = at_;
    const std::size_t line = line_;
    constexpr std::string_view ends = "{}();[]";
    while (!at_end() && std::isspace(static_cast<unsigned char>(text_[at_])) == 0 &&
           (at_ == begin || ends.find(text_[at_]) == std::string_view::npos))
      next();
    std::string_view word = text_.substr(begin, at_ - begin);
    if (const auto result = result_of(word)) {
      PgnGame& game = current(false);
      game.result = *result;
      ended_ = true;
      return;
    }
    word = without_number(word);
    while (!word.empty() && (word.back() == '!' || word.back() == '?')) word.remove_suffix(1);
    if (word.empty() || word.front() == '$') return;  // a number alone, an annotation
    if (std::all_of(word.begin(), word.end(),
                    [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }))
      return;  // a number whose dot is missing
    current(false).moves.push_back({std::string(word), line});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<PgnGame> games_;
  bool ended_ = false;  // the last game has its result
};
}  // namespace

Result<std::vector<PgnGame>> parse_pgn(std::string_view text) { return PgnReader(text).read(); }

std::string escape_pgn(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c == '\n' || c == '\r' ? ' ' : c;
  }
  return escaped;
}

}  // namespace banyan
