// Stands in for the page where it could not be built: the build then takes this file instead of the page's.
#include <banyan/serve/page.hpp>

namespace banyan::serve {

std::span<const PageFile> page_files() { return {}; }

}  // namespace banyan::serve
