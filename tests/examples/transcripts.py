#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every ratewarden-ctl that README.md and resources/docs show, page by page, on a redis-server of its own: none may be a
wrong usage or fail, and those in REPLAYED must print what stands there. RATEWARDEN_CTL is the program. Exit code 77: skipped."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.dirname(os.path.dirname(HERE))
CTL = os.environ["RATEWARDEN_CTL"]
SKIPPED = 77
ANSWERS = (0, 1)  # done, or denied
# Pages and what their commands begin with, whose output is compared; durations, which pass, are not.
REPLAYED = {"policies.md": ("policy",), "formats.md": ("",), "terminal.md": ("check", "tokens --state", "different"),
            "watch.md": ("watch --check",), "lab.md": ("lab try usage.csv",)}
SHOWN = ("cat api.json", "cat alerts.json")  # files that a page writes


def commands(page):
    """The commands of a page, each with the lines that it prints there. Blocks of code are indented."""
    with open(page, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    found = []
    continues = fenced = False
    for line in lines:
        fenced ^= line.lstrip().startswith("```")
        if fenced or not line.startswith("    "):
            continues = False
            if found:
                found[-1][2] = False
            continue
        text = line[4:]
        if continues:
            found[-1][0] += "\n" + text
            continues = text.endswith(("|", "\\"))
        elif text.lstrip().startswith(("$ ", "ratewarden-ctl ")):  # of an item of a list, too
            found.append([text.lstrip().removeprefix("$ "), [], text.startswith("$ ")])
            continues = text.endswith(("|", "\\"))
        elif found and found[-1][2]:
            found[-1][1].append(text)
    return [(command, output) for command, output, _ in found]


class Session:
    def __init__(self, folder):
        self.folder = folder
        self.socket = os.path.join(folder, "redis.sock")
        self.server = subprocess.Popen(["redis-server", "--port", "0", "--unixsocket", self.socket, "--save", "", "--dir", folder],
                                       stdout=subprocess.PIPE, text=True)
        next(line for line in self.server.stdout if "ready to accept connections" in line.lower())
        programs = os.path.join(folder, "bin")
        os.mkdir(programs)
        os.symlink(CTL, os.path.join(programs, "ratewarden-ctl"))
        self.environment = dict(os.environ, PATH=programs + ":" + os.environ["PATH"], HOME=folder, CI_USER="ci",
                                RATEWARDEN_REDIS="unix://" + self.socket, CI_COMMIT_TITLE="a title",
                                **{f"XDG_{kind}_HOME": os.path.join(folder, kind.lower()) for kind in ("CONFIG", "DATA", "STATE")})
        for path in ("policies", ".zfunc", ".local/share/bash-completion/completions"):
            os.makedirs(os.path.join(folder, path))

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def shell(self, command):
        return subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, capture_output=True, text=True,
                              timeout=60)

    def redis(self, *words):
        subprocess.run(["redis-cli", "-s", self.socket, *words], check=True, capture_output=True)

    def publish(self, rules, by, reason, algorithm="gcra", **more):
        self.write("others.json", json.dumps({"schema": 1, "name": "api", "algorithm": algorithm, "rules": rules, **more}))
        done = self.shell(f"ratewarden-ctl policy publish others.json --by '{by}' --reason '{reason}'")
        assert done.returncode == 0, done.stderr

    def keep_history(self):
        """What a watcher keeps until its only alert fires."""
        self.write("alerts.json", json.dumps({"schema": 1, "history": {"file": os.path.join(self.folder, "prod.history")},
                                              "alerts": [{"name": "few", "measure": "tokens", "below": 1000000}]}))
        watch = subprocess.Popen([CTL, "watch", "alerts.json"], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
                                 text=True)
        next(line for line in watch.stdout if "fires" in line)
        watch.terminate()
        watch.wait()

    def prepare(self, command):
        """What a page takes for granted before a command."""
        if " peek " in command:
            self.publish("20/min", "alice", "the first")
        elif "tokens --state" in command:
            self.publish("20/min", "alice", "the first", "sliding-log")
            self.shell("""for i in {1..20}; do ratewarden-ctl check user:7 --policy api; done
                for i in {1..3}; do ratewarden-ctl check ip:203.0.113.7 --policy api; done
                ratewarden-ctl block ip:203.0.113.7 --for 24h --reason scraping""")
        elif "--publish" in command:
            self.redis("FLUSHALL")
        elif "policy diff api.json" in command:
            self.publish("1/s + 10/min", "alice", "the first")
        elif '"slowly"' in command:
            self.publish("1/s + 90/min", "bob", "a sale")
            self.write("api.json", json.dumps({"schema": 1, "name": "api", "version": 2, "algorithm": "gcra",
                                               "rules": "1/s + 50/min"}))
        elif "explain --note" in command:
            self.publish("1/s + 2/min", "alice", "the first", counters=True, denials=100)
            self.shell("for i in {1..3}; do ratewarden-ctl check user:42 --policy api --note req-8f3a17c2; done")
        elif "policy check --strict" in command:
            self.shell("ratewarden-ctl policy show api > policies/api.json")
        elif "prod.history" in command or "--back-test" in command:
            self.keep_history()
        elif " watch " in command and not os.path.exists(os.path.join(self.folder, "alerts.json")):
            self.write("alerts.json", json.dumps({"schema": 1, "alerts": [{"name": "many", "measure": "tokens", "above": 10}]}))
        elif "format new" in command:
            self.redis("SET", "gate:user7:uses", "3", "PX", "41050")
        elif "1795229640:60:api" in command:
            self.redis("HSET", "1795229640:60:api", "203.0.113.9", "3", "198.51.100.7", "7")
            self.redis("PEXPIRE", "1795229640:60:api", "118000")
        elif "{api_key:88dc28d0}" in command:
            for key, value in {"requests": 4, "tokens": 8192, "window": int(time.time()) - 20}.items():
                self.redis("SET", f"{{api_key:88dc28d0}}:{key}", str(value), "PX", "40000")
        elif "max_parallel_requests" in command:
            self.redis("ZADD", "{team:search}:max_parallel_requests", str(time.time() - 2580), "dead0001")
            self.redis("EXPIRE", "{team:search}:max_parallel_requests", "3600")
        elif "rl:203.0.113.9" in command:
            self.redis("SET", "rl:203.0.113.9", "12", "PX", "41050")

    def run(self, page, command, output):
        if command in SHOWN:
            self.write(command.split()[1], "\n".join(output))
            return
        self.prepare(command)
        # Servers and times that a test cannot have.
        ours = re.sub(r"rediss?://(host:6379|staging|localhost:6380 --cacert ca.pem)", f"unix://{self.socket}", command)
        ours = ours.replace("redis://production", f"unix://{self.socket}?db=1").replace("--for 30s", "--for 1s")
        ours = re.sub(r"\btop$", "top -n 1", ours)
        ours = re.sub(r"\bwatch alerts.json( --metrics \S+)?", "watch --once alerts.json", ours)  # has no end
        if "audit undo" in ours:
            self.shell("ratewarden-ctl block user:42 --for 1h --reason scraping")
            change = json.loads(self.shell("ratewarden-ctl audit --json").stdout)[0]["id"]
            ours = re.sub(r"\d+-\d+", change, ours)
        done = self.shell(ours)
        assert done.returncode in ANSWERS, f"{page}: {command}\n{done.stdout}{done.stderr}"
        name = os.path.basename(page)
        if name in REPLAYED and output and command.startswith(tuple("ratewarden-ctl " + words for words in REPLAYED[name])):
            def timeless(text):
                return re.sub(r" *\d+(\.\d+)? s\b", " N s", text)
            printed = (done.stderr + done.stdout).splitlines()
            assert sorted(map(timeless, printed)) == sorted(map(timeless, output)), \
                f"{page}: {command}\nprints\n{os.linesep.join(printed)}\ninstead of\n{os.linesep.join(output)}"


