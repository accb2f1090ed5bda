#include "evaluator.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace banyan::python {

namespace {
// Evaluators there are; the GIL guards the list.
std::set<BatchFunction*>& evaluators() {
  static auto* const list = new std::set<BatchFunction*>;
  return *list;
}

// One thread's way to the function.
class FunctionNet final : public PositionNet {
 public:
  FunctionNet(std::shared_ptr<BatchFunction> batches, std::shared_ptr<Asker> asker)
      : batches_(std::move(batches)), asker_(std::move(asker)) {}
  [[nodiscard]] std::size_t inputs() const override { return batches_->encoding().inputs(); }
  [[nodiscard]] std::size_t outputs() const override { return batches_->encoding().outputs(); }
  [[nodiscard]] std::size_t bytes() const override { return 0; }
  void evaluate(std::span<const float> inputs, std::span<float> outputs, std::span<float> values,
                std::span<float> draws) override {
    batches_->evaluate(*asker_, inputs, outputs, values, draws);
  }

 private:
  std::shared_ptr<BatchFunction> batches_;
  std::shared_ptr<Asker> asker_;
};

class FunctionBackend final : public NetBackend {
 public:
  FunctionBackend(std::shared_ptr<BatchFunction> batches, std::shared_ptr<Asker> asker)
      : batches_(std::move(batches)), asker_(std::move(asker)) {}
  [[nodiscard]] std::size_t values() const override { return 2; }
  [[nodiscard]] std::unique_ptr<PositionNet> make(std::size_t, std::size_t) const override {
    return std::make_unique<FunctionNet>(batches_, asker_);
  }
  [[nodiscard]] const std::shared_ptr<BatchFunction>& batches() const { return batches_; }

 private:
  std::shared_ptr<BatchFunction> batches_;
  std::shared_ptr<Asker> asker_;
};

// An exception for each of several calls: Python's can be thrown only once.
std::exception_ptr another(const py::error_already_set& error) {
  PyErr_Restore(error.type().inc_ref().ptr(), error.value().inc_ref().ptr(), error.trace().inc_ref().ptr());
  return std::make_exception_ptr(py::error_already_set());
}

std::string shape_of(const py::array& array) {
  std::string text;
  for (py::ssize_t i = 0; i < array.ndim(); ++i)
    text += (text.empty() ? "" : ", ") + std::to_string(array.shape(i));
  return "(" + text + ")";
}

// The numbers of an answer; a ValueError if there are not `count` × `width` of them.
py::array_t<float> numbers_of(const py::handle& object, const char* what, std::size_t count,
                              std::size_t width) {
  using Numbers = py::array_t<float, py::array::c_style | py::array::forcecast>;
  auto numbers = or_stay([&] { return Numbers::ensure(object); });
  if (!numbers) throw py::error_already_set();
  if (static_cast<std::size_t>(numbers.size()) == count * width) return numbers;
  const std::string wanted =
      "(" + std::to_string(count) + (width > 1 ? ", " + std::to_string(width) : ",") + ")";
  throw py::value_error(std::string("the evaluator gave ") + what + " of shape " + shape_of(numbers) +
                        ": it must be " + wanted);
}
}  // namespace

void Asker::begin(std::stop_token stop) {
  const std::lock_guard lock(mutex_);
  failure_ = nullptr;
  has_failed_ = false;
  stop_ = std::move(stop);
}

void Asker::fail(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
  has_failed_ = true;
}

void Asker::rethrow() {
  std::exception_ptr failure;
  {
    const std::lock_guard lock(mutex_);
    failure = std::exchange(failure_, nullptr);
  }
  if (failure) std::rethrow_exception(failure);
}

BatchFunction::BatchFunction(const py::object& holder, const Encoding& encoding, std::size_t most)
    : holder_(py::weakref(holder)), encoding_(encoding), most_(most) {
  evaluators().insert(this);
}
BatchFunction::~BatchFunction() { evaluators().erase(this); }

