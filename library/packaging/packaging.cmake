# What `cmake --install` and CPack put where: the libraries that a game links, with headers, a CMake
# package and a pkg-config file; the command with its bundled maps and manual.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# After a build of the command alone, what else is installed is built now.
set(rest footrace)
if(BUILD_SHARED_LIBS)
  list(APPEND rest footrace_shared)
elseif(FOOTRACE_HARNESS)
  list(APPEND rest footrace_io)
endif()
if(FOOTRACE_HARNESS)
  list(APPEND rest footrace_manual)
endif()
string(REPLACE ";" " " rest "${rest}")
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target ${rest}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)" ALL_COMPONENTS)

# With a shared library, the loaders stay at home: they are built on all that the static one shows.
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/ DESTINATION include COMPONENT development)
set(packages ${CMAKE_INSTALL_LIBDIR}/cmake/footrace)
if(BUILD_SHARED_LIBS)
  install(TARGETS footrace_shared EXPORT footrace
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
else()
  install(TARGETS footrace EXPORT footrace
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endif()
install(EXPORT footrace NAMESPACE footrace:: FILE footraceTargets.cmake DESTINATION ${packages}
  COMPONENT development)
if(FOOTRACE_HARNESS AND NOT BUILD_SHARED_LIBS)
  install(TARGETS footrace_io EXPORT footrace_io
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT footrace_io NAMESPACE footrace:: FILE footraceIoTargets.cmake
    DESTINATION ${packages} COMPONENT development)
endif()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/footraceConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/footraceConfig.cmake
  INSTALL_DESTINATION ${packages})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/footraceConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/footraceConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/footraceConfigVersion.cmake
  DESTINATION ${packages} COMPONENT development)
# Found from where the pkg-config file lies, so that an installed tree can be moved.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(INCLUDE_BESIDE "\${pcfiledir}/${up}include")
configure_file(${CMAKE_CURRENT_LIST_DIR}/footrace.pc.in footrace.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/footrace.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(NOT FOOTRACE_HARNESS)
  return()
endif()
# The command writes its own manual.
set(manual ${CMAKE_CURRENT_BINARY_DIR}/footrace.1)
add_custom_command(OUTPUT ${manual}
  COMMAND footrace_command --manual > ${manual}
  DEPENDS footrace_command VERBATIM)
add_custom_target(footrace_manual ALL DEPENDS ${manual})
install(TARGETS footrace_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/maps/bundled/ COMPONENT command
  DESTINATION ${CMAKE_INSTALL_DATADIR}/footrace/maps)
# The reports find the contract of result files where it lies beside them in the source tree.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/reports COMPONENT command
  DESTINATION ${CMAKE_INSTALL_DATADIR}/footrace PATTERN __pycache__ EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/results/schema.json COMPONENT command
  DESTINATION ${CMAKE_INSTALL_DATADIR}/footrace/results)

# recommend --take writes the library as two files from its sources.
foreach(folder library maps algorithms)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} COMPONENT command
    DESTINATION ${CMAKE_INSTALL_DATADIR}/footrace
    FILES_MATCHING PATTERN *.[ch] PATTERN *.def PATTERN amalgamate.py
    PATTERN bundled EXCLUDE PATTERN formats EXCLUDE PATTERN generators EXCLUDE)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE COMPONENT command
  DESTINATION ${CMAKE_INSTALL_DATADIR}/footrace)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Footrace authors <footrace@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "python3-matplotlib, python3-jinja2, python3-fastjsonschema")
set(CPACK_STRIP_FILES ON)
include(CPack)
