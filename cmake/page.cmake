# The page: built from web/ by npm and put into the program as a source file, PAGE_SOURCE. Where there is no npm,
# or it can't fetch its packages, the program is built without the page and says so.
set(no_page ${PROJECT_SOURCE_DIR}/src/banyan/serve/no_page.cpp)
set(PAGE_SOURCE ${no_page})

# Further builds of the same tests do without it.
if(BANYAN_VARIANT)
  set(page_by_default OFF)
else()
  set(page_by_default ON)
endif()
option(BANYAN_PAGE "Build the page into the program (needs npm and, the first time, a network)" ${page_by_default})
find_program(NPM npm)
if(BANYAN_PAGE AND NPM AND EXISTS ${PROJECT_SOURCE_DIR}/web/package.json)
  set(page_folder ${PROJECT_BINARY_DIR}/web)
  set(PAGE_SOURCE ${page_folder}/page.cpp)
  file(GLOB_RECURSE page_inputs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*)
  list(FILTER page_inputs EXCLUDE REGEX "/(node_modules|dist|test)/")
  add_custom_command(OUTPUT ${PAGE_SOURCE}
                     COMMAND ${PROJECT_SOURCE_DIR}/tools/build_page ${PROJECT_SOURCE_DIR}/web ${page_folder} ${no_page}
                     DEPENDS ${page_inputs} ${PROJECT_SOURCE_DIR}/tools/build_page ${no_page}
                     COMMENT "Building the page" VERBATIM)
elseif(BANYAN_PAGE)
  message(WARNING "npm was not found: the program is built without its page")
endif()
