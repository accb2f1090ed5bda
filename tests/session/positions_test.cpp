// No accepted position can crash a search, a drawing or a document of the page: texts of positions with a few
// characters changed, in every game, behind the erased interface. (What single abilities do with them is
// tested in tests/games/expect_robust_text.hpp.)
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <banyan/session/json.hpp>
#include <banyan/session/text.hpp>

#include "by_name.hpp"

namespace banyan {
namespace {

// The text of a position after random moves, damaged in up to three places.
std::string damaged_text(const AnyGame& game, Random& random) {
  const auto position = game.start();
  for (std::uint64_t moves = random.below(60); moves > 0 && position->player(); --moves)
    position->play_random(random);
  std::string text = position->text().value();
  const std::string letters = "xo./ 0123456789-" + text;
  for (std::uint64_t changes = random.below(4); changes > 0; --changes)
    text[random.below(text.size())] = letters[random.below(letters.size())];
  return text;
}

void expect_searches(const std::shared_ptr<const AnyGame>& game, const std::string& text) {
  auto session = Session::from_position(game, text);
  ASSERT_TRUE(session) << text;
  Json document = json_document();
  add_session(document, game->info().spec, *session);
  EXPECT_FALSE(print_json(document).empty());
  EXPECT_FALSE(draw(*session, {}).empty());
  const Position& position = session->position();
  if (!position.player() || *position.player() == chance_player) return;
  const auto legal = position.legal();
  // As it plays by default, and with what it would not do by itself.
  for (const std::string playout : {"", "uniform", "game", "mast"}) {
    Spec spec{"uct", {{"sims", "50"}, {"memory", "10MB"}}};
    if (!playout.empty()) spec.values.emplace_back("playout", playout);
    const auto agent = game->make_agent(spec, 1);
    if (!agent) {  // not every game has moves that are small enough
      EXPECT_EQ(playout, "mast") << agent.error().message;
      continue;
    }
    const Analysis analysis = (*agent)->choose(position, {});
    EXPECT_EQ(analysis.error, "") << game->info().name << " " << text;
    ASSERT_TRUE(analysis.best) << game->info().name << " " << text;
    EXPECT_NE(std::find(legal.begin(), legal.end(), *analysis.best), legal.end())
        << *analysis.best << " in " << game->info().name << " " << text;
  }
}

TEST(DamagedPositions, AreRefusedOrSearched) {
  constexpr std::uint64_t texts = 40;
  const GameList games = built_in_games();
  for (const GameEntry& entry : games.entries()) {
    const auto game = *games.make(entry.name);
    std::size_t accepted = 0;
    for (std::uint64_t stream = 0; stream < texts; ++stream) {
      Random random(1, stream);
      const std::string text = damaged_text(*game, random);
      const auto position = game->parse_position(text);
      if (!position) {
        EXPECT_FALSE(position.error().message.empty());
        continue;
      }
      ++accepted;
      expect_searches(game, text);
    }
    EXPECT_GT(accepted, texts / 8) << entry.name << ": a quarter of the texts has no damage at all";
  }
}

}  // namespace
}  // namespace banyan
