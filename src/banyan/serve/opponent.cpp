#include <banyan/serve/opponent.hpp>

#include <utility>

#include <banyan/bandit/rules.hpp>
#include <banyan/core/spec.hpp>

namespace banyan::serve {

namespace {
constexpr std::uint64_t expected_rounds = 100;  // for rules that want a horizon

template <bandit::NamedRule R>
class OpponentOf final : public Opponent {
 public:
  OpponentOf(const bandit::MatrixGame& game, const typename R::Params& params, std::uint64_t seed)
      : unit_(game.scaled_to_unit()),
        rule_(params, {game.action_count(seat::learner), expected_rounds, bandit::FullFeedbackRule<R>}),
        pulled_(game.action_count(seat::learner), 0),
        random_(seed),
        next_(rule_.choose(random_)) {}

  std::size_t answer(std::size_t thrown) override {
    const std::size_t chosen = next_;
    const std::array<std::size_t, 2> joint{thrown, chosen};
    bandit::inform(rule_, unit_.utilities(seat::learner, joint), chosen);
    ++pulled_[chosen];
    ++rounds_;
    next_ = rule_.choose(random_);
    return chosen;
  }

  [[nodiscard]] std::vector<double> strategy() const override {
    std::vector<double> shares;
    for (std::size_t i = 0; i < pulled_.size(); ++i) {
      if constexpr (bandit::MixedRule<R>) {
        shares.push_back(rule_.strategy()[i]);
      } else {
        shares.push_back(rounds_ > 0 ? static_cast<double>(pulled_[i]) / static_cast<double>(rounds_)
                                     : 1.0 / static_cast<double>(pulled_.size()));
      }
    }
    return shares;
  }

 private:
  bandit::MatrixGame unit_;
  R rule_;
  std::vector<std::uint64_t> pulled_;
  std::uint64_t rounds_ = 0;
  Random random_;
  std::size_t next_;
};
}  // namespace

Result<std::unique_ptr<Opponent>> make_opponent(const bandit::MatrixGame& game, std::string_view rule,
                                                std::uint64_t seed) {
  const auto spec = parse_spec(rule);
  if (!spec) return spec.error();
  std::unique_ptr<Opponent> opponent;
  const auto meet = [&]<class R>(std::type_identity<R>, const typename R::Params& params) {
    opponent = std::make_unique<OpponentOf<R>>(game, params, seed);
  };
  if (auto found = bandit::with_rule(*spec, {game.action_count(seat::learner), expected_rounds}, meet);
      !found)
    return found.error();
  return opponent;
}

}  // namespace banyan::serve
