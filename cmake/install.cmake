# What `cmake --install` puts where: the headers, the program, find_package(banyan) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(BANYAN_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/banyan)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/banyan DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def")
install(TARGETS banyan EXPORT banyanTargets)
install(EXPORT banyanTargets NAMESPACE banyan:: DESTINATION ${BANYAN_CMAKE_FOLDER})

if(TARGET banyan_app)
  set_target_properties(banyan_app PROPERTIES EXPORT_NAME app)
  install(TARGETS banyan_app EXPORT banyanAppTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT banyanAppTargets NAMESPACE banyan:: DESTINATION ${BANYAN_CMAKE_FOLDER})
  install(TARGETS banyan_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/banyan FILES_MATCHING PATTERN "*.ntuple"
          PATTERN "*.bnet" PATTERN "*.tsv")
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/banyanConfig.cmake.in banyanConfig.cmake
                              INSTALL_DESTINATION ${BANYAN_CMAKE_FOLDER})
write_basic_package_version_file(banyanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/banyanConfig.cmake ${PROJECT_BINARY_DIR}/banyanConfigVersion.cmake
        DESTINATION ${BANYAN_CMAKE_FOLDER})

# The .pc file finds its prefix from where it lies, so that an installed tree can be moved.
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH BANYAN_PC_PREFIX /${pkgconfig_folder} /)
string(REGEX REPLACE "/$" "" BANYAN_PC_PREFIX ${BANYAN_PC_PREFIX})
get_target_property(BANYAN_PC_OPTIONS banyan INTERFACE_COMPILE_OPTIONS)
list(JOIN BANYAN_PC_OPTIONS " " BANYAN_PC_OPTIONS)
configure_file(${CMAKE_CURRENT_LIST_DIR}/banyan.pc.in banyan.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/banyan.pc DESTINATION ${pkgconfig_folder})
