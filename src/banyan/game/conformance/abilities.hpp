// The conformance checks of abilities: hash, symmetries, position text, picture, moves for playouts.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <banyan/game/conformance/scene.hpp>

namespace banyan::detail {

template <class G>
concept HasHashFromScratch = HasHash<G> && requires(const G& game, const StateOf<G>& state) {
  { game.hash_from_scratch(state) } -> std::same_as<std::uint64_t>;
};

// For every pair of the first few hundred positions: the hashes are equal if and only if the states are.
template <Game G>
class HashCheck {
 public:
  void look(Scene<G>& scene) requires HasHash<G> {
    const std::uint64_t hash = scene.game.hash(scene.state);
    if constexpr (HasHashFromScratch<G>)
      if (hash != scene.game.hash_from_scratch(scene.state))
        scene.problem("hash() equals hash_from_scratch()", "the hash kept move by move differs");
    constexpr std::size_t enough = 500;
    if (seen_.size() >= enough) return;
    for (const auto& [other, other_hash] : seen_) {
      const bool equal = other == scene.state;
      if (equal && other_hash != hash)
        scene.problem("equal states have equal hashes", "met before, this state had another hash");
      if (!equal && other_hash == hash)
        scene.problem("different states have different hashes", "another state met before has the same hash");
    }
    seen_.emplace_back(scene.state, hash);
  }

 private:
  std::vector<std::pair<StateOf<G>, std::uint64_t>> seen_;
};

// Some symmetry maps the image back, for the state and its moves.
template <HasSymmetries G>
void check_inverse(Scene<G>& scene, const StateOf<G>& image, const Choices<G>& list, int symmetry) {
  const G& game = scene.game;
  for (int back = 0; back < game.symmetry_count(); ++back)
    if (game.transform(image, back) == scene.state && std::ranges::all_of(list, [&](const Choice<G>& choice) {
          return game.transform_move(game.transform_move(choice.move, symmetry), back) == choice.move;
        }))
      return;
  scene.problem("every symmetry can be undone by one", "symmetry " + std::to_string(symmetry) + " can't");
}

// Applying a move and then the symmetry equals applying the symmetry and then the mapped move.
template <HasSymmetries G>
void check_symmetric_move(Scene<G>& scene, const StateOf<G>& image, const MoveOf<G>& move, int symmetry) {
  const G& game = scene.game;
  StateOf<G> after = scene.state;
  StateOf<G> image_after = image;
  const RewardsOf<G> paid = apply_move(game, after, move);
  const RewardsOf<G> paid_image = apply_move(game, image_after, game.transform_move(move, symmetry));
  if (paid != paid_image || !(game.transform(after, symmetry) == image_after))
    scene.problem(
        "applying a move commutes with symmetries",
        "symmetry " + std::to_string(symmetry) + " before " + scene.text_of(move) + " is not as after it");
}

// One random symmetry for each position; over all games each one is checked.
template <HasSymmetries G>
void check_symmetry(Scene<G>& scene, Random& random) {
  const G& game = scene.game;
  const int count = game.symmetry_count();
  if (count < 1) return scene.problem("symmetry_count() is at least 1", "it is " + std::to_string(count));
  const auto outcome = game.outcome(scene.state);
  const Choices<G> list = outcome ? Choices<G>{} : scene.choices(scene.state);
  const auto moved = [&](int symmetry) {
    Choices<G> image = list;
    for (auto& choice : image) choice.move = game.transform_move(choice.move, symmetry);
    return image;
  };
  if (!(game.transform(scene.state, 0) == scene.state) || moved(0) != list)
    scene.problem("symmetry 0 changes nothing", "it changed a state or a move");

  const int symmetry = static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
  const std::string which = "symmetry " + std::to_string(symmetry);
  const StateOf<G> image = game.transform(scene.state, symmetry);
  check_inverse(scene, image, list, symmetry);
  if (game.outcome(image) != outcome)
    return scene.problem("symmetries keep the outcome", which + " changed it");
  if (outcome) return;
  if (game.current_player(image) != game.current_player(scene.state))
    return scene.problem("symmetries keep the player to move", which + " changed it");
  if (!same_choices<G>(moved(symmetry), scene.choices(image)))
    return scene.problem("symmetries map legal moves to legal moves", which + " does not");
  if (!list.empty()) check_symmetric_move(scene, image, list[random.below(list.size())].move, symmetry);
}

// The state that is read back has the same text, player, moves and outcome.
template <HasPositionText G>
void check_position_text(Scene<G>& scene) {
  const G& game = scene.game;
  const std::string text = game.print_position(scene.state);
  if (text.find('\n') != std::string::npos)
    scene.problem("a position's text is one line", "it has line breaks");
  const auto wrong = [&](const std::string& what) {
    scene.problem("parse_position() reads what print_position() writes", what);
  };
  const auto back = game.parse_position(text);
  if (!back) return wrong(back.error().message);
  if (const std::string again = game.print_position(*back); again != text)
    return wrong("it prints differently: '" + again + "'");
  if (game.outcome(*back) != game.outcome(scene.state)) return wrong("the outcome differs");
  if (game.outcome(scene.state)) return;
  if (game.current_player(*back) != game.current_player(scene.state))
    return wrong("the player to move differs");
  if (!same_choices<G>(scene.choices(*back), scene.choices(scene.state))) return wrong("the moves differ");
}

template <HasPicture G>
void check_picture(Scene<G>& scene) {
  const Picture picture = scene.game.picture(scene.state);
  const auto wrong = [&](const std::string& what) { scene.problem("a picture fits together", what); };
  if (const std::string problem = picture.problem(); !problem.empty()) return wrong(problem);
  for (const auto& cell : picture.cells)
    if (!cell.move.empty() && !move_from_text(scene.game, scene.state, cell.move))
      return wrong("a cell points to '" + cell.move + "', which is not a legal move");
}

// The cells of a move are on the board, and successive ones differ.
template <HasMoveCells G>
void check_move_cells(Scene<G>& scene, const Choices<G>& list) {
  const Picture picture = scene.game.picture(scene.state);
  for (const auto& choice : list) {
    CellPath path;
    scene.game.move_cells(scene.state, choice.move, path);
    const auto wrong = [&](const std::string& what) {
      scene.problem("move_cells() are cells of the picture", scene.text_of(choice.move) + " " + what);
    };
    if (path.dropped() > 0) wrong("has more than " + std::to_string(longest_cell_path) + " cells");
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (path[i] >= picture.cells.size()) return wrong("has cell " + std::to_string(path[i]));
      if (picture.cells[path[i]].absent) wrong("has an absent cell");
    }
  }
}

