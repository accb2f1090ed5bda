// The module banyan._banyan: the part of the package that is compiled.
#include "support.hpp"

PYBIND11_MODULE(_banyan, module) {
  using namespace banyan::python;
  module.doc() = "The compiled part of banyan; use the package.";
  module.attr("version") = BANYAN_VERSION;
  bind_running(module);
  bind_games(module);
  bind_search(module);
  bind_evaluator(module);
  bind_match(module);
  bind_laboratory(module);
  bind_vector(module);
  bind_training(module);
  bind_runs(module);
  bind_learners(module);
}
