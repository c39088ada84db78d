# SPDX-License-Identifier: MIT
# Writes OUTPUT, a C++ source that holds every script below LUA_DIR with its SHA-1, the name Redis knows it by.
# A line "--#include shared/part.lua" is replaced by that part's text; parts may have such lines, too.

cmake_minimum_required(VERSION 3.23)

file(GLOB scripts RELATIVE ${LUA_DIR} ${LUA_DIR}/*.lua ${LUA_DIR}/admin/*.lua)

set(source "// Generated from lua/ at build time.\n#include \"core/redis/script.h\"\n\n")
string(APPEND source "namespace ratewarden {\n\nconst std::vector<Script>& embeddedScripts()\n{\n")
string(APPEND source "    static const std::vector<Script> scripts{\n")
foreach(file IN LISTS scripts)
    file(READ ${LUA_DIR}/${file} text)
    while(text MATCHES "\n *--#include ([^\n]+)\n")
        set(line "${CMAKE_MATCH_0}")
        file(READ ${LUA_DIR}/${CMAKE_MATCH_1} part)
        string(REPLACE "${line}" "\n${part}" text "${text}")
    endwhile()
    string(SHA1 sha "${text}")
    get_filename_component(name ${file} NAME_WE)
    string(APPEND source "        {\"${name}\", \"${sha}\", R\"lua(${text})lua\"},\n")
endforeach()
string(APPEND source "    };\n    return scripts;\n}\n\n} // namespace ratewarden\n")
file(WRITE ${OUTPUT} "${source}")
