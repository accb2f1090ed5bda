#include <banyan/session/sgf.hpp>

#include <algorithm>
#include <cctype>
#include <utility>

namespace banyan {

namespace {
class SgfReader {
 public:
  explicit SgfReader(std::string_view text) : text_(text) {}

  Result<std::vector<SgfGame>> read() {
    while (!at_end()) {
      const char c = text_[at_];
      if (c == '(') {
        open_tree();
      } else if (c == ')') {
        if (trees_.empty()) return wrong("a tree is closed that was not opened");
        if (skipped_ > 0) {
          --skipped_;
        } else {
          trees_.pop_back();
        }
        next();
      } else if (c == ';') {
        if (trees_.empty()) return wrong("a node stands outside of a tree");
        if (skipped_ == 0) comment_.clear(), node_has_move_ = false;
        next();
      } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
        if (trees_.empty()) return wrong("a property stands outside of a tree");
        if (auto done = take_property(); !done) return done.error();
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || (trees_.empty() && games_.empty())) {
        next();  // what comes before the first tree is passed over
      } else {
        return wrong("'" + std::string(1, c) + "' is not part of SGF here");
      }
    }
    if (!trees_.empty() || skipped_ > 0) return wrong("the text ends inside a tree");
    if (games_.empty()) return Error{"there is no game in it: SGF begins with (;"};
    return std::move(games_);
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  void next() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }
  [[nodiscard]] Error wrong(const std::string& what) const {
    return Error{"line " + std::to_string(line_) + ": " + what};
  }

  // A tree's first subtree goes on with the main line; the others are variations.
  void open_tree() {
    next();
    if (skipped_ > 0) {
      ++skipped_;
    } else if (trees_.empty()) {
      games_.emplace_back();
      trees_.push_back(0);
    } else if (std::exchange(trees_.back(), char{1}) != 0) {
      ++skipped_;
    } else {
      trees_.push_back(0);
    }
  }

  Result<void> take_property() {
    const std::size_t line = line_;
    std::string name;
    while (!at_end() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0) {
      // Older formats wrote small letters between, which mean nothing.
      if (std::isupper(static_cast<unsigned char>(text_[at_])) != 0) name += text_[at_];
      next();
    }
    bool first = true;
    while (true) {
      while (!at_end() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) next();
      if (at_end() || text_[at_] != '[') break;
      auto value = take_value();
      if (!value) return value.error();
      if (skipped_ == 0) note(name, *std::move(value), line, first);
      first = false;
    }
    if (first) return wrong("the property " + name + " has no value in brackets");
    return {};
  }

  Result<std::string> take_value() {
    next();
    std::string value;
    while (!at_end() && text_[at_] != ']') {
      if (text_[at_] == '\\') {
        next();
        if (at_end()) break;
        if (text_[at_] == '\n') {  // a line that is only broken in the file
          next();
          continue;
        }
      }
      value += text_[at_];
      next();
    }
    if (at_end()) return wrong("a value is not closed with ]");
    next();
    return value;
  }

  // Only set-up stones have several values that matter here.
  void note(const std::string& name, std::string value, std::size_t line, bool first) {
    SgfGame& game = games_.back();
    if (name == "AB" || name == "AW" || name == "AE") {
      game.setup.push_back({name[1], std::move(value), line});
    } else if ((name == "B" || name == "W") && first) {
      game.moves.push_back({name[0], std::move(value), line, std::exchange(comment_, {})});
      node_has_move_ = true;
    } else if (name == "C" && node_has_move_) {
      game.moves.back().comment = std::move(value);
    } else if (name == "C" && !game.moves.empty()) {
      comment_ = std::move(value);
    } else if (game.moves.empty() && first) {
      game.root.emplace(name, std::move(value));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<SgfGame> games_;
  std::vector<char> trees_;  // that are open on the main line; whether each has had a subtree
  std::string comment_;      // of this node, whose move is yet to come
  bool node_has_move_ = false;
  std::size_t skipped_ = 0;  // open trees of a variation
};
}  // namespace

Result<std::vector<SgfGame>> parse_sgf(std::string_view text) { return SgfReader(text).read(); }

std::string escape_sgf(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace banyan
