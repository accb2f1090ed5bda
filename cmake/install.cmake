# What `cmake --install` puts where: the headers, the program, find_package(banyan) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(BANYAN_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/banyan)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/banyan DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def")
install(TARGETS banyan EXPORT banyanTargets)
install(EXPORT banyanTargets NAMESPACE banyan:: DESTINATION ${BANYAN_CMAKE_FOLDER})

if(TARGET banyan_app)
  # What was not built is not installed, and the rest is: OPTIONAL.
  set_target_properties(banyan_app PROPERTIES EXPORT_NAME app)
  install(TARGETS banyan_app EXPORT banyanAppTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
  install(EXPORT banyanAppTargets NAMESPACE banyan:: DESTINATION ${BANYAN_CMAKE_FOLDER})
  install(TARGETS banyan_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
  if(TARGET banyan_train_net)
    install(TARGETS banyan_train_net RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
  endif()
  if(TARGET banyan_cluster)
    install(TARGETS banyan_cluster LIBRARY DESTINATION lib OPTIONAL)  # beside bin, where the program looks
  endif()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/banyan FILES_MATCHING PATTERN "*.ntuple"
          PATTERN "*.bnet" PATTERN "*.tsv")
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/banyanConfig.cmake.in banyanConfig.cmake
                              INSTALL_DESTINATION ${BANYAN_CMAKE_FOLDER} PATH_VARS CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(banyanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/banyanConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/banyanConfigVersion.cmake
        DESTINATION ${BANYAN_CMAKE_FOLDER})

# The .pc files find their prefix from where they lie, so that an installed tree can be moved. They say no -std: a user
# chooses the standard, C++20 or a later one.
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH BANYAN_PC_PREFIX /${pkgconfig_folder} /)
string(REGEX REPLACE "/$" "" BANYAN_PC_PREFIX ${BANYAN_PC_PREFIX})
get_target_property(BANYAN_PC_OPTIONS banyan INTERFACE_COMPILE_OPTIONS)
list(JOIN BANYAN_PC_OPTIONS " " BANYAN_PC_OPTIONS)
configure_file(${CMAKE_CURRENT_LIST_DIR}/banyan.pc.in banyan.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/banyan.pc DESTINATION ${pkgconfig_folder})

if(TARGET banyan_app)
  # Where the library goes, its .pc goes: it lies in its folder from the time the library is built.
  set(app_pc ${CMAKE_CURRENT_BINARY_DIR}/pkgconfig/banyan-app.pc)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/banyan-app.pc.in banyan-app.pc @ONLY)
  add_custom_command(TARGET banyan_app POST_BUILD
                     COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_BINARY_DIR}/banyan-app.pc ${app_pc} VERBATIM)
  install(FILES ${app_pc} DESTINATION ${pkgconfig_folder} OPTIONAL)
endif()
