// Checks that a game keeps the rules that every search relies on, in every position of seeded random games.
// It needs no test framework, relies on no assertion, and works from the five functions up; every ability a
// game has is checked too. The report lists the abilities that were detected, and members whose name matches
// an ability but whose signature does not. For a game of your own:
//
//   #include <banyan/testing/conformance.hpp>
//   int main() {
//     const auto report = banyan::check_conformance(MyGame{});
//     std::puts(report.text().c_str());
//     return report.ok() ? 0 : 1;
//   }
//
// A game that updates its hash incrementally can offer hash_from_scratch(state) as well; the two must agree.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <banyan/core/spec.hpp>
#include <banyan/game/conformance/abilities.hpp>
#include <banyan/game/conformance/chance.hpp>
#include <banyan/game/conformance/encoding.hpp>
#include <banyan/game/conformance/knowledge.hpp>
#include <banyan/game/conformance/report.hpp>
#include <banyan/game/conformance/scene.hpp>
#include <banyan/game/game.hpp>
#include <banyan/game/text.hpp>

namespace banyan {

namespace detail {

template <Game G>
class ConformanceCheck {
 public:
  ConformanceCheck(const G& game, const ConformanceOptions& options) : scene_{game, options} {}

  ConformanceReport run() {
    scene_.report.abilities = describe_abilities<G>();
    check_declarations();
    for (std::size_t i = 0; i < scene_.options.games && !is_endless_; ++i) play(i);
    if (scene_.report.ok()) check_playouts();  // would not end if games don't
    return std::move(scene_.report);
  }

 private:
  using State = StateOf<G>;
  using Move = MoveOf<G>;
  using Rewards = RewardsOf<G>;

  Scene<G> scene_;
  HashCheck<G> hashes_;
  [[no_unique_address]] typename CheckIf<HasCells<G>, CellsCheck, G>::Type cells_;
  [[no_unique_address]] typename CheckIf<HasSolver<G>, SolverCheck, G>::Type solver_;
  bool samples_compared_ = false;
  bool is_endless_ = false;  // further games would not end either

  void problem(std::string rule, std::string what) { scene_.problem(std::move(rule), std::move(what)); }
  [[nodiscard]] std::string text_of(const Move& move) const { return scene_.text_of(move); }

  // ---- Before the first move.

  void check_declarations() {
    scene_.state = scene_.game.start();
    if (!(scene_.state == scene_.game.start()))
      problem("start() always gives the same state", "two calls gave two states");
    const int players = player_count(scene_.game);
    if (players < 1 || players > G::max_players)
      problem("there are 1 to max_players players",
              std::to_string(players) + " players, max_players is " + std::to_string(G::max_players));
    if constexpr (HasRewardRange<G>) check_range(reward_range_of(scene_.game));
    if constexpr (HasLegalLimit<G>)
      if (const std::size_t limit = scene_.game.legal_limit(); limit < 1 || limit > G::max_legal)
        problem("legal_limit() is 1 to max_legal",
                std::to_string(limit) + ", max_legal is " + std::to_string(G::max_legal));
    if constexpr (WinDrawLoss<G>)
      if (G::max_players != 2) problem("win_draw_loss is for two players", "max_players is not 2");
    if constexpr (HasParams<G>) check_params();
    if constexpr (HasDescription<G>) check_description(scene_);
  }

  void check_params() {
    using Params = typename G::Params;
    const Params params = scene_.game.params();
    if (const std::string wrong = G::problem(params); !wrong.empty())
      problem("a game's own params have no problem()", wrong);
    const std::string text = print_spec("game", params);
    const auto spec = parse_spec(text);
    const auto back = spec ? parse_params<Params>(*spec) : Result<Params>(spec.error());
    if (!back) {
      problem("params read back as they are printed", text + ": " + back.error().message);
    } else if (print_spec("game", *back) != text || !(G(*back).start() == scene_.game.start())) {
      problem("params read back as they are printed", text + " gives another game");
    }
  }

  // ---- One random game.