// Coordinates are one word, and are read back as the move.
template <HasCoordinates G>
void check_coordinates(Scene<G>& scene, const Choices<G>& list) {
  for (const auto& choice : list) {
    const std::string text = scene.game.print_coordinates(scene.state, choice.move);
    const auto back = move_from_coordinates(scene.game, scene.state, text);
    if (text.find_first_of(" \t\n") != std::string::npos || !back || !(*back == choice.move))
      scene.problem(ReadsCoordinates<G> ? "parse_coordinates() reads what print_coordinates() writes"
                                        : "parse_move() reads what print_coordinates() writes",
                    scene.text_of(choice.move) + " becomes '" + text + "'");
  }
}

// At the end of a game that is won, drawn or lost, who leads has won.
template <HasScore G>
void check_score(Scene<G>& scene) {
  const double score = scene.game.score(scene.state);
  if (!std::isfinite(score)) return scene.problem("score() is a number", "it is not finite");
  const auto outcome = scene.game.outcome(scene.state);
  if (!WinDrawLoss<G> || !outcome) return;
  const double wanted = score > 0 ? 1 : score < 0 ? -1 : 0;
  if ((*outcome)[0] != wanted)
    scene.problem("who leads by score() at the end has won",
                  "the score is " + std::to_string(score) + ", the outcome " + std::to_string((*outcome)[0]));
}

template <HasDescription G>
void check_description(Scene<G>& scene) {
  if (const std::string problem = problem_of(scene.game.describe(), player_count(scene.game));
      !problem.empty())
    scene.problem("describe() is complete", problem);
}

template <HasPlayoutMoves G>
void check_playout_moves(Scene<G>& scene, const Choices<G>& list) {
  MoveListOf<G> moves;
  scene.game.playout_moves(scene.state, moves);
  if (moves.empty()) scene.problem("playout_moves() offers a move", "the list is empty");
  for (const MoveOf<G>& move : moves)
    if (!contains<G>(list, move)) scene.problem("playout_moves() are legal", scene.text_of(move) + " is not");
}

// Whether a move wins at once for the player who makes it.
template <WinDrawLoss G>
bool wins_at_once(const G& game, const StateOf<G>& state, const MoveOf<G>& move) {
  StateOf<G> after = state;
  game.apply(after, move);
  const auto outcome = game.outcome(after);
  return outcome && (*outcome)[static_cast<std::size_t>(game.current_player(state))] == 1;
}

// Whether the next player can win at once after this move.
template <WinDrawLoss G>
bool lets_win(const Scene<G>& scene, const MoveOf<G>& move) {
  StateOf<G> after = scene.state;
  scene.game.apply(after, move);
  return !scene.game.outcome(after) && std::ranges::any_of(scene.choices(after), [&](const Choice<G>& reply) {
    return wins_at_once(scene.game, after, reply.move);
  });
}

