// The sequential test of a match: after every opening pair, the log-likelihood ratio of "the first agent is
// elo1 stronger" against "it is elo0 stronger". At one of two bounds the match ends. The ratio is that of the
// generalised SPRT over pentanomial counts (Van den Bergh, "Comments on Normalized Elo", 2020): both
// hypotheses are judged at the distribution of results that they make most likely.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <banyan/arena/score_statistics.hpp>
#include <banyan/core/fields.hpp>

namespace banyan {

// Which Elo the hypotheses are in: normalized is the mean over the standard deviation of a game's points,
// which needs about as many games at every draw rate; logistic is the usual one.
enum class SprtModel { normalized, logistic };
template <>
inline constexpr std::array enum_names<SprtModel>{std::string_view("normalized"),
                                                  std::string_view("logistic")};

struct SprtParams {
  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;
  double beta = 0.05;
  SprtModel model = SprtModel::normalized;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("elo0", self.elo0, between(-1000, 1000), "how much stronger the first agent is under H0");
    visit("elo1", self.elo1, between(-1000, 1000), "the same under H1; above elo0");
    visit("alpha", self.alpha, between(1e-6, 0.5), "chance to accept H1 where H0 holds");
    visit("beta", self.beta, between(1e-6, 0.5), "chance to accept H0 where H1 holds");
    visit("model", self.model, anything(), "which Elo elo0 and elo1 are");
  }
  static std::string problem(const SprtParams& params) {
    return params.elo0 < params.elo1 ? "" : "elo0 must be below elo1";
  }
};

// The parameters of a text such as elo0=0,elo1=10.
Result<SprtParams> parse_sprt(std::string_view text);

enum class SprtDecision { undecided, h0, h1 };
template <>
inline constexpr std::array enum_names<SprtDecision>{std::string_view("undecided"), std::string_view("H0"),
                                                     std::string_view("H1")};

class Sprt {
 public:
  explicit Sprt(const SprtParams& params);

  [[nodiscard]] const SprtParams& params() const { return params_; }
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] double upper() const { return upper_; }
  // Of counts of samples by points, fewest points first: three for games, five for pairs of games. 0 without
  // samples. A count of 0 stands for 1/1000, so that every result stays possible.
  [[nodiscard]] double llr(std::span<const std::uint64_t> counts) const;
  [[nodiscard]] SprtDecision decide(double llr) const;

 private:
  SprtParams params_;
  double lower_;
  double upper_;
};

}  // namespace banyan
