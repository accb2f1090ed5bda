// Lists which abilities (game.hpp) a game has, and which it almost has: a member has the name of one but not
// its signature, so that it is not used. A misspelt name can't be detected; of an ability with several
// members, a missing one can.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <banyan/game/game.hpp>

namespace banyan {

struct Ability {
  std::string_view name;
  bool detected = false;
  // If the game has some members of the ability but not all, what is missing or wrong.
  std::string almost{};
};

namespace detail {

// Whether a class has a member of that name, of whatever kind: then the name is ambiguous in a class that
// also derives from one that has it.
#define BANYAN_MEMBER_NAME(NAME)                               \
  struct NAME##_holder {                                       \
    int NAME;                                                  \
  };                                                           \
  template <class G>                                           \
  struct NAME##_heir : G, NAME##_holder {};                    \
  template <class G>                                           \
  constexpr bool has_member_##NAME = [] {                      \
    if constexpr (std::is_class_v<G> && !std::is_final_v<G>) { \
      return !requires { &NAME##_heir<G>::NAME; };             \
    } else {                                                   \
      return requires { &G::NAME; };                           \
    }                                                          \
  }();
BANYAN_MEMBER_NAME(players)
BANYAN_MEMBER_NAME(max_chance)
BANYAN_MEMBER_NAME(chance_outcomes)
BANYAN_MEMBER_NAME(sample_chance)
BANYAN_MEMBER_NAME(reward_range)
BANYAN_MEMBER_NAME(legal_limit)
BANYAN_MEMBER_NAME(count_legal)
BANYAN_MEMBER_NAME(win_draw_loss)
BANYAN_MEMBER_NAME(zero_sum)
BANYAN_MEMBER_NAME(max_moves)
BANYAN_MEMBER_NAME(hash)
BANYAN_MEMBER_NAME(playout)
BANYAN_MEMBER_NAME(playout_moves)
BANYAN_MEMBER_NAME(game_playout)
BANYAN_MEMBER_NAME(expert_playout)
BANYAN_MEMBER_NAME(all_moves)
BANYAN_MEMBER_NAME(decisive_moves)
BANYAN_MEMBER_NAME(decisive_playout)
BANYAN_MEMBER_NAME(candidate_moves)
BANYAN_MEMBER_NAME(prospect)
BANYAN_MEMBER_NAME(foresee)
BANYAN_MEMBER_NAME(Solver)
BANYAN_MEMBER_NAME(heuristic)
BANYAN_MEMBER_NAME(milestone)
BANYAN_MEMBER_NAME(downgraded)
BANYAN_MEMBER_NAME(afterstates)
BANYAN_MEMBER_NAME(symmetry_count)
BANYAN_MEMBER_NAME(transform)
BANYAN_MEMBER_NAME(transform_move)
BANYAN_MEMBER_NAME(transform_cell)
BANYAN_MEMBER_NAME(transform_plane)
BANYAN_MEMBER_NAME(encoding)
BANYAN_MEMBER_NAME(encode)
BANYAN_MEMBER_NAME(move_output)
BANYAN_MEMBER_NAME(print_move)
BANYAN_MEMBER_NAME(parse_move)
BANYAN_MEMBER_NAME(print_coordinates)
BANYAN_MEMBER_NAME(parse_coordinates)
BANYAN_MEMBER_NAME(print_position)
BANYAN_MEMBER_NAME(parse_position)
BANYAN_MEMBER_NAME(picture)
BANYAN_MEMBER_NAME(move_cells)
BANYAN_MEMBER_NAME(describe)
BANYAN_MEMBER_NAME(Params)
BANYAN_MEMBER_NAME(params)
BANYAN_MEMBER_NAME(problem)
#undef BANYAN_MEMBER_NAME

struct Member {
  std::string_view name;
  bool there;
};

// Explains why an ability was not detected; empty if the game has none of its members.
inline std::string why_not(const std::vector<Member>& members, std::string_view needs) {
  std::string there;
  std::string missing;
  for (const Member& member : members) {
    std::string& list = member.there ? there : missing;
    list += (list.empty() ? "" : ", ") + std::string(member.name);
  }
  if (there.empty()) return {};
  return "there is " + there + (missing.empty() ? ", but not as it must be" : ", but no " + missing) +
         "; needed: " + std::string(needs);
}

}  // namespace detail