def traffic():
    for i in range(400):
        for user, each in (("203.0.113.77", 1), ("198.51.100.4", 12), ("198.51.100.5", 15)):
            if i % each == 0:
                yield json.dumps({"ts": f"2026-11-01T10:{i // 60:02}:{i % 60:02}Z", "ip": user, "status": 200}) + "\n"


def incident():
    """A log of a gateway: a network of 30 addresses comes at 14:52:10, right after a stricter rule."""
    chance = random.Random(7)
    lines = []
    for second in range(17 * 60):
        time = f"2026-11-26T14:{40 + second // 60}:{second % 60:02}"
        is_new = second >= 730
        for address in [f"198.51.100.{chance.randrange(60)}" for _ in range(12)] + \
                [f"203.0.113.{chance.randrange(30)}" for _ in range(12 if is_new else 0)]:
            denied = chance.random() < (0.8 if address.startswith("203") else 0.05)
            lines.append({"ts": f"{time}.{chance.randrange(1000):03}Z", "ip": address, "status": 429 if denied else 200,
                          "node": f"10.0.3.{chance.randrange(7, 10)}",
                          "rule": "" if not denied else "1/s" if is_new else "120/min"})
    return "".join(json.dumps(line) + "\n" for line in sorted(lines, key=lambda line: line["ts"]))


def usage():
    yield "Timestamp,Model,Request tokens,Response tokens\n"
    for i in range(1200):
        yield f"{i},{('small', 'large')[i % 2]},{200 + 37 * i % 800},{50 + 91 * i % 400 * (1 + i % 2)}\n"


def main():
    if not shutil.which("redis-server"):
        print("SKIP: redis-server is not installed")
        sys.exit(SKIPPED)
    docs = os.path.join(SOURCES, "resources", "docs")
    count = 0
    for page in [os.path.join(SOURCES, "README.md")] + sorted(os.path.join(docs, name) for name in os.listdir(docs)):
        with tempfile.TemporaryDirectory(prefix="ratewarden-transcripts-") as folder:
            session = Session(folder)
            try:
                session.write("access.log", "".join(traffic()))
                session.write("gateway.log", incident())
                session.write("usage.csv", "".join(usage()))
                for command, output in commands(page):
                    if "ratewarden-ctl" in command or command in SHOWN:
                        session.run(page, command, output)
                        count += 1
            finally:
                session.server.terminate()
                session.server.wait()
    assert count > 25, f"only {count} commands were found"
    print(f"{count} commands")


main()
