// Games by name and games written in Python, and their positions.
#include <functional>

#include <banyan/core/data_file.hpp>
#include <banyan/session/built_in.hpp>
#include <banyan/session/json.hpp>
#include <banyan/session/text.hpp>

#include "bound_game.hpp"
#include "gil.hpp"
#include "own_games.hpp"
#include "running.hpp"
#include "support.hpp"

namespace banyan::python {

Spec agent_spec(const BoundGame& game, const std::string& text) {
  Spec spec = unwrap(parse_spec(text));
  if (game.is_own())
    for (const auto& [key, value] : spec.values)
      if (key == "threads" && value != "1")
        throw py::value_error(spec.name + ": a game written in Python is searched on one thread: threads=1");
  return spec;
}

void run_on(const BoundGame& game, const std::function<void(const std::stop_token&)>& work,
            const std::function<void()>& tick) {
  if (game.is_own()) return run_held(work);
  run_released(work, tick);
}

namespace {
const GameList& games() {
  static const auto* const list = new GameList(built_in_games());
  return *list;
}

// Some games take milliseconds to make their tables.
BoundGame make_game(const std::string& spec) {
  const auto make = [&] {
    const Unlocked others_may_run;
    return games().make(spec);
  };
  return {unwrap(make())};
}

BoundGame make_from_functions(const py::object& functions) {
  const SharedRules rules = share_rules(functions);
  return {make_own_game(rules), rules};
}

BoundPosition play(const BoundPosition& before, const std::string& move) {
  auto next = before.position->clone();
  unwrap(next->play(move));
  return {before.game, std::move(next)};
}

const SharedRules& own_rules(const BoundGame& game) {
  if (!game.is_own()) throw py::type_error("this game is not written in Python");
  return game.rules;
}

// One random move; with `chance_only`, moves of chance until a player is to move.
BoundPosition play_random(const BoundPosition& before, std::uint64_t seed, bool chance_only) {
  auto next = before.position->clone();
  Random random(seed);
  if (!chance_only) {
    if (next->player()) next->play_random(random);
  } else {
    for (std::size_t left = longest_game; left > 0 && next->player() == chance_player; --left)
      next->play_random(random);
  }
  return {before.game, std::move(next)};
}

py::object player_of(const Position& position) {
  const auto player = position.player();
  return player ? py::cast(*player) : py::none();
}

py::object picture_of(const BoundPosition& bound) {
  const auto picture = bound.position->picture();
  if (!picture) return py::none();
  py::list cells;
  for (const Picture::Cell& cell : picture->cells) {
    py::dict each;
    each["text"] = cell.text;
    each["owner"] = cell.owner;
    each["move"] = cell.move;
    each["glyph"] = cell.glyph;
    each["absent"] = cell.absent;
    cells.append(each);
  }
  py::dict all;
  all["columns"] = picture->columns;
  all["rows"] = picture->rows;
  all["cells"] = cells;
  all["column_labels"] = picture->column_labels;
  all["row_labels"] = picture->row_labels;
  all["caption"] = picture->caption;
  all["row_shift"] = picture->row_shift;
  all["winning"] = picture->winning;
  all["dots"] = picture->dots;
  all["sides"] = picture->sides;
  return all;
}

py::object drawing_of(const BoundPosition& bound) {
  const auto picture = bound.position->picture();
  return picture ? py::cast(draw(*picture, std::nullopt, {})) : py::none();
}

// Planes, and the output of each legal move.
py::object encoded_of(const BoundPosition& bound) {
  auto encoded = bound.position->encoded();
  if (!encoded) return py::none();
  const Encoding& encoding = *bound.game.game->info().encoding;
  return py::make_tuple(
      array_of(std::move(encoded->inputs), {encoding.planes, encoding.rows, encoding.columns}),
      std::move(encoded->outputs));
}

std::string description_of(const BoundGame& bound) {
  const GameInfo& info = bound.game->info();
  Json document = json_of(info);
  document["win_draw_loss"] = info.win_draw_loss;
  document["encoding"] = nullptr;
  if (const auto& encoding = info.encoding)
    document["encoding"] = {{"rows", encoding->rows},
                            {"columns", encoding->columns},
                            {"planes", encoding->planes},
                            {"move_planes", encoding->move_planes},
                            {"whole_moves", encoding->whole_moves}};
  return print_json_line(document);
}

// Makes each of them.
std::string list_games() {
  const Unlocked others_may_run;
  Json list = Json::array();
  for (const GameEntry& entry : games().entries()) {
    const auto game = games().make(entry.name);
    list.push_back({entry.name, game ? (*game)->info().description.title : std::string()});
  }
  return print_json_line(list);
}

std::uint64_t count_leaves(const BoundPosition& bound, unsigned depth) {
  PerftCount count;
  run_on(bound.game,
         [&](const std::stop_token& stop) { count = bound.game.game->perft(*bound.position, depth, stop); });
  return count.leaves;
}

void bind_position(py::module_& module) {
  py::class_<BoundPosition>(module, "Position")
      .def_property_readonly("problem", [](const BoundPosition& p) { return p.position->problem(); })
      .def_property_readonly("player", [](const BoundPosition& p) { return player_of(*p.position); })
      .def_property_readonly("legal", [](const BoundPosition& p) { return p.position->legal(); })
      .def_property_readonly("chances",
                             [](const BoundPosition& p) {
                               py::list list;
                               for (const ChanceText& chance : p.position->chances())
                                 list.append(py::make_tuple(chance.move, chance.probability));
                               return list;
                             })
      .def_property_readonly("outcome", [](const BoundPosition& p) { return p.position->outcome(); })
      .def_property_readonly("paid", [](const BoundPosition& p) { return p.position->paid(); })
      .def_property_readonly("milestone", [](const BoundPosition& p) { return p.position->milestone(); })
      .def_property_readonly("text", [](const BoundPosition& p) { return p.position->text(); })
      .def_property_readonly("picture", &picture_of)
      .def_property_readonly("drawing", &drawing_of)
      .def_property_readonly("encoded", &encoded_of)
      .def_property_readonly("own_state",
                             [](const BoundPosition& p) { return own_state(own_rules(p.game), *p.position); })
      .def_property_readonly("own_moves",
                             [](const BoundPosition& p) { return own_moves(own_rules(p.game), *p.position); })
      .def("play", &play, py::arg("move"))
      .def("play_random", &play_random, py::arg("seed"), py::arg("chance_only"))
      .def("perft", &count_leaves, py::arg("depth"));
}
}  // namespace

void bind_games(py::module_& module) {
  module.def("list_games", &list_games);
  module.def("add_data_folder", [](const std::string& folder) { add_data_folder(folder); });
  bind_position(module);
  py::class_<BoundGame>(module, "Game")
      .def(py::init(&make_game), py::arg("spec"))
      .def_static("from_functions", &make_from_functions, py::arg("functions"))
      .def_property_readonly("description", &description_of)
      .def_property_readonly("is_own", &BoundGame::is_own)
      .def_property_readonly("own_title", [](const BoundGame& g) { return own_rules(g)->title(); })
      .def_property_readonly("functions", [](const BoundGame& g) { return own_rules(g)->game(); })
      .def("start", [](const BoundGame& g) { return BoundPosition(g, g.game->start()); })
      .def("parse",
           [](const BoundGame& g, const std::string& text) {
             return BoundPosition(g, unwrap(g.game->parse_position(text)));
           })
      .def("own_position",
           [](const BoundGame& g, py::object state) {
             return BoundPosition(g, own_position(own_rules(g), std::move(state)));
           })
      .def("check", [](const BoundGame& g, std::size_t games, std::uint64_t seed) {
        return check_own_game(own_rules(g), games, seed);
      });
}

}  // namespace banyan::python
