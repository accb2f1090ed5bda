// The conformance checks of a game's encoding for networks: inputs and outputs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <banyan/game/conformance/scene.hpp>

namespace banyan::detail {

// A value that encode() never writes, to detect inputs that it leaves out.
inline constexpr float unwritten = -7;

template <HasEncoding G>
std::vector<float> encoded(const G& game, const StateOf<G>& state) {
  std::vector<float> inputs(game.encoding().inputs(), unwritten);
  game.encode(state, inputs);
  return inputs;
}

template <HasEncoding G>
void check_move_outputs(Scene<G>& scene, const Choices<G>& list) {
  const std::size_t outputs = scene.game.encoding().outputs();
  std::vector<bool> taken(outputs);
  for (const Choice<G>& choice : list) {
    const std::size_t output = scene.game.move_output(scene.state, choice.move);
    if (output >= outputs)
      return scene.problem(
          "move_output() is one of the outputs()",
          scene.text_of(choice.move) + " has " + std::to_string(output) + " of " + std::to_string(outputs));
    if (taken[output])
      return scene.problem("different moves have different outputs",
                           scene.text_of(choice.move) + " has that of another");
    taken[output] = true;
  }
}

// The encoding of the image is the image of the encoding, for inputs and outputs.
template <HasEncoding G>
requires HasSymmetries<G>
void check_encoded_symmetry(Scene<G>& scene, const Choices<G>& list, int symmetry) {
  const G& game = scene.game;
  const Encoding encoding = game.encoding();
  const std::size_t cells = encoding.cells();
  const std::string which = "symmetry " + std::to_string(symmetry);
  std::vector<bool> reached(cells);
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (const std::size_t image = game.transform_cell(cell, symmetry); image < cells) reached[image] = true;
  if (!std::ranges::all_of(reached, [](bool is) { return is; }))
    return scene.problem("transform_cell() takes the cells to all cells", which + " does not");
  const auto move_planes = static_cast<std::size_t>(encoding.move_planes);
  std::vector<bool> planes(move_planes);
  for (std::size_t plane = 0; plane < move_planes; ++plane)
    if (const std::size_t to = plane_image(game, plane, symmetry); to < move_planes) planes[to] = true;
  if (!std::ranges::all_of(planes, [](bool is) { return is; }))
    return scene.problem("transform_plane() takes the planes of moves to all of them", which + " does not");

  const StateOf<G> image = game.transform(scene.state, symmetry);
  const std::vector<float> before = encoded(game, scene.state);
  const std::vector<float> after = encoded(game, image);
  for (std::size_t i = 0; i < before.size(); ++i)
    if (after[i / cells * cells + game.transform_cell(i % cells, symmetry)] != before[i])
      return scene.problem("the encoding of an image is the image of the encoding",
                           which + " shows otherwise");
  const auto image_of = [&](std::size_t output) {
    const bool on_cell = output < encoding.outputs() - static_cast<std::size_t>(encoding.whole_moves);
    return on_cell ? plane_image(game, output / cells, symmetry) * cells +
                         game.transform_cell(output % cells, symmetry)
                   : output;
  };
  for (const Choice<G>& choice : list)
    if (game.move_output(image, game.transform_move(choice.move, symmetry)) !=
        image_of(game.move_output(scene.state, choice.move)))
      return scene.problem("outputs of moves follow the symmetries",
                           which + " takes " + scene.text_of(choice.move) + " elsewhere");
}

// For a state with a player to move.
template <HasEncoding G>
void check_encoding(Scene<G>& scene, const Choices<G>& list, Random& random) {
  const Encoding encoding = scene.game.encoding();
  if (encoding.rows < 1 || encoding.columns < 1 || encoding.planes < 1 || encoding.move_planes < 0 ||
      encoding.whole_moves < 0 || encoding.outputs() < 1)
    return scene.problem("encoding() has cells, planes and outputs", "it lacks some");
  for (const float input : encoded(scene.game, scene.state))
    if (input != 0 && input != 1)
      return scene.problem("encode() fills every plane with zeros and ones",
                           input == unwritten ? "it leaves out some" : "there is " + print_number(input));
  check_move_outputs(scene, list);
  if constexpr (HasSymmetries<G>)
    check_encoded_symmetry(
        scene, list, static_cast<int>(random.below(static_cast<std::uint64_t>(scene.game.symmetry_count()))));
}

}  // namespace banyan::detail