template <HasDecisiveMoves G>
void check_decisive_moves(Scene<G>& scene, const Choices<G>& list) {
  MoveListOf<G> found;
  const Urgency urgency = scene.game.decisive_moves(scene.state, found);
  Choices<G> decisive;
  for (const MoveOf<G>& move : found) decisive.push_back({move, 1});
  for (const MoveOf<G>& move : found)
    if (!contains<G>(list, move))
      scene.problem("decisive_moves() are legal", scene.text_of(move) + " is not");
  if (decisive.empty() != (urgency == Urgency::none))
    scene.problem("decisive_moves() lists moves if and only if they are urgent", "it does not");

  Choices<G> winning;
  for (const Choice<G>& choice : list)
    if (wins_at_once(scene.game, scene.state, choice.move)) winning.push_back(choice);
  if ((urgency == Urgency::win) != !winning.empty() ||
      (urgency == Urgency::win && !same_choices<G>(decisive, winning)))
    scene.problem(
        "decisive_moves() finds the moves that win at once",
        std::to_string(winning.size()) + " win, " + std::to_string(decisive.size()) + " were found");
  if (urgency != Urgency::block && urgency != Urgency::lost) return;
  for (const Choice<G>& choice : list) {
    if (lets_win(scene, choice.move)) continue;
    if (urgency == Urgency::lost)
      scene.problem("where decisive_moves() calls a game lost, every move lets the other win",
                    scene.text_of(choice.move) + " does not");
    else if (!contains<G>(decisive, choice.move))
      scene.problem("what decisive_moves() leaves out while blocking loses at once",
                    scene.text_of(choice.move) + " does not");
  }
}

// Whether the game is won for this player there: it is over, or the game says so.
template <HasCandidates G>
bool is_won_for(const G& game, const StateOf<G>& state, Player player) {
  if (const auto outcome = game.outcome(state)) return *outcome == win_for(player);
  return game.current_player(state) == player && game.prospect(state) == Prospect::won;
}

// Whether a claim holds, given that those one and two moves later do. As every claim is checked so wherever
// it is made, and games end, all of them hold: a win that is claimed is claimed again after every reply.
template <HasCandidates G>
void check_prospect(Scene<G>& scene, const Choices<G>& list, const Choices<G>& candidates,
                    Prospect prospect) {
  const G& game = scene.game;
  const Player mover = game.current_player(scene.state);
  const auto after = [&](StateOf<G> state, const MoveOf<G>& move) {
    game.apply(state, move);
    return state;
  };
  for (const Choice<G>& choice : list) {
    const bool listed = contains<G>(candidates, choice.move);
    const StateOf<G> next = after(scene.state, choice.move);
    if (prospect == Prospect::lost || (prospect == Prospect::forced && !listed)) {
      if (!is_won_for(game, next, 1 - mover))
        scene.problem("a move that is said to lose lets the other win",
                      scene.text_of(choice.move) + " does not");
    }
    if (prospect != Prospect::won || !listed || is_won_for(game, next, mover)) continue;
    MoveListOf<G> replies;
    if (!game.outcome(next)) game.legal_moves(next, replies);
    bool wins = !replies.empty();
    for (const MoveOf<G>& reply : replies) wins = wins && is_won_for(game, after(next, reply), mover);
    if (!wins)
      scene.problem("a win that is claimed is claimed again after every reply",
                    "it is not after " + scene.text_of(choice.move));
  }
}

template <HasCandidates G>
void check_candidates(Scene<G>& scene, const Choices<G>& list) {
  CandidateListOf<G> found;
  const Prospect prospect = scene.game.candidate_moves(scene.state, found);
  if (scene.game.prospect(scene.state) != prospect)
    scene.problem("prospect() answers what candidate_moves() does", "it answers something else");
  if (found.empty()) {
    if (prospect != Prospect::open)
      scene.problem("without candidate_moves() the prospect is open", "it is not");
    return;
  }
  Choices<G> candidates;
  double sum = 0;
  for (const auto& [move, weight] : found) {
    if (!contains<G>(list, move))
      scene.problem("candidate_moves() are legal", scene.text_of(move) + " is not");
    if (contains<G>(candidates, move))
      scene.problem("a candidate is listed once", scene.text_of(move) + " is listed twice");
    if (!(weight >= 0)) scene.problem("weights of candidates are not negative", print_number(weight) + " is");
    candidates.push_back({move, 1});
    sum += weight;
  }
  if (!(std::abs(sum - 1) < 1e-3))
    scene.problem("the weights of candidates add up to 1", "they add up to " + print_number(sum));
  check_prospect(scene, list, candidates, prospect);
}

// An end of the game that is foreseen is foreseen after every move, too, and the best of these is the same.
template <HasForesight G>
void check_foresight(Scene<G>& scene, const Choices<G>& list) {
  const G& game = scene.game;
  const auto claimed = game.foresee(scene.state);
  if (!claimed) return;
  const auto mover = static_cast<std::size_t>(game.current_player(scene.state));
  double best = -std::numeric_limits<double>::infinity();
  for (const Choice<G>& choice : list) {
    StateOf<G> next = scene.state;
    game.apply(next, choice.move);
    const auto outcome = game.outcome(next);
    const auto end = outcome ? outcome : game.foresee(next);
    if (!end)
      return scene.problem("where foresee() knows how the game ends, it does so after every move",
                           "it does not after " + scene.text_of(choice.move));
    best = std::max(best, (*end)[mover]);
  }
  if (best != (*claimed)[mover])
    scene.problem("foresee() answers what the best move leads to",
                  "it answers " + print_number((*claimed)[mover]) + ", and the best move leads to " +
                      print_number(best));
}

}  // namespace banyan::detail
