#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No two sources of a library define the same name in unnamed namespaces, and no two headers have the same name: names.py ROOT

Builds join sources (CMAKE_UNITY_BUILD), where two such names clash or, worse, become overloads of each other, so that a call
may reach the other file's function. Types that are the same alias in each (using Json = ...) are fine. A header is looked for
by its name."""

import collections
import glob
import os
import re
import sys

ROOT = sys.argv[1]
LIBRARIES = [["core/*/*.cpp", "core/formats/*/*.cpp"], ["ui/*.cpp", "ui/*/*.cpp", "ui/pages/*/*.cpp"], ["app/ctl/*.cpp"], ["app/*.cpp", "app/demo/*.cpp"],
             ["tests/support/*.cpp"], ["tests/ui/*.cpp"], ["tests/app/*.cpp"]]


def definitions(path):
    """Names at file scope in unnamed namespaces, by how the formatter writes them: (name, what tells them apart)."""
    inside = False
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("namespace {"):
                inside = True
            elif line.startswith("} // namespace"):
                inside = False
            if not inside or line[0] in " /#{}\n":
                continue
            line = re.sub(r"\s*//.*", "", line).strip()
            if line.startswith(("namespace", "template", "using namespace", "static_assert", "Q_", "QT_")):
                continue
            if alias := re.match(r"(?:using|namespace) (\w+) = (.*)", line):
                yield alias[1], line
            elif type_ := re.match(r"(?:class|struct|enum class|enum|union) (?:\[\[\w+\]\] )?(\w+)", line):
                yield type_[1], path
            elif name := re.search(r"([\w~]+)\(", re.split(r" = |\{", line)[0]) or re.search(
                    r"(\w+)(?:\[[^\]]*\])?(?: =|\{|;|$)", line):
                yield name[1], path


found = 0
for patterns in LIBRARIES:
    places = collections.defaultdict(dict)
    for path in sorted(sum((glob.glob(os.path.join(ROOT, pattern)) for pattern in patterns), [])):
        for name, what in definitions(path):
            places[name].setdefault(what, os.path.relpath(path, ROOT))
    for name, where in places.items():
        if len(where) > 1:
            found += 1
            print(f"{name}: {', '.join(where.values())}")
if found:
    print("Each of these names is defined in unnamed namespaces of several sources of a library. If they are the same, make\n"
          "them one in a header; if not, name each after what it is.")
headers = collections.defaultdict(list)
for path in sorted(sum((glob.glob(os.path.join(ROOT, room, "**", "*.h"), recursive=True) for room in ("app", "core", "tests", "ui")), [])):
    headers[os.path.basename(path)].append(os.path.relpath(path, ROOT))
for name, where in headers.items():
    if len(where) > 1:
        found += 1
        print(f"{name}: {', '.join(where)}. Name each header after what it has.")
sys.exit(found > 0)
