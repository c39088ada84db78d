# SPDX-License-Identifier: MIT
# Writes the headers that users get: cmake -DROOT=<sources> -DTO=<folder> -P public_headers.cmake
# Those are core/ratewarden.h, core/admin.h and all that they include. There "core/" is "ratewarden/": an include path
# of theirs has one name of ours in it.
cmake_minimum_required(VERSION 3.23)

set(wanted core/ratewarden.h core/admin.h)
set(written version.h) # which is configured
while(wanted)
    list(POP_FRONT wanted header)
    string(REGEX REPLACE "^core/" "" path ${header})
    if(path IN_LIST written)
        continue()
    endif()
    list(APPEND written ${path})
    file(STRINGS ${ROOT}/${header} includes REGEX "^#include \"")
    foreach(include IN LISTS includes)
        if(NOT include MATCHES "^#include \"(core/[^\"]*\\.h)\"")
            message(FATAL_ERROR "${header} cannot be installed with its ${include}")
        endif()
        list(APPEND wanted ${CMAKE_MATCH_1})
    endforeach()
    file(READ ${ROOT}/${header} text)
    string(REPLACE "#include \"core/" "#include \"ratewarden/" text "${text}")
    set(present "")
    if(EXISTS ${TO}/${path})
        file(READ ${TO}/${path} present)
    endif()
    if(NOT text STREQUAL present) # so that users are not compiled anew for nothing
        file(WRITE ${TO}/${path} "${text}")
    endif()
endwhile()

file(GLOB_RECURSE all RELATIVE ${TO} ${TO}/*)
foreach(path IN LISTS all)
    if(NOT path IN_LIST written)
        file(REMOVE ${TO}/${path})
    endif()
endforeach()