  void play(std::size_t number) {
    const G& game = scene_.game;
    State& state = scene_.state;
    scene_.number = number;
    scene_.history.clear();
    ++scene_.report.games;
    Random random(scene_.options.seed, number);
    state = game.start();
    std::vector<Rewards> paid;  // step rewards and the outcome
    while (true) {
      ++scene_.report.positions;
      check_position(random);
      if (const auto outcome = game.outcome(state)) {
        paid.push_back(*outcome);
        if constexpr (HasSolver<G>) solver_.look(scene_);
        return check_returns(paid);
      }
      const Choices<G> list = scene_.choices(state);
      if (list.empty() || is_too_long()) return;
      const Move move = draw(list, random);
      if constexpr (HasSolver<G>) solver_.note(state);
      State next = state;
      paid.push_back(apply_move(game, next, move));
      if constexpr (HasMilestones<G>) check_milestone(scene_, next);
      scene_.history.push_back(move_text(game, state, move));
      state = next;
    }
  }

  Move draw(const Choices<G>& list, Random& random) {
    if constexpr (HasChance<G>) {
      if (scene_.is_chance()) {
        const auto move = try_sample_chance(scene_.game, scene_.state, random);
        if (!move) return list.front().move;  // the list is invalid, which another check reports
        if (!contains<G>(list, *move))
          problem("sample_chance() draws what chance_outcomes() lists", "it drew " + text_of(*move));
        return *move;
      }
    }
    return list[random.below(list.size())].move;
  }

  bool is_too_long() {
    std::size_t bound = scene_.options.longest_game;
    if constexpr (HasMaxMoves<G>) bound = scene_.game.max_moves();
    if (scene_.history.size() < bound) return false;
    problem(std::string("every game ends") + (HasMaxMoves<G> ? " within max_moves()" : ""),
            "it still goes on after " + std::to_string(bound) + " moves");
    is_endless_ = true;
    return true;
  }

  // ---- One position.

  void check_position(Random& random) {
    const auto outcome = scene_.game.outcome(scene_.state);
    if (!outcome) check_going_on(random);
    if constexpr (HasPlayout<G>)
      if (outcome && scene_.game.playout(scene_.state, random) != *outcome)
        problem("playout() from a finished game answers its outcome", "it answered something else");
    if constexpr (HasDecisivePlayout<G>)
      if (outcome && scene_.game.decisive_playout(scene_.state, random) != *outcome)
        problem("decisive_playout() from a finished game answers its outcome", "it answered something else");
    if constexpr (HasHash<G>) hashes_.look(scene_);
    if constexpr (HasSymmetries<G>) check_symmetry(scene_, random);
    if constexpr (HasPositionText<G>) check_position_text(scene_);
    if constexpr (HasPicture<G>) check_picture(scene_);
    if constexpr (HasScore<G>) check_score(scene_);
  }

  void check_going_on(Random& random) {
    check_player();
    const Appearance<G> seen = scene_.appearance();
    if (scene_.appearance() != seen)
      problem("the same state always looks the same", "asked twice, it gave two answers");
    const Choices<G>& list = seen.choices;
    check_room();
    check_list(list);
    check_moves(list);
    if (scene_.appearance() != seen)
      problem("apply() changes only the state it is given",
              "after moves in its copies the state looks different");
    if (scene_.is_chance()) {
      check_probabilities(list, random);
      return;
    }
    if constexpr (HasPlayoutMoves<G>) check_playout_moves(scene_, list);
    if constexpr (HasAllMoves<G>) check_all_moves(scene_, list);
    if constexpr (HasAfterstates<G>) check_afterstates(scene_, list);
    if constexpr (HasCells<G>) cells_.look(scene_, list);
    if constexpr (HasDowngrade<G>) check_downgrade(scene_, list);
    if constexpr (HasMoveCells<G>) check_move_cells(scene_, list);
    if constexpr (HasCoordinates<G>) check_coordinates(scene_, list);
    if constexpr (HasDecisiveMoves<G>) check_decisive_moves(scene_, list);
    if constexpr (HasCandidates<G>) check_candidates(scene_, list);
    if constexpr (HasForesight<G>) check_foresight(scene_, list);
    if constexpr (HasEncoding<G>) check_encoding(scene_, list, random);
    if constexpr (HasHeuristic<G>) check_rewards("heuristic()", scene_.game.heuristic(scene_.state));
  }