void BatchFunction::evaluate(Asker& asker, std::span<const float> inputs, std::span<float> outputs,
                             std::span<float> values, std::span<float> draws) {
  // The spans of a search may be longer than what is asked about now.
  const std::size_t count = values.size();
  Question question{asker, inputs.first(count * encoding_.inputs()),
                    outputs.first(count * encoding_.outputs()), values,
                    draws.first(std::min(draws.size(), count))};
  std::unique_lock lock(mutex_);
  waiting_.push_back(&question);
  while (!question.is_answered) {
    if (is_asking_) {
      answered_.wait(lock);
      continue;
    }
    is_asking_ = true;
    const std::vector<Question*> batch = take_batch();
    lock.unlock();
    answer(batch);
    lock.lock();
    for (Question* each : batch) each->is_answered = true;
    is_asking_ = false;
    answered_.notify_all();
  }
}

std::vector<BatchFunction::Question*> BatchFunction::take_batch() {
  std::vector<Question*> batch;
  std::size_t positions = 0;
  while (!waiting_.empty() && (batch.empty() || positions + waiting_.front()->values.size() <= most_)) {
    positions += waiting_.front()->values.size();
    batch.push_back(waiting_.front());
    waiting_.erase(waiting_.begin());
  }
  return batch;
}

void BatchFunction::answer(const std::vector<Question*>& batch) {
  std::vector<Question*> open;
  std::size_t count = 0;
  for (Question* question : batch) {
    if (question->asker.is_over()) {
      give_up(*question);
    } else {
      open.push_back(question);
      count += question->values.size();
    }
  }
  if (open.empty()) return;
  const Gil gil;
  try {
    ask(open, count);
  } catch (const py::error_already_set& error) {
    for (Question* question : open) question->asker.fail(another(error));
  } catch (...) {
    for (Question* question : open) question->asker.fail(std::current_exception());
  }
  for (Question* question : open)
    if (question->asker.is_over()) give_up(*question);
}

void BatchFunction::ask(const std::vector<Question*>& batch, std::size_t count) {
  const py::object holder = holder_();
  if (holder.is_none())
    throw std::runtime_error("the evaluator was destroyed: keep it while its name is in use");
  const py::array_t<float> planes = planes_for(count);
  float* to = const_cast<float*>(planes.data());
  for (const Question* question : batch) to = std::copy(question->inputs.begin(), question->inputs.end(), to);
  ++calls_;
  positions_ += count;
  largest_ = std::max(largest_, count);
  const py::object function = holder.attr("function");
  hand_out(call(function, planes), batch, count);
}

void BatchFunction::before_fork() {
  for (BatchFunction* each : evaluators()) each->mutex_.lock();
}

void BatchFunction::after_fork(bool in_child) {
  for (BatchFunction* each : evaluators()) {
    if (in_child) {
      each->waiting_.clear();
      each->is_asking_ = false;
      std::construct_at(&each->answered_);  // the old one has waiters that the child doesn't have
    }
    each->mutex_.unlock();
  }
}

// A view of the first of the planes' memory. Where the function keeps its argument, the memory is left to it.
py::array_t<float> BatchFunction::planes_for(std::size_t count) {
  const auto size = [](auto number) { return static_cast<py::ssize_t>(number); };
  const std::vector<py::ssize_t> shape{size(count), encoding_.planes, encoding_.rows, encoding_.columns};
  const bool is_kept = Py_REFCNT(planes_.ptr()) > 1;
  if (is_kept || static_cast<std::size_t>(planes_.size()) < count * encoding_.inputs())
    planes_ = py::array_t<float>(size(count * encoding_.inputs()));
  return py::array_t<float>(shape, planes_.data(), planes_);
}

