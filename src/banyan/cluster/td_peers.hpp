// The ranks of a training by tables: implements TdPeers over Ranks. Sums go up a binary tree of ranks to rank
// 0 and down again, so that no rank has more than three neighbours.
#pragma once

#include <memory>

#include <banyan/cluster/ranks.hpp>
#include <banyan/learn/td/peers.hpp>

namespace banyan::cluster {

std::unique_ptr<TdPeers> td_peers(Ranks& ranks);

}  // namespace banyan::cluster