  void check_player() {
    const Player player = scene_.game.current_player(scene_.state);
    if (player == chance_player) {
      if constexpr (!HasChance<G>)
        problem("chance needs chance_outcomes()",
                "current_player() is chance_player in a game without chance");
    } else if (player < 0 || player >= player_count(scene_.game)) {
      problem("current_player() is 0 … players-1 or chance_player", "it is " + std::to_string(player));
    }
  }

  void check_range(RewardRange range) {
    if (!std::isfinite(range.low) || !std::isfinite(range.high) || !(range.low < range.high))
      problem("reward_range goes from low to high", "it is {" + print_number(range.low) + ", " +
                                                        print_number(range.high) +
                                                        "}: two finite numbers, the first below the second");
    if constexpr (HasRangeByParams<G>)
      if (!(range == scene_.game.reward_range()))
        problem("reward_range() always gives the same range", "two calls gave two ranges");
  }

  // A list drops items beyond its capacity: only its counter shows that there were more.
  void check_room() {
    const auto check = [&](const auto& found, const std::string& constant) {
      if (found.dropped() > 0)
        problem("no list is longer than " + constant, std::to_string(found.size() + found.dropped()) +
                                                          " items are listed, and " + constant + " is " +
                                                          std::to_string(found.capacity()));
    };
    if (scene_.is_chance()) {
      if constexpr (HasChance<G>) {
        ChanceListOf<G> outcomes;
        scene_.game.chance_outcomes(scene_.state, outcomes);
        check(outcomes, "max_chance");
      }
      return;
    }
    MoveListOf<G> moves;
    scene_.game.legal_moves(scene_.state, moves);
    check(moves, "max_legal");
    if (moves.dropped() == 0 && moves.size() > legal_limit_of(scene_.game))
      problem("no list is longer than legal_limit()", std::to_string(moves.size()) +
                                                          " items are listed, and legal_limit() is " +
                                                          std::to_string(legal_limit_of(scene_.game)));
    if constexpr (HasLegalCount<G>)
      if (const std::size_t count = scene_.game.count_legal(scene_.state); count != moves.size())
        problem("count_legal() is the length of the list of moves",
                std::to_string(moves.size()) + " are listed, " + std::to_string(count) + " counted");
    if constexpr (HasPlayoutMoves<G>) {
      moves.clear();
      scene_.game.playout_moves(scene_.state, moves);
      check(moves, "max_legal");
    }
    if constexpr (HasDecisiveMoves<G>) {
      moves.clear();
      scene_.game.decisive_moves(scene_.state, moves);
      check(moves, "max_legal");
    }
  }

  void check_list(const Choices<G>& list) {
    if (list.empty())
      problem("who is to move has a move", "there is none, and outcome() says that the game goes on");
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (list[i].move == list[j].move)
          problem("a move is listed once", text_of(list[i].move) + " is listed twice");
  }

  void check_moves(const Choices<G>& list) {
    const G& game = scene_.game;
    std::vector<std::string> texts;
    for (const auto& [move, probability] : list) {
      State after = scene_.state;
      const Rewards paid = apply_move(game, after, move);
      State again = scene_.state;
      const Rewards paid_again = apply_move(game, again, move);
      if (paid != paid_again || !(again == after))
        problem("the same move in the same state always does the same", text_of(move) + " did two things");
      if (std::ranges::any_of(paid, [](double reward) { return !std::isfinite(reward); }))
        problem("rewards are finite", text_of(move) + " pays " + rewards_text(paid));
      texts.push_back(check_move_text(move));
    }
    std::ranges::sort(texts);
    if (const auto twice = std::ranges::adjacent_find(texts); twice != texts.end())
      problem("different moves have different texts", "two moves print as '" + *twice + "'");
  }

  std::string check_move_text(const Move& move) {
    std::string text = move_text(scene_.game, scene_.state, move);
    if (text.empty() || text.find_first_of(" \t\n\r") != std::string::npos)
      problem("a move's text is one word", "'" + text + "' is not");
    const auto back = move_from_text(scene_.game, scene_.state, text);
    if (!back || !(*back == move))
      problem("parse_move() reads what print_move() writes",
              "'" + text + "' reads back as " + (back ? text_of(*back) : "nothing"));
    return text;
  }

