// The ranks of a training by tables: the way between TdPeers and Ranks. Sums go up a binary tree of ranks to
// the first and down again, so that no rank has more than three neighbours, however many there are.
#pragma once

#include <memory>

#include <banyan/cluster/ranks.hpp>
#include <banyan/learn/td/peers.hpp>

namespace banyan::cluster {

std::unique_ptr<TdPeers> td_peers(Ranks& ranks);

}  // namespace banyan::cluster
