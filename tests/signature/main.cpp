// Prints the search signature: one number that pins how searches behave for fixed seeds, over all games. It
// is the same for every compiler and processor, and changes with every change of behaviour, however small.
// With the name of a file it compares the number with the one in it; with --details it tells its parts.
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/session/built_in.hpp>

#include "signature.hpp"

namespace banyan {

GameEntry treasure_entry();

namespace {

// Every game as it comes, then games that show what those don't. Boards as large as Gomoku's show no more
// than smaller ones, more slowly.
std::vector<std::string> signed_games(const GameList& games) {
  std::vector<std::string> specs;
  for (const auto& entry : games.entries())
    specs.push_back(entry.name == "gomoku" ? "gomoku:width=9,height=9" : entry.name);
  specs.emplace_back("nim:heaps=7/8/9,players=3,misere=true");
  specs.emplace_back("pig:goal=20");
  specs.emplace_back("treasure");
  return specs;
}

std::uint64_t sign_all(bool with_details) {
  auto entries = built_in_games().entries();
  const auto specs = signed_games(GameList(entries));
  entries.push_back(treasure_entry());
  const GameList games(entries);
  Signature signature;
  for (const std::string& spec : specs) {
    const auto game = games.make(spec);
    if (!game) throw std::runtime_error(game.error().message);
    signature.add(sign_game(**game, [&](std::string_view options, std::uint64_t number) {
      if (with_details) std::cout << spec << ' ' << options << ' ' << number << std::endl;
    }));
  }
  return signature.number();
}

int compare(std::uint64_t number, const char* path) {
  std::uint64_t expected = 0;
  if (std::ifstream file(path); !(file >> expected)) {
    std::cerr << "no number can be read from " << path << '\n';
    return 2;
  }
  if (number == expected) return 0;
  std::cerr << "The searches behave differently: the signature was " << expected
            << ".\nIf that is meant, write " << number << " to " << path << ".\n";
  return 1;
}

}  // namespace
}  // namespace banyan

int main(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  const std::uint64_t number = banyan::sign_all(word == "--details");
  std::cout << number << '\n';
  return word.empty() || word == "--details" ? 0 : banyan::compare(number, argv[1]);
}