// All abilities, in the order of game.hpp.
template <Game G>
std::vector<Ability> describe_abilities() {
  std::vector<Ability> list;
  const auto add = [&](std::string_view name, bool detected, const std::vector<detail::Member>& members,
                       std::string_view needs) {
    list.push_back({name, detected, detected ? std::string{} : detail::why_not(members, needs)});
  };
#define BANYAN_MEMBER(NAME) detail::Member{#NAME, detail::has_member_##NAME<G>}
  add("fewer players", VariablePlayers<G>, {BANYAN_MEMBER(players)}, "int players() const");
  add("legal_limit", HasLegalLimit<G>, {BANYAN_MEMBER(legal_limit)}, "std::size_t legal_limit() const");
  add("count_legal", HasLegalCount<G>, {BANYAN_MEMBER(count_legal)},
      "std::size_t count_legal(const State&) const");
  add("chance", HasChance<G>, {BANYAN_MEMBER(chance_outcomes), BANYAN_MEMBER(max_chance)},
      "static constexpr std::size_t max_chance; "
      "void chance_outcomes(const State&, banyan::ChanceListOf<G>&) const");
  add("sample_chance", SamplesChance<G>, {BANYAN_MEMBER(sample_chance)},
      "chance, and Move sample_chance(const State&, banyan::Random&) const");
  list.push_back({"step rewards", HasStepRewards<G>});
  add("reward_range", HasRewardRange<G>, {BANYAN_MEMBER(reward_range)},
      "static constexpr banyan::RewardRange reward_range, or banyan::RewardRange reward_range() const");
  add("win_draw_loss", WinDrawLoss<G>, {BANYAN_MEMBER(win_draw_loss)},
      "reward_range, and static constexpr bool win_draw_loss = true");
  add("zero_sum", MayBeZeroSum<G>, {BANYAN_MEMBER(zero_sum)}, "bool zero_sum() const");
  add("max_moves", HasMaxMoves<G>, {BANYAN_MEMBER(max_moves)}, "std::size_t max_moves() const");
  add("hash", HasHash<G>, {BANYAN_MEMBER(hash)}, "std::uint64_t hash(const State&) const");
  add("playout", HasPlayout<G>, {BANYAN_MEMBER(playout)},
      "banyan::RewardsOf<G> playout(State, banyan::Random&) const");
  add("playout_moves", HasPlayoutMoves<G>, {BANYAN_MEMBER(playout_moves)},
      "void playout_moves(const State&, banyan::MoveListOf<G>&) const");
  add("game_playout", HasGamePlayout<G>, {BANYAN_MEMBER(game_playout)},
      "banyan::RewardsOf<G> game_playout(const State&, banyan::Random&, Note&&) const, with playout_moves");
  add("expert_playout", HasExpertPlayout<G>, {BANYAN_MEMBER(expert_playout)},
      "banyan::RewardsOf<G> expert_playout(const State&, banyan::Random&, Note&&) const");
  add("all_moves", HasAllMoves<G>, {BANYAN_MEMBER(all_moves)},
      "void all_moves(banyan::MoveListOf<G>&) const");
  add("decisive_moves", HasDecisiveMoves<G>, {BANYAN_MEMBER(decisive_moves)},
      "win_draw_loss, and banyan::Urgency decisive_moves(const State&, banyan::MoveListOf<G>&) const");
  add("decisive_playout", HasDecisivePlayout<G>, {BANYAN_MEMBER(decisive_playout)},
      "banyan::RewardsOf<G> decisive_playout(State, banyan::Random&) const");
  add("candidates", HasCandidates<G>, {BANYAN_MEMBER(candidate_moves), BANYAN_MEMBER(prospect)},
      "win_draw_loss with max_players 2, banyan::Prospect candidate_moves(const State&, "
      "banyan::CandidateListOf<G>&) const, and banyan::Prospect prospect(const State&) const");
  add("foresight", HasForesight<G>, {BANYAN_MEMBER(foresee)},
      "win_draw_loss with max_players 2, and std::optional<banyan::RewardsOf<G>> foresee(const State&) const");
  add("solver", HasSolver<G>, {BANYAN_MEMBER(Solver)},
      "win_draw_loss, and a class Solver that is made without arguments, with std::string solve(const State&, "
      "banyan::SolvedListOf<G>&, const banyan::StopDue&), and positions() const and bytes() const");
  add("heuristic", HasHeuristic<G>, {BANYAN_MEMBER(heuristic)},
      "banyan::RewardsOf<G> heuristic(const State&) const");
  add("milestone", HasMilestones<G>, {BANYAN_MEMBER(milestone)},
      "std::uint64_t milestone(const State&) const");
  add("downgrade", HasDowngrade<G>, {BANYAN_MEMBER(downgraded)},
      "milestone, and State downgraded(const State&, std::uint64_t) const");
  list.push_back({"score", HasScore<G>});  // many games use this word for something else
  add("afterstates", HasAfterstates<G>, {BANYAN_MEMBER(afterstates)},
      "void afterstates(const State&, banyan::AfterstateListOf<G>&) const");
  list.push_back({"cells", HasCells<G>});  // many games use this word for something else
  add("symmetries", HasSymmetries<G>,
      {BANYAN_MEMBER(symmetry_count), BANYAN_MEMBER(transform), BANYAN_MEMBER(transform_move)},
      "int symmetry_count() const; State transform(const State&, int) const; "
      "Move transform_move(const Move&, int) const");
  add("encoding", HasEncoding<G>,
      HasSymmetries<G>
          ? std::vector{BANYAN_MEMBER(encoding), BANYAN_MEMBER(encode), BANYAN_MEMBER(move_output),
                        BANYAN_MEMBER(transform_cell)}
          : std::vector{BANYAN_MEMBER(encoding), BANYAN_MEMBER(encode), BANYAN_MEMBER(move_output)},
      "banyan::Encoding encoding() const; void encode(const State&, std::span<float>) const; "
      "std::size_t move_output(const State&, const Move&) const; "
      "with symmetries std::size_t transform_cell(std::size_t, int) const");
  add("transform_plane", HasPlaneSymmetries<G>, {BANYAN_MEMBER(transform_plane)},
      "encoding and symmetries, and std::size_t transform_plane(std::size_t, int) const");
  add("move text", HasMoveText<G>, {BANYAN_MEMBER(print_move), BANYAN_MEMBER(parse_move)},
      "std::string print_move(const State&, const Move&) const; "
      "std::optional<Move> parse_move(const State&, std::string_view) const");
  add("coordinates", HasCoordinates<G>, {BANYAN_MEMBER(print_coordinates)},
      "move text, and std::string print_coordinates(const State&, const Move&) const");
  add("own reader of coordinates", ReadsCoordinates<G>, {BANYAN_MEMBER(parse_coordinates)},
      "coordinates, and std::optional<Move> parse_coordinates(const State&, std::string_view) const");
  add("position text", HasPositionText<G>, {BANYAN_MEMBER(print_position), BANYAN_MEMBER(parse_position)},
      "std::string print_position(const State&) const; "
      "banyan::Result<State> parse_position(std::string_view) const");
  add("picture", HasPicture<G>, {BANYAN_MEMBER(picture)}, "banyan::Picture picture(const State&) const");
  add("move_cells", HasMoveCells<G>, {BANYAN_MEMBER(move_cells)},
      "picture, and void move_cells(const State&, const Move&, banyan::CellPath&) const");
  add("describe", HasDescription<G>, {BANYAN_MEMBER(describe)}, "banyan::GameDescription describe() const");
  add("parameters", HasParams<G>, {BANYAN_MEMBER(Params), BANYAN_MEMBER(params), BANYAN_MEMBER(problem)},
      "struct Params with fields(); a constructor from Params; Params params() const; "
      "static std::string problem(const Params&)");
#undef BANYAN_MEMBER
  return list;
}

}  // namespace banyan