  void check_probabilities(const Choices<G>& list, Random& random) {
    constexpr double rounding = 1e-9;
    double sum = 0;
    for (const auto& [move, probability] : list) {
      sum += probability;
      if (!(probability > 0) || !(probability <= 1 + rounding))
        problem("chance has probabilities in (0, 1]", text_of(move) + " has " + print_number(probability));
    }
    if (!(std::abs(sum - 1) <= rounding))
      problem("chance's probabilities add up to 1", "they add up to " + print_number(sum));
    if constexpr (SamplesChance<G>) {
      if (std::exchange(samples_compared_, true)) return;
      for (const auto& what : compare_samples(scene_.game, scene_.state, random, scene_.options.playouts))
        problem("sample_chance() draws by the probabilities of chance_outcomes()", what);
    }
  }

  // ---- Random games in one call.

  void check_playouts() {
    const G& game = scene_.game;
    const auto compare = [&](const std::string& rule, const auto& playout, const auto& step) {
      for (const auto& what : compare_playouts(game, scene_.options, playout, step))
        scene_.report.add(rule, what,
                          "in " + std::to_string(scene_.options.playouts) + " games of each kind");
    };
    if constexpr (HasPlayout<G>)
      compare(
          "playout() is a uniformly random game",
          [&](const State& state, Random& random) { return game.playout(state, random); }, UniformMove{});
    if constexpr (HasGamePlayout<G>)
      compare(
          "game_playout() makes playout_moves()",
          [&](const State& state, Random& random) {
            return game.game_playout(state, random, [](Player, const Move&) {});
          },
          PlayoutMove{});
    if constexpr (HasDecisivePlayout<G> && HasDecisiveMoves<G>)
      compare(
          "decisive_playout() makes decisive_moves()",
          [&](const State& state, Random& random) { return game.decisive_playout(state, random); },
          DecisiveMove{});
    if constexpr (HasExpertPlayout<G>)
      for (std::size_t i = 0; i < scene_.options.games; ++i) check_expert_playout(scene_, i);
  }

  // ---- Rewards.

  void check_rewards(const std::string& whose, const Rewards& rewards) {
    constexpr double rounding = 1e-9;
    const std::string what = whose + " gives " + rewards_text(rewards);
    const auto players = static_cast<std::size_t>(player_count(scene_.game));
    for (std::size_t i = 0; i < rewards.size(); ++i) {
      if (!std::isfinite(rewards[i])) return problem("rewards are finite", what);
      if (i >= players && rewards[i] != 0) return problem("empty seats are paid 0", what);
      if constexpr (HasRewardRange<G>) {
        const RewardRange range = reward_range_of(scene_.game);
        if (i < players && (rewards[i] < range.low - rounding || rewards[i] > range.high + rounding))
          return problem("returns stay within reward_range", what);
      }
    }
  }

  // The range covers everything still to come from every state of the game; rewards paid before don't count.
  void check_returns(const std::vector<Rewards>& paid) {
    Rewards returns{};
    for (std::size_t ply = paid.size(); ply-- > 0;) {
      for (std::size_t i = 0; i < returns.size(); ++i) returns[i] += paid[ply][i];
      check_rewards(
          ply + 1 == paid.size() ? "the end of the game" : "the game from ply " + std::to_string(ply) + " on",
          returns);
    }
    if constexpr (WinDrawLoss<G>) {
      const bool whole = std::ranges::all_of(
          returns, [](double reward) { return reward == -1 || reward == 0 || reward == 1; });
      if (!whole || std::accumulate(returns.begin(), returns.end(), 0.0) != 0)
        problem("with win_draw_loss, returns are -1, 0 or 1 and add up to 0",
                "they are " + rewards_text(returns));
    } else if (is_zero_sum(scene_.game)) {
      constexpr double rounding = 1e-9;
      if (std::abs(std::accumulate(returns.begin(), returns.end(), 0.0)) > rounding)
        problem("where zero_sum() is true, returns add up to 0", "they are " + rewards_text(returns));
    }
  }
};

}  // namespace detail

template <Game G>
ConformanceReport check_conformance(const G& game, const ConformanceOptions& options = {}) {
  return detail::ConformanceCheck<G>(game, options).run();
}

}  // namespace banyan
