#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every text that lupdate finds is filed under a context that the program asks for: translations.py ROOT LUPDATE

lupdate reads sources without compiling them. Where it loses the class, as behind a constructor's list of members with braces, or
where a class has no Q_OBJECT, it files a text under a context in which the running program never looks: it can be translated, and
stays English all the same."""

import collections
import glob
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT, LUPDATE = sys.argv[1:]
FOLDERS = ("ui", "app")
WITHOUT_QT = ("core/model", "core/explain")  # sentences that both front ends share: see fault_text.h
NAMESPACE = "ratewarden::ui::"
REMEDY = "write Class::tr() with a class that has Q_OBJECT or Q_DECLARE_TR_FUNCTIONS, or translate() with a literal context"


def asked_for():
    """The contexts that the sources ask for when they run."""
    contexts = set()
    for path in glob.glob(os.path.join(ROOT, "*/**/*.[ch]*"), recursive=True):
        if os.path.relpath(path, ROOT).split(os.sep)[0] not in FOLDERS:
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        contexts.update(NAMESPACE + name for name in re.findall(r"\bclass (\w+)[^;{]*\{\s*Q_OBJECT\b", text))
        contexts.update(re.findall(r"\bQ_DECLARE_TR_FUNCTIONS\(([\w:]+)\)", text))
        contexts.update(re.findall(r"\btranslate\(\s*\"([\w:]+)\"", text))
    return contexts


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = os.path.join(folder, "found.ts")
        run = subprocess.run([LUPDATE, "-silent", *FOLDERS, *WITHOUT_QT, "-tr-function-alias", "QT_TR_NOOP+=FAULT_TEXT", "-I", ROOT, "-ts", found], cwd=ROOT, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        faults = [line.replace(ROOT + os.sep, "") for line in run.stderr.splitlines()
                  if re.search(r"/(?:ui|app)/.*(?:lacks Q_OBJECT|Qualifying with unknown|Ignoring definition)", line)]
        known = asked_for()
        texts = 0
        for context in xml.etree.ElementTree.parse(found).getroot().findall("context"):
            name = context.find("name").text
            messages = context.findall("message")
            texts += len(messages)
            if name not in known:
                places = collections.Counter(os.path.normpath(os.path.join(folder, message.find("location").get("filename")))
                                             for message in messages)
                faults += [f"{os.path.relpath(place, ROOT)}: {count} texts in the context {name}" for place, count in places.items()]
    assert texts > 2000, f"lupdate found {texts} texts only"
    for fault in faults:
        print(fault)
    if faults:
        print(f"No running program asks for these: {REMEDY}")
        sys.exit(1)
    print(f"{texts} texts, each in a context that is asked for")


main()
