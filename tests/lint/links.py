#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every link of a page in Markdown leads to a file that is there, and to a heading that it has: links.py ROOT"""

import os
import re
import sys

ROOT = sys.argv[1]


def pages():
    yield os.path.join(ROOT, "README.md")
    for top in (".github", "app", "core", "lua", "resources", "tests", "ui"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            yield from (os.path.join(folder, name) for name in names if name.endswith(".md"))


def text_of(page):
    """Without code, where brackets mean something else."""
    with open(page, encoding="utf-8") as file:
        return re.sub(r"^```.*?^```|`[^`\n]*`", "", file.read(), flags=re.MULTILINE | re.DOTALL)


def anchors(page):
    with open(page, encoding="utf-8") as file:
        headings = re.findall(r"^#+ (.*)$", file.read(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


broken = 0
for page in pages():
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if re.match(r"https?:|mailto:", target):
            continue
        path, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(file):
            problem = "there is no such file"
        elif anchor and anchor not in anchors(file):
            problem = "there is no such heading"
        else:
            continue
        broken += 1
        print(f"{os.path.relpath(page, ROOT)}: {target}: {problem}")
sys.exit(1 if broken else 0)
