# SPDX-License-Identifier: GPL-3.0-or-later
# The rules of the house that a compiler cannot see: cmake -DROOT=... -P forbidden.cmake
cmake_minimum_required(VERSION 3.23)

# forbid(<what is wrong and what to do> <regex> <glob>... [EXCEPT <path>...])
function(forbid message regex)
    cmake_parse_arguments(arg "" "" "IN;EXCEPT" ${ARGN})
    foreach(pattern IN LISTS arg_IN)
        file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${pattern})
        foreach(file IN LISTS files)
            if(file IN_LIST arg_EXCEPT)
                continue()
            endif()
            file(STRINGS ${ROOT}/${file} lines REGEX "${regex}")
            foreach(line IN LISTS lines)
                message(SEND_ERROR "${file}: ${message}\n    ${line}")
            endforeach()
        endforeach()
    endforeach()
endfunction()

forbid("core knows no Qt; what needs it belongs in ui" "#include *[<\"](Q[A-Z]|Qt)" IN core/*.h core/*.cpp)
forbid("core uses nothing of ui or app" "#include \"(ui|app)/" IN core/*.h core/*.cpp)
forbid("ui uses nothing of app" "#include \"app/" IN ui/*.h ui/*.cpp)
forbid("only core speaks hiredis; go through core/redis" "hiredis/" IN ui/*.h ui/*.cpp app/*.h app/*.cpp)
forbid("a test must await an event (QTRY_COMPARE, QSignalSpy::wait, await), not sleep"
    "qWait *\\(|QTest::qSleep|sleep_for|sleep_until|usleep *\\(|[^a-z]sleep *\\(|QThread::[mu]?sleep"
    IN tests/*.h tests/*.cpp EXCEPT tests/support/await.h)
forbid("foreign text must stay plain; use PlainLabel" "new QLabel|[^a-zA-Z]QLabel [a-z]" IN ui/*.h ui/*.cpp app/*.h app/*.cpp
    EXCEPT ui/widgets/plain_label.h ui/widgets/plain_label.cpp)
forbid("foreign text must stay plain, and nothing may stop the window; use a Banner"
    "QMessageBox|QErrorMessage|QInputDialog|QProgressDialog" IN ui/*.h ui/*.cpp app/*.h app/*.cpp)
forbid("nothing waits in the GUI thread; post to a lane"
    "processEvents|QEventLoop|BlockingQueuedConnection" IN ui/*.h ui/*.cpp)
forbid("no type of the chart library leaves ui/charts" "#include <QtCharts|#include <Q(Chart|ChartView|LineSeries|ValueAxis|CategoryAxis|DateTimeAxis)>"
    IN ui/*.h ui/pages/*.cpp ui/models/*.cpp ui/dialogs/*.cpp ui/link/*.cpp ui/widgets/*.cpp app/*.cpp)
# GCC 12 takes them, and its library is Clang 14's, too, with which the sanitizers are built.
forbid("Clang 14 does not compile it with the library of GCC 12; use iterators or std::span"
    "std::(views|ranges::views)::|ranges::subrange|std::ranges::search\\(" IN core/*.h core/*.cpp ui/*.h ui/*.cpp app/*.h
    app/*.cpp tests/*.h tests/*.cpp)
forbid("a TODO needs an issue, not a comment" "TODO|FIXME" IN core/*.h core/*.cpp ui/*.h ui/*.cpp app/*.h app/*.cpp lua/*.lua)

# Every source says under which licence it stands.
file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/core/* ${ROOT}/ui/* ${ROOT}/app/* ${ROOT}/lua/* ${ROOT}/tests/*)
list(FILTER sources INCLUDE REGEX "\\.(h|cpp|lua|cmake|txt|py|mjs|php)$|/(run|packages)$")
foreach(file IN LISTS sources)
    if(file MATCHES "^(core|lua)/|^tests/examples/.*\\.(h|cpp)$") # examples are there to be copied
        set(licence "MIT")
    elseif(file MATCHES "\\.(h|cpp)$")
        set(licence "GPL-3\\.0-or-later")
    else()
        set(licence "(MIT|GPL-3\\.0-or-later)")
    endif()
    file(READ ${ROOT}/${file} head LIMIT 200)
    if(NOT head MATCHES "SPDX-License-Identifier: ${licence}")
        message(SEND_ERROR "${file}: the first lines must name its licence: SPDX-License-Identifier: ${licence}")
    endif()
endforeach()
