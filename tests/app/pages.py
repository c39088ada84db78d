#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the commands of a page of resources/docs as they stand there: pages.py terminal|policies|lab|console|formats

A block of lines that begin with "$ " is typed line by line; what stands below a command must be in its answer, up to an
"…". Any other block with ratewarden-ctl in it is one script. Commands end with 0, or with 1 for what they deny.

RATEWARDEN_CTL is the program. Exit code 77: skipped, and why.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "resources", "docs")
CTL = os.environ["RATEWARDEN_CTL"]
SKIPPED = 77
PATIENCE = 60  # seconds

# What the pages speak of. Each block finds the server like this, and the files.
SEED = """
policy publish first.json --reason "the first" >/dev/null
check user:42 --policy api >/dev/null
block user:9 --for 1h --reason "r" >/dev/null
"""
# What must have happened before a line that has these words, on an empty server.
BEFORE = {
    "tokens --state limited,blocked": """
policy publish twenty.json --reason "the first" >/dev/null
for i in {1..20}; do check user:7 --policy api >/dev/null; done
for i in {1..3}; do check ip:203.0.113.7 --policy api >/dev/null; done
block ip:203.0.113.7 --for 24h --reason "scraping" >/dev/null
""",
    "--publish": "",
    'publish api.json --reason "slowly"': """
policy publish first.json --reason "the first" >/dev/null
policy publish api.json --reason "twice" >/dev/null
policy publish ninety.json --by bob --reason "a sale" >/dev/null
cp slowly.json api.json
""",
    "inspect rl:": 'redis-cli -s "$SOCKET" set rl:203.0.113.9 12 px 41000 >/dev/null',
    "policy remove api": """
policy publish first.json --reason "the first" >/dev/null
policy publish api.json --reason "twice" >/dev/null
policy publish ninety.json --by bob --reason "a sale" >/dev/null
""",
}
# Where the answer depends on the moment, or on a log that is another: its numbers may be others, too.
ANY_NUMBERS = ("tokens --state", "lab propose", "inspect ")


def policy(rules, **more):
    return json.dumps({"schema": 1, "name": "api", "algorithm": "gcra", "rules": rules, **more}, indent=2)


FILES = {
    "first.json": policy("1/s + 10/min"),
    "twenty.json": policy("20/min"),
    "ninety.json": policy("1/s + 90/min"),
    "slowly.json": policy("1/s + 50/min", version=2),
    "api.json": policy("1/s + 20/min"),
    "policies/api.json": policy("1/s + 20/min"),
    "access.log": "".join(json.dumps({"ts": f"2026-11-22T10:{second // 60:02}:{second % 60:02}Z", "ip": ip}) + "\n"
                          for second in range(300) for ip in ["203.0.113.77"] * (3 if second > 60 else 0)
                          + [f"203.0.113.{second % 13}"]),
}


def blocks(text):
    """The indented blocks, with the number of the first line."""
    block, start = [], 0
    for number, line in enumerate(text.splitlines() + [""], 1):
        if line.startswith("    ") and (block or not before.strip()):
            start = start if block else number
            block.append(line[4:])
        elif block:
            yield start, block
            block = []
        before = line


def typed(block):
    """Each command of a block, with what the page says that it answers."""
    said = []
    for line in block:
        if line.startswith("$ "):
            said.append((line[2:], []))
        else:
            said[-1][1].append(line)
    return said


