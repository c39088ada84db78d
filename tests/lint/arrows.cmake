# SPDX-License-Identifier: GPL-3.0-or-later
# Which folder may include which: cmake -DROOT=... -P arrows.cmake
cmake_minimum_required(VERSION 3.23)

# A folder includes itself and the folders before it; a folder in another one has a place of its own. Files directly in ui/ and
# all of app may include everything.
set(core model algorithms redis limiter policies formats formats/files formats/shapes formats/own formats/foreign
    formats/describe filters tokens keys admin notations lab explain watch)
set(ui text theme histories widgets charts link profiles tokens keys lab state models dialogs pages pages/tokens pages/keys
    pages/policies pages/overview pages/audit pages/watch pages/lab)

# Folders of ui that hold what its pages show, and Qt's headers that they do without.
set(without_widgets "(histories|link|profiles|tokens|keys|lab|state)")
set(widget_headers "(QtWidgets|QtCharts)(/.*)?|QApplication|Q[A-Za-z]*(Widget|Dialog|Button|CheckBox|ComboBox|SpinBox|GroupBox|MessageBox|Label|Edit|Menu|MenuBar|ToolBar|TabBar|ScrollBar|StatusBar|ProgressBar|Layout|Frame|Slider|Splitter|Style|Delegate|Window|Area|Chart|(Item|List|Tree|Table|Column|Header|Graphics|Chart|Undo)View)")

# What breaks a rule and is about to move: "<file> <include>". The test fails for one that is no longer needed.
set(exceptions "")
set(needed_exceptions "")

macro(complain file include message)
    if("${file} ${include}" IN_LIST exceptions)
        list(APPEND needed_exceptions "${file} ${include}")
    else()
        message(SEND_ERROR "${file} includes ${include}: ${message}")
    endif()
endmacro()

# For what the order alone would allow.
macro(forbid_include from to message)
    if(file MATCHES "^${from}/" AND include MATCHES "^${to}")
        complain(${file} ${include} "${message}")
    endif()
endmacro()

foreach(library IN ITEMS core ui)
    file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${library}/*.h ${ROOT}/${library}/*.cpp)
    foreach(file IN LISTS files)
        if(file MATCHES "/embed/" OR NOT file MATCHES "^${library}/(.+)/[^/]+$")
            continue()
        endif()
        set(folder ${CMAKE_MATCH_1})
        list(FIND ${library} ${folder} place)
        if(place EQUAL -1)
            message(SEND_ERROR "${file}: ${library}/${folder} has no place in the order of tests/lint/arrows.cmake")
        endif()
        file(STRINGS ${ROOT}/${file} includes REGEX "^ *# *include *\"")
        file(STRINGS ${ROOT}/${file} of_qt REGEX "^ *# *include *<Q")
        foreach(line IN LISTS of_qt)
            if(file MATCHES "^ui/${without_widgets}/" AND line MATCHES "<(${widget_headers})>")
                complain(${file} ${CMAKE_MATCH_1} "what pages show is known without a widget")
            endif()
        endforeach()
        list(TRANSFORM includes REPLACE "^ *# *include *\"([^\"]*)\".*" "\\1")
        foreach(include IN LISTS includes)
            if(include MATCHES "^${library}/(.+)/[^/]+$")
                list(FIND ${library} ${CMAKE_MATCH_1} target)
                if(target EQUAL -1 OR target GREATER place)
                    complain(${file} ${include} "${library}/${folder} may not include ${library}/${CMAKE_MATCH_1}")
                endif()
            elseif(NOT (include MATCHES "\\.moc$" OR (library STREQUAL "ui" AND include MATCHES "^core/")))
                complain(${file} ${include} "${library} includes, by full paths, only itself and what is below it")
            endif()
            forbid_include(core/formats core/policies/ "formats are handed rules, they know no policies")
            forbid_include(ui/pages "ui/link/lane\\.h" "pages talk to a session, never to a lane")
            forbid_include(ui/pages "core/redis/(server|connection)\\.h" "pages talk to a session, never to a server")
            forbid_include("ui/${without_widgets}" "ui/(widgets|charts)/" "what pages show is known without a widget")
            string(REGEX REPLACE "\\.h$" ".cpp" source ${include})
            if(file MATCHES "^ui/pages/" AND include MATCHES "^ui/pages/.*_page\\.h$" AND NOT file STREQUAL source)
                complain(${file} ${include} "no page knows another page")
            endif()
        endforeach()
    endforeach()
endforeach()

# Clients in other languages take lua/ without the rest.
file(GLOB_RECURSE scripts RELATIVE ${ROOT} ${ROOT}/lua/*.lua)
foreach(file IN LISTS scripts)
    file(STRINGS ${ROOT}/${file} lines REGEX "--#include +([^ ]*\\.\\.|/|core/|ui/|app/)")
    foreach(line IN LISTS lines)
        message(SEND_ERROR "${file}: a script includes only what is in lua\n    ${line}")
    endforeach()
endforeach()

foreach(exception IN LISTS exceptions)
    if(NOT exception IN_LIST needed_exceptions)
        message(SEND_ERROR "delete this exception from tests/lint/arrows.cmake, nothing needs it now: ${exception}")
    endif()
endforeach()
