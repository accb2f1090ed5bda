#include <banyan/cluster/td_peers.hpp>

#include <deque>
#include <map>
#include <utility>

namespace banyan::cluster {

namespace {
class RankedPeers final : public TdPeers {
 public:
  explicit RankedPeers(Ranks& ranks) : ranks_(ranks) {
    for (const int below : {2 * ranks.rank() + 1, 2 * ranks.rank() + 2})
      if (below < ranks.size()) below_.push_back(below);
  }

  [[nodiscard]] std::uint32_t rank() const override { return static_cast<std::uint32_t>(ranks_.rank()); }
  [[nodiscard]] std::uint32_t size() const override { return static_cast<std::uint32_t>(ranks_.size()); }

  std::string agree(std::string own) override { return ranks_.agree(std::move(own)); }

  std::optional<std::vector<std::string>> gather(std::string own, const std::stop_token& stop) override {
    if (!ranks_.is_first()) {
      ranks_.send(0, Mail::done, std::move(own));
      return std::vector<std::string>();
    }
    std::vector<std::string> all(size());
    all.front() = std::move(own);
    for (std::uint32_t left = size() - 1; left > 0; --left) {
      auto letter = ranks_.receive({Mail::done}, stop);
      if (!letter) return std::nullopt;
      all[static_cast<std::size_t>(letter->from)] = std::move(letter->text);
    }
    return all;
  }

  std::string sum(std::string own, const Add& add) override {
    for (const int below : below_) own = add(own, hear(below));
    if (!ranks_.is_first()) {
      const int above = (ranks_.rank() - 1) / 2;
      ranks_.send(above, Mail::sum, std::move(own));
      own = hear(above);
    }
    for (const int below : below_) ranks_.send(below, Mail::sum, own);
    return own;
  }

  void look() override { ranks_.receive({}, {}, 0); }

 private:
  // The next letter of one neighbour.
  std::string hear(int from) {
    std::deque<std::string>& waiting = heard_[from];
    while (waiting.empty()) {
      auto letter = ranks_.receive({Mail::sum}, {});
      heard_[letter->from].push_back(std::move(letter->text));
    }
    std::string text = std::move(waiting.front());
    waiting.pop_front();
    return text;
  }

  Ranks& ranks_;
  std::vector<int> below_;
  std::map<int, std::deque<std::string>> heard_;
};
}  // namespace

std::unique_ptr<TdPeers> td_peers(Ranks& ranks) { return std::make_unique<RankedPeers>(ranks); }

}  // namespace banyan::cluster
