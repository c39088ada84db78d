#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the examples of README.md, lua/README.md and resources/docs/scripts.md as they stand there, each on a redis-server of its own:
examples.py NAME...

NAME is what stands behind the language of a code block: redis-py-short, redis-py, ioredis, node-redis, go-redis. Each must print what the page says, send the script once and its SHA-1 from
then on, write the keys that `ratewarden-ctl` reads, and leave a policy that a console shows. redis-py-proxy and ioredis-proxy must do
what llm_proxy_proof.py asks of a proxy. Exit code 77: the client is not there (SKIP says why).
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from fetching import BUILD, run_go, skip, unpacked
from prove import CTL, fetched

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tests", "examples"))
from llm_proxy_proof import prove_proxy  # noqa: E402

SCRIPTS = os.path.join(ROOT, "lua", "joined")
SCRIPT = os.path.join(SCRIPTS, "gcra.lua")
# go-redis is in Debian's next release alone, and wants a newer Go than Debian 12 has.
GO_MODULES = (("forky", "golang-github-redis-go-redis-dev"),
              ("trixie", "golang-github-cespare-xxhash-dev", "golang-github-dgryski-go-rendezvous-dev"))
PAGES = ("README.md", "lua/README.md", "resources/docs/scripts.md")
SHORT, PROXY = "-short", "-proxy"
# The rules that all publish, what they print, and how much each token has used then.
RULES = "1/s + 20/min"
AT_LENGTH = (["user:42 allowed", "user:42 denied, Retry-After: 1", "tök en%{} allowed"], (("user:42", 1), ("tök en%{}", 1)))
SHORTLY = (["allowed"], (("user:42", 1),))


def example(name):
    pages = "".join(open(os.path.join(ROOT, page)).read() for page in PAGES)
    found = re.findall(r"^```\w+ " + re.escape(name) + r"\n(.*?)^```$", pages, re.MULTILINE | re.DOTALL)
    assert len(found) == 1, f"{PAGES} have {len(found)} examples of {name}"
    return found[0]


def prepared(name, folder, url):
    """The command that runs the example, in the folder where it finds gcra.lua."""
    text = example(name).replace("redis://localhost:6379", url)
    name = name.removesuffix(SHORT).removesuffix(PROXY)
    if name == "redis-py":
        if subprocess.run(["/usr/bin/python3", "-c", "import redis"], capture_output=True).returncode != 0:
            skip("python3-redis is not installed")
        with open(os.path.join(folder, "example.py"), "w") as file:
            file.write(text)
        return ["/usr/bin/python3", "example.py"]
    if name in ("ioredis", "node-redis"):
        packages = os.path.dirname(fetched("npm")[1])
        os.symlink(os.path.join(packages, "node_modules"), os.path.join(folder, "node_modules"))
        with open(os.path.join(folder, "example.mjs"), "w") as file:
            file.write(text)
        return ["node", "example.mjs"]
    assert name == "go-redis", f"nobody knows how to run {name}"
    with open(os.path.join(folder, "main.go"), "w") as file:
        file.write(text)
    build_go(folder)
    return [os.path.join(folder, "example")]


def build_go(folder):
    """main.go to a program, with the modules in Debian's packages instead of those of a proxy."""
    modules = []
    for packages in GO_MODULES:
        for file in glob.glob(os.path.join(unpacked(*packages), "usr/share/gocode/src/github.com/*/*/")):
            path = os.path.normpath(file)
            if not os.path.exists(os.path.join(path, "go.mod")):  # a module needs one to take another's place
                with open(os.path.join(path, "go.mod"), "w") as file:
                    file.write("module github.com/" + path.split("/github.com/")[1] + "\n")
            with open(os.path.join(path, "go.mod")) as file:
                modules.append(f"-replace={re.search('^module (.*)$', file.read(), re.MULTILINE)[1]}={path}")
    for step in (["mod", "init", "example"], ["mod", "edit", "-require=github.com/redis/go-redis/v9@v9.0.0", *modules],
                 ["build", "-o", "example", "."]):
        run_go(folder, *step, GOFLAGS="-mod=mod", GOPATH=os.path.join(BUILD, "go", "path"))


def prove_decisions(name, command, folder, environment, redis, ctl):
    def started():
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done

    done = started()
    assert done.stderr == "", done.stderr
    printed, uses = SHORTLY if name.endswith(SHORT) else AT_LENGTH
    assert done.stdout.splitlines() == printed, done.stdout
    calls = dict(re.findall(r"cmdstat_(\S+?):calls=(\d+)", redis("INFO", "commandstats")))
    texts = int(calls.get("eval", 0))  # the first decision may bring the script along
    assert texts <= 1 and texts + int(calls.get("evalsha", 0)) >= len(printed) - 1, calls
    received = int(re.search(r"total_net_input_bytes:(\d+)", redis("INFO", "stats")).group(1))
    assert received < 1.5 * os.path.getsize(SCRIPT), f"{received} bytes were sent: the script more than once?"

    policy = json.loads(ctl("policy", "show", "api").stdout)
    assert policy["rules"] == RULES and policy["algorithm"] == "gcra", policy
    for token, used in uses:
        peeked = ctl("peek", token, "--policy", "api")
        assert json.loads(peeked.stdout)["rules"][1]["used"] in range(1, used + 1), f"{token}: {peeked.stdout}{peeked.stderr}"
    for other in ({"rules": "2/s"}, {"algorithm": "fixed-window"}):
        present = dict(policy, **other)
        redis("HSET", "rw:policies", "api", json.dumps(present))
        told = started().stderr
        assert told == f"the policy api is published otherwise: {present['algorithm']} {present['rules']}\n", told


def prove_settling(command, folder, environment, ctl):
    def inspect(key):
        return json.loads(ctl("inspect", key).stdout)

    def command_for(model):
        environment["MODEL"] = f"127.0.0.1:{model}"
        return command

    prove_proxy(command_for, inspect, cwd=folder, env=environment, stderr=subprocess.DEVNULL)


def run(name, folder):
    for script in ("gcra.lua", "sliding_log_packed.lua"):
        shutil.copy(os.path.join(SCRIPTS, script), folder)
    socket = os.path.join(folder, "redis")
    for port in range(20000 + os.getpid() % 20000, 65536):  # the examples take a URL, and not all clients a Unix socket's
        server = subprocess.Popen(["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--unixsocket", socket, "--save",
                                   "", "--dir", folder], stdout=subprocess.DEVNULL)
        while not os.path.exists(socket) and server.poll() is None:
            time.sleep(0.02)
        if server.poll() is None:
            break
    try:
        def redis(*arguments):
            return subprocess.run(["redis-cli", "-s", socket, *arguments], capture_output=True, text=True, check=True).stdout

        url = f"redis://127.0.0.1:{port}"
        environment = dict(os.environ, REDIS_URL=url)
        command = prepared(name, folder, url)

        def ctl(*arguments):
            return subprocess.run([CTL, "--redis", "unix://" + socket, *arguments, "--json"], capture_output=True, text=True)

        if name.endswith(PROXY):
            prove_settling(command, folder, environment, ctl)
        else:
            prove_decisions(name, command, folder, environment, redis, ctl)
    finally:
        server.terminate()
        server.wait()
    print(f"{name}: {'settles what it reserves' if name.endswith(PROXY) else 'decides, publishes, sends the script once, and tells of another policy'}")


for wanted in sys.argv[1:]:
    with tempfile.TemporaryDirectory() as scratch:
        run(wanted, scratch)