class Place:
    """Two servers, and a folder with the files."""

    def __init__(self, folder):
        self.folder = folder
        self.servers = []
        for name in ("one", "other"):
            socket = os.path.join(folder, name + ".sock")
            self.servers.append((subprocess.Popen(["redis-server", "--port", "0", "--unixsocket", socket, "--save", ""],
                                                  stdout=subprocess.DEVNULL), socket))
            end = time.monotonic() + PATIENCE
            while subprocess.run(["redis-cli", "-s", socket, "ping"], capture_output=True, check=False).returncode:
                if time.monotonic() > end:
                    sys.exit("redis-server does not start")
        self.urls = ["unix://" + socket for _, socket in self.servers]
        os.makedirs(os.path.join(folder, ".local/share/bash-completion/completions"))
        os.makedirs(os.path.join(folder, ".zfunc"))

    def stop(self):
        for server, _ in self.servers:
            server.terminate()
            server.wait()

    def shell(self, script):
        environment = dict(os.environ, RATEWARDEN_REDIS=self.urls[0], SOCKET=self.servers[0][1], HOME=self.folder,
                           XDG_STATE_HOME=self.folder, PATH=os.path.dirname(CTL) + ":" + os.environ["PATH"],
                           CI_USER="ci", CI_COMMIT_TITLE="a title")
        return subprocess.run(["bash", "-c", "set -eo pipefail\n" + script], cwd=self.folder, env=environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)

    def prepare(self, block):
        for _, socket in self.servers:
            subprocess.run(["redis-cli", "-s", socket, "flushall"], stdout=subprocess.DEVNULL, check=True)
        for name, text in FILES.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text + "\n")
        with contextlib.suppress(FileNotFoundError):
            os.remove(os.path.join(self.folder, "old.jsonl"))
        words = [seed for words, seed in BEFORE.items() if words in "\n".join(block)]
        seed = words[0] if words else SEED
        done = self.shell(re.sub(r"^(.*; do )?(?=(policy|check|block) )",
                                              lambda found: (found[1] or "") + "ratewarden-ctl ", seed, flags=re.M))
        if done.returncode != 0:
            sys.exit(f"the preparation failed: {done.stderr}")

    def here(self, command):
        """The same command for these servers, and not for as long."""
        listed = self.shell("ratewarden-ctl audit --json")
        newest = json.loads(listed.stdout)[0]["id"] if listed.stdout not in ("", "[]\n") else ""
        command = command.replace("1763863510000-0", newest)
        command = command.replace("redis://staging", self.urls[0]).replace("redis://production", self.urls[1])
        return command.replace("--for 30s", "--for 1s")


def plain(line, command):
    line = line.rstrip()
    if any(words in command for words in ANY_NUMBERS):
        line = re.sub(r" +", " ", re.sub(r"\d+(\.\d+)?", "#", line))  # tables are as wide as their words
    return line


def answers(done, command, line):
    """Whether the line is in what the command answered."""
    wanted = plain(line, command)
    lines = [plain(one, command) for one in (done.stdout + done.stderr).splitlines()]
    if wanted.endswith("…"):
        return any(one.startswith(wanted[:-1]) for one in lines)
    return wanted in lines


def prove(page):
    with open(os.path.join(DOCS, page + ".md"), encoding="utf-8") as file:
        text = file.read()
    ran = 0
    failed = []
    with tempfile.TemporaryDirectory(prefix="ratewarden-pages-") as folder:
        place = Place(folder)
        try:
            for number, block in blocks(text):
                is_typed = block[0].startswith("$ ")
                if not is_typed and not any(line.startswith("ratewarden-ctl ") for line in block):
                    continue
                place.prepare(block)
                commands = typed(block) if is_typed else [("\n".join(block), [])]
                for command, said in commands:
                    done = place.shell(place.here(command))
                    ran += 1
                    if done.returncode not in (0, 1):
                        failed.append(f"{page}.md:{number}: {command}\nends with {done.returncode}: {done.stderr}")
                    for line in said:
                        if not answers(done, command, line):
                            failed.append(f"{page}.md:{number}: {command}\ndoes not answer\n{line}\nbut\n"
                                          f"{done.stdout}{done.stderr}")
        finally:
            place.stop()
    if failed or not ran:
        sys.exit("\n\n".join(failed) or f"{page}.md has no commands")
    print(f"{ran} commands of {page}.md do what it says")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for tool in ("redis-server", "redis-cli", "jq"):
        if not shutil.which(tool):
            print(f"skipped: there is no {tool}")
            sys.exit(SKIPPED)
    prove(sys.argv[1])


if __name__ == "__main__":
    main()
