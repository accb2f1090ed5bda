// Compaction: subtrees that are no longer needed are cut off, and the rest moves to the front of the arena.
// Used when memory is full (the least visited subtrees go), and when the root moves to a child (everything
// else goes). No other thread may use the tree meanwhile.
//
//   1. mark    walk down from the root, marking the quads that stay and cutting links to those that go;
//   2. number  count the marks before each group of 64 quads: a quad's new index is a count of marks;
//   3. slide   go over the arena once from front to back, moving quads down and renumbering their links.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include <banyan/search/tree/tree.hpp>

namespace banyan {

template <class G>
class Compaction {
 public:
  explicit Compaction(Tree<G>& tree)
      : tree_(tree), marks_(tree.arena_.used() / 64 + 1), before_(marks_.size()) {}

  struct Outcome {
    QuadIndex root;
    std::uint64_t children;  // how many are left
  };

  // Keeps the children of a node below `root` if the node was visited more often than `threshold`.
  Outcome run(QuadIndex root, std::uint32_t threshold) {
    mark(root, threshold);
    const QuadIndex kept = number();
    const std::uint64_t children = slide();
    const QuadIndex new_root = renumbered(root);
    if (tree_.table_.exists())
      tree_.table_.renumber([this](QuadIndex node) { return is_marked(node) ? renumbered(node) : 0; });
    tree_.arena_.shrink(kept + 1);
    return {new_root, children};
  }

 private:
  void mark(QuadIndex root, std::uint32_t threshold) {
    std::vector<QuadIndex> waiting{root};
    while (!waiting.empty()) {
      const QuadIndex node = waiting.back();
      waiting.pop_back();
      if (is_marked(node)) continue;  // reached before in another way
      for (QuadIndex first = node, quads = 1; quads != 0;) {
        QuadIndex next = 0;
        QuadIndex next_quads = 0;
        for (QuadIndex index = first; index < first + quads; ++index) {
          marks_[index / 64] |= std::uint64_t{1} << index % 64;
          Quad& quad = tree_.quad(index);
          for (unsigned lane = 0; lane < lanes; ++lane) {
            std::uint32_t& link = quad.link[lane];
            if (index_of(link) == 0) continue;
            if (lane_of(link) == Lane::more) {
              next = index_of(link);
              next_quads = static_cast<QuadIndex>(quad.sum[lane]);
            } else if (quad.visits[lane] > threshold) {
              waiting.push_back(index_of(link));
            } else {
              link = make_link(lane_of(link));
            }
          }
        }
        first = next;
        quads = next_quads;
      }
    }
  }

  [[nodiscard]] bool is_marked(QuadIndex index) const { return (marks_[index / 64] >> index % 64 & 1U) != 0; }

  QuadIndex number() {
    QuadIndex count = 0;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      before_[i] = count;
      count += static_cast<QuadIndex>(std::popcount(marks_[i]));
    }
    return count;
  }

  // Index 0 is nowhere, so the first quad that is kept becomes quad 1.
  [[nodiscard]] QuadIndex renumbered(QuadIndex old) const {
    const std::uint64_t lower = marks_[old / 64] & ((std::uint64_t{1} << old % 64) - 1);
    return before_[old / 64] + static_cast<QuadIndex>(std::popcount(lower)) + 1;
  }

  std::uint64_t slide() {
    std::uint64_t children = 0;
    for (std::size_t group = 0; group < marks_.size(); ++group) {
      for (std::uint64_t left = marks_[group]; left != 0; left &= left - 1) {
        const auto from = static_cast<QuadIndex>(group * 64 + static_cast<unsigned>(std::countr_zero(left)));
        const QuadIndex to = renumbered(from);
        Quad& quad = tree_.quad(to);
        quad = tree_.quad(from);
        tree_.columns_.move_quad(from, to);
        for (std::uint32_t& link : quad.link) {
          if (index_of(link) != 0) link = make_link(lane_of(link), renumbered(index_of(link)));
          children += is_child(link) ? 1 : 0;
        }
      }
    }
    return children;
  }

  Tree<G>& tree_;
  std::vector<std::uint64_t> marks_;  // a bit for each quad
  std::vector<QuadIndex> before_;     // marks before each group of 64
};

}  // namespace banyan
