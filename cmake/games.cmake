# banyan_game_units(TEMPLATE FOLDER UNITS)
#
# makes a source file for each game of games.def, from a template in which @HEADER@ and @CLASS@ stand for the
# two words of its line, and puts the list of them into UNITS. A new line there makes a new file.
function(banyan_game_units template folder units)
  set(games_def ${PROJECT_SOURCE_DIR}/src/banyan/games/games.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${games_def})
  file(STRINGS ${games_def} lines REGEX "^BANYAN_GAME")
  set(files "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^BANYAN_GAME\\( *([a-z0-9_]+) *, *([A-Za-z0-9_]+) *\\).*" "\\1;\\2" words "${line}")
    list(GET words 0 HEADER)
    list(GET words 1 CLASS)
    configure_file(${template} ${folder}/${HEADER}.cpp @ONLY)
    list(APPEND files ${folder}/${HEADER}.cpp)
  endforeach()
  set(${units} ${files} PARENT_SCOPE)
endfunction()
