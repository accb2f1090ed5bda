// Prints the search signature: a number, and one for each game, that pins how searches behave for fixed
// seeds, and one for each further option of each game. It is the same for every compiler and processor, and
// changes with every change of behaviour, however small. With the name of a file it compares the numbers with
// those in it; with --details it tells their parts.
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/session/built_in.hpp>

#include "signature.hpp"

namespace banyan {

GameEntry treasure_entry();

namespace {

using Signatures = std::map<std::string, std::uint64_t>;

// Every game as it comes, then games that show what those don't. Large boards show no more than smaller ones,
// more slowly.
std::vector<std::string> signed_games(const GameList& games) {
  const std::map<std::string, std::string> smaller{
      {"gomoku", "gomoku:width=9,height=9"},
      {"go", "go:size=5"},
      {"hex", "hex:size=5"},
      {"y", "y:size=5"},
      {"havannah", "havannah:size=3"},
      {"amazons", "amazons:size=4"},
      {"chinese-checkers", "chinese-checkers:players=3,size=2,limit=50"}};
  std::vector<std::string> specs;
  for (const auto& entry : games.entries()) {
    const auto spec = smaller.find(entry.name);
    specs.push_back(spec == smaller.end() ? entry.name : spec->second);
  }
  specs.emplace_back("nim:heaps=7/8/9,players=3,misere=true");
  specs.emplace_back("pig:goal=20");
  specs.emplace_back("treasure");
  return specs;
}

Signatures sign_all(bool with_details) {
  auto entries = built_in_games().entries();
  const auto specs = signed_games(GameList(entries));
  entries.push_back(treasure_entry());
  const GameList games(entries);
  Signatures signatures;
  for (const std::string& spec : specs) {
    const auto game = games.make(spec);
    if (!game) throw std::runtime_error(game.error().message);
    signatures[spec] = sign_game(**game, [&](std::string_view options, std::uint64_t number) {
      if (with_details) std::cout << spec << ' ' << options << ' ' << number << std::endl;
    });
    for (const auto& [option, number] : sign_options(**game)) signatures[spec + '/' + option] = number;
  }
  for (const auto& [search, number] : sign_guided_searches()) signatures["guided/" + search] = number;
  Signature whole;
  for (const auto& [game, number] : signatures) whole.add(number);
  signatures["all"] = whole.number();
  return signatures;
}

Signatures read_signatures(const char* path) {
  Signatures signatures;
  std::ifstream file(path);
  std::string game;
  for (std::uint64_t number = 0; file >> game >> number;) signatures[game] = number;
  return signatures;
}

void print(const Signatures& signatures) {
  for (const auto& [game, number] : signatures) std::cout << game << ' ' << number << '\n';
}

int compare(const Signatures& signatures, const char* path) {
  const Signatures expected = read_signatures(path);
  if (signatures == expected) return 0;
  std::cerr << "Searches behave differently from what " << path << " says, in these games:\n";
  for (const auto& [game, number] : signatures)
    if (const auto known = expected.find(game); known == expected.end() || known->second != number)
      std::cerr << "  " << game << '\n';
  for (const auto& [game, number] : expected)
    if (!signatures.contains(game)) std::cerr << "  " << game << " (is gone)\n";
  std::cerr << "If that is meant, write what was printed to that file.\n";
  return 1;
}

}  // namespace
}  // namespace banyan

int main(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  const auto signatures = banyan::sign_all(word == "--details");
  banyan::print(signatures);
  return word.empty() || word == "--details" ? 0 : banyan::compare(signatures, argv[1]);
}
