// The networks of the program, compiled once for all games.
#include <banyan/nn/networks.hpp>

namespace banyan {

template Result<SharedNet> open_net<void>(const NetRequest& request);
template SharedNet prepare_net<void>(const Network& network);
template Result<std::shared_ptr<const NTupleNetwork>> open_ntuple<void>(const std::string& file,
                                                                        const std::string& game);

}  // namespace banyan
