#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every text that lupdate finds is filed under a context that the program asks for, and every language has it:
translations.py ROOT LUPDATE. With the codes of languages behind these it brings their files up to date instead, and begins those that
are missing: translations.py . lupdate fr

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

ROOT, LUPDATE, *LANGUAGES = sys.argv[1:]
FOLDERS = ("ui", "app")
WITHOUT_QT = ("core",)  # sentences that both front ends share: see fault_text.h
NAMESPACE = "ratewarden::ui::"
OF_QT = {"QShortcut", "QLineEdit", "QWidgetTextControl"}  # what Qt asks for: see ui/text/translations.cpp
REMEDY = "write Class::tr() with a class that has Q_OBJECT or Q_DECLARE_TR_FUNCTIONS, or translate() with a literal context"
UPDATE = "Bring the file up to date with tests/lint/translations.py . lupdate CODE, and translate what is unfinished in it"


def file_of(language):
    return os.path.join(ROOT, f"resources/translations/ratewarden_{language}.ts")


def lupdate(path, language):
    """English is the language of the sources: its file has the plurals alone."""
    plurals = ["-pluralonly"] if language == "en" else []
    run = subprocess.run([LUPDATE, "-silent", *FOLDERS, *WITHOUT_QT, "-tr-function-alias", "QT_TR_NOOP+=FAULT_TEXT", "-I", ROOT,
                          *plurals, *(["-locations", "none", "-no-obsolete"] if path == file_of(language) else []),
                          "-source-language", "en", "-target-language", language, "-ts", path],
                         cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stderr


def texts_of(path):
    """Context, text and comment of each message, with the message."""
    return {(context.findtext("name"), message.findtext("source"), message.findtext("comment")): message
            for context in xml.etree.ElementTree.parse(path).getroot().findall("context")
            for message in context.findall("message")}


def asked_for():
    """The contexts that the sources ask for when they run."""
    contexts = set(OF_QT)
    for path in glob.glob(os.path.join(ROOT, "*/**/*.[ch]*"), recursive=True):
        if os.path.relpath(path, ROOT).split(os.sep)[0] not in FOLDERS:
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        contexts.update(NAMESPACE + name for name in re.findall(r"\bclass (\w+)[^;{]*\{\s*Q_OBJECT\b", text))
        contexts.update(re.findall(r"\bQ_DECLARE_TR_FUNCTIONS\(([\w:]+)\)", text))
        contexts.update(re.findall(r"\btranslate\(\s*\"([\w:]+)\"", text))
    return contexts


def places(text, number=""):
    """What a translation must have as its source has it: %1, tags, and whether it is for a menu or goes on in a dialog."""
    return (sorted(re.findall(rf"%(?:L?\d|%{number})|</?\w[^>]*>", text)), bool(re.search(r"&\w", text)), text.endswith("…"),
            text.count("\n"), len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" ")))


def faults_of(language, found):
    """Where the file of a language is not what the sources say."""
    wanted = {text: message for text, message in found.items() if language != "en" or message.get("numerus")}
    translated = texts_of(file_of(language))
    faults = [f"not in it: {text}" for text in wanted.keys() - translated.keys()]
    faults += [f"no text of the sources any more: {text}" for text in translated.keys() - wanted.keys()]
    for text, message in translated.items():
        translation = message.find("translation")
        forms = [form.text for form in translation.findall("numerusform")] if message.get("numerus") else [translation.text]
        if translation.get("type") or not all(forms):
            faults.append(f"not finished: {text}")
        # One thing may be said without its number: "the newest change".
        faults += [f"not the places of “{text[1]}”: “{form}”" for form in forms if form
                   and (places(form) != places(text[1]) or (form is forms[-1] and places(form, "|L?n") != places(text[1], "|L?n")))]
        if message.get("numerus") and any("(s)" in form for form in forms if form):
            faults.append(f"a plural that is none: {forms}")
    return [f"ratewarden_{language}.ts: {fault}" for fault in sorted(faults)]


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "found.ts")
        said = lupdate(path, "xx")
        faults = [line.replace(ROOT + os.sep, "") for line in said.splitlines()
                  if re.search(r"/(?:ui|app)/.*(?:lacks Q_OBJECT|Qualifying with unknown|Ignoring definition)", line)]
        found = texts_of(path)
        known = asked_for()
        strays = collections.Counter((os.path.normpath(os.path.join(folder, message.find("location").get("filename"))), context)
                                     for (context, _, _), message in found.items() if context not in known)
        faults += [f"{os.path.relpath(place, ROOT)}: {count} texts in the context {context}" for (place, context), count in strays.items()]
    assert len(found) > 2000, f"lupdate found {len(found)} texts only"
    for fault in faults:
        print(fault)
    if faults:
        print(f"No running program asks for these: {REMEDY}")
    languages = sorted(re.findall(r"ratewarden_(\w+)\.ts", " ".join(glob.glob(file_of("*")))))
    assert "de" in languages and "en" in languages, languages
    unlike = [fault for language in languages for fault in faults_of(language, found)]
    for fault in unlike:
        print(fault)
    if unlike:
        print(UPDATE)
    if faults or unlike:
        sys.exit(1)
    print(f"{len(found)} texts, each in a context that is asked for, and in {', '.join(languages)}")


if LANGUAGES:
    for one in LANGUAGES:
        lupdate(file_of(one), one)
else:
    main()
