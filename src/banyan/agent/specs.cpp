// Compiles the parser of agent specs once for the whole program.
#include <banyan/agent/specs_read.hpp>

namespace banyan {

template std::vector<AgentInfo> list_agents<void>();
template Result<AgentSpec> parse_agent_spec<void>(const Spec& spec);
template Spec with_settings<void>(const Spec& spec, const GameDescription& description);
template Result<std::string> canonical_agent_spec<void>(const Spec& spec);

}  // namespace banyan
