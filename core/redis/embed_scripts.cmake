# SPDX-License-Identifier: MIT
# Writes OUTPUT, a C++ source that holds every script below LUA_DIR with its SHA-1, the name Redis knows it by.
# lua/<name>.lua decides and is joined behind lua/shared/request.lua; lua/admin/<name>.lua stands alone.

cmake_minimum_required(VERSION 3.23)

file(READ ${LUA_DIR}/shared/request.lua shared)
file(GLOB deciding RELATIVE ${LUA_DIR} ${LUA_DIR}/*.lua)
file(GLOB admin RELATIVE ${LUA_DIR} ${LUA_DIR}/admin/*.lua)

set(source "// Generated from lua/ at build time.\n#include \"core/redis/script.h\"\n\n")
string(APPEND source "namespace ratewarden {\n\nconst std::vector<Script>& embeddedScripts()\n{\n")
string(APPEND source "    static const std::vector<Script> scripts{\n")
foreach(file IN LISTS deciding admin)
    file(READ ${LUA_DIR}/${file} text)
    if(file IN_LIST deciding)
        string(PREPEND text "${shared}\n")
    endif()
    string(SHA1 sha "${text}")
    get_filename_component(name ${file} NAME_WE)
    string(APPEND source "        {\"${name}\", \"${sha}\", R\"lua(${text})lua\"},\n")
endforeach()
string(APPEND source "    };\n    return scripts;\n}\n\n} // namespace ratewarden\n")
file(WRITE ${OUTPUT} "${source}")