void BatchFunction::hand_out(const py::object& answer, const std::vector<Question*>& batch,
                             std::size_t count) const {
  py::object values = answer;
  py::object scores = py::none();
  py::object draws = py::none();
  if (py::isinstance<py::tuple>(answer)) {
    const auto parts = py::reinterpret_borrow<py::tuple>(answer);
    if (parts.empty() || parts.size() > 3)
      throw py::value_error("the evaluator gave " + std::to_string(parts.size()) +
                            " arrays: it must give values, or values and scores of moves");
    values = parts[0];
    if (parts.size() > 1) scores = parts[1];
    if (parts.size() > 2) draws = parts[2];
  }
  const std::size_t width = encoding_.outputs();
  const py::array_t<float> value_numbers = numbers_of(values, "values", count, 1);
  py::array_t<float> score_numbers;
  py::array_t<float> draw_numbers;
  if (!scores.is_none()) score_numbers = numbers_of(scores, "scores of moves", count, width);
  if (!draws.is_none()) draw_numbers = numbers_of(draws, "draws", count, 1);
  std::size_t done = 0;
  for (Question* question : batch) {
    const std::size_t some = question->values.size();
    std::copy_n(value_numbers.data() + done, some, question->values.begin());
    if (scores.is_none()) {
      std::fill(question->outputs.begin(), question->outputs.end(), 0.0F);
    } else {
      std::copy_n(score_numbers.data() + done * width, some * width, question->outputs.begin());
    }
    if (draws.is_none()) {
      std::fill(question->draws.begin(), question->draws.end(), 0.0F);
    } else {
      std::copy_n(draw_numbers.data() + done, question->draws.size(), question->draws.begin());
    }
    done += some;
  }
}

void BatchFunction::give_up(Question& question) {
  std::fill(question.values.begin(), question.values.end(), std::numeric_limits<float>::quiet_NaN());
  std::fill(question.outputs.begin(), question.outputs.end(), 0.0F);
  std::fill(question.draws.begin(), question.draws.end(), 0.0F);
}

BoundEvaluator::BoundEvaluator(const BoundGame& game, const py::object& holder, std::size_t most) {
  const GameInfo& info = game.game->info();
  if (!info.encoding)
    throw py::value_error(info.name + " has no encoding as planes: an evaluator can't be asked about it");
  batches_ = {new BatchFunction(holder, *info.encoding, most), [](BatchFunction* batches) {
                const Gil gil;
                delete batches;
              }};
  held_ = std::make_unique<HeldNet>(net_of(std::make_shared<Asker>()));
}

SharedNet BoundEvaluator::net_of(const std::shared_ptr<Asker>& asker) const {
  return std::make_shared<FunctionBackend>(batches_, asker);
}

NamedEvaluators::NamedEvaluators(const BoundGame& game, std::span<Spec> specs) {
  for (Spec& spec : specs)
    for (auto& [key, value] : spec.values) {
      if (key != "net" || !value.starts_with("held:")) continue;
      const auto net = find_held_net(value);
      const auto* const named = net ? dynamic_cast<const FunctionBackend*>(net->get()) : nullptr;
      if (named == nullptr)
        throw py::value_error("the evaluator " + value + " is gone: keep it while its name is in use");
      if (game.game->info().encoding != named->batches()->encoding())
        throw py::value_error("the evaluator " + value + " is for planes of another size than those of " +
                              game.game->info().spec);
      held_.push_back(std::make_unique<HeldNet>(std::make_shared<FunctionBackend>(named->batches(), asker_)));
      value = held_.back()->name();
    }
}

void bind_evaluator(py::module_& module) {
  module.def("before_fork", &BatchFunction::before_fork);
  module.def("after_fork", &BatchFunction::after_fork);
  py::class_<BoundEvaluator>(module, "Evaluator")
      .def(py::init<const BoundGame&, const py::object&, std::size_t>())
      .def_property_readonly("name", &BoundEvaluator::name)
      .def_property_readonly("calls", [](const BoundEvaluator& e) { return e.batches().calls(); })
      .def_property_readonly("positions", [](const BoundEvaluator& e) { return e.batches().positions(); })
      .def_property_readonly("largest", [](const BoundEvaluator& e) { return e.batches().largest(); });
}

}  // namespace banyan::python
