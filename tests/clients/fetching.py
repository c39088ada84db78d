# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests fetch that no package of this system brings; it stays in the build folder."""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

BUILD = os.path.abspath(os.environ.get("RATEWARDEN_CLIENTS", os.path.join(tempfile.gettempdir(), "ratewarden-clients")))
UNPACK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support/unpack_debs")
SKIPPED = 77
GO_NEEDED = (1, 21)
GO = ("trixie", "golang-1.24-go", "golang-1.24-src")


def skip(reason):
    print("SKIP: " + reason)
    sys.exit(SKIPPED)


def unpacked(suite, *packages):
    """The folder with the files of these packages of another release of Debian, fetched if need be. NAME=VERSION: of that
    version, in which a * stands for anything: "1.2-*" is 1.2 however often Debian packaged it."""
    folder = os.path.join(BUILD, "debian", f"{suite}-{packages[0].partition('=')[0]}")
    wanted = " ".join(packages)
    stamp = os.path.join(folder, ".ratewarden")
    if not os.path.exists(stamp) or open(stamp).read() != wanted:
        if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
            skip("there is no apt-get to fetch " + packages[0])
        fetch = subprocess.run([UNPACK, "--alone", folder + ".new", suite, *packages], capture_output=True, text=True)
        gone = re.findall("Version '(.+)' for '(.+)' was not found", fetch.stderr)
        if gone:
            skip(f"Debian's {suite} has another version than the one that is pinned: "
                 + ", ".join(f"{name}={version}" for version, name in gone))
        if fetch.returncode != 0:
            skip(f"{packages[0]} cannot be fetched from Debian: " + fetch.stderr.strip()[-400:])
        with open(os.path.join(folder + ".new", ".ratewarden"), "w") as file:
            file.write(wanted)
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(folder + ".new", folder)
    return folder


def go():
    """The program, of this system if it is new enough."""
    if shutil.which("go"):
        version = re.search(r"go(\d+)\.(\d+)", subprocess.run(["go", "version"], capture_output=True, text=True).stdout)
        if version and tuple(map(int, version.groups())) >= GO_NEEDED:
            return "go"
    found = glob.glob(os.path.join(unpacked(*GO), "usr/lib/go-*/bin/go"))
    assert len(found) == 1, found
    return found[0]


def run_go(folder, *words, **variables):
    """Runs it without a network, with its caches in the build folder."""
    environment = dict(os.environ, GOPROXY="off", GOTOOLCHAIN="local", CGO_ENABLED="0",
                       GOCACHE=os.path.join(BUILD, "go", "cache"), **variables)
    environment.pop("GOROOT", None)
    done = subprocess.run([go(), *words], cwd=folder, capture_output=True, text=True, env=environment)
    if re.search(r"requires go >= |requires go1\.", done.stderr):
        skip("Debian's packages want a newer Go: " + done.stderr.strip()[-400:])
    if done.returncode != 0:
        raise RuntimeError(f"go {' '.join(words)}: {done.stderr}")
