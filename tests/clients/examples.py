#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the examples of lua/README.md and README.md as they stand there, each on a redis-server of its own:
examples.py NAME...

NAME is what stands behind the language of a code block: redis-py, ioredis, node-redis, go-redis. Each must print what
the page says, send the script once and its SHA-1 from then on, write the keys that `ratewarden-ctl` reads, and leave a
policy that a console shows. Exit code 77: the client is not there (SKIP says why).
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from prove import BUILD, CTL, fetched, skip

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "lua", "joined", "gcra.lua")
GO_REDIS = "v9.5.1"  # the newest that Debian's Go builds
PRINTED = {  # by the page; the first has an example of each client, the other of some
    "lua/README.md": ["user:42 allowed"] * 5 + ["user:42 denied, Retry-After: 1", "tök en%{} allowed"],
    "README.md": ["allowed"] * 5 + ["denied, Retry-After: 1"],
}


def examples(name):
    """Of each page that has one: the page and the text."""
    found = {}
    for page in PRINTED:
        text = open(os.path.join(ROOT, page)).read()
        blocks = re.findall(r"^```\w+ " + re.escape(name) + r"\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        assert len(blocks) == 1 or page == "README.md" and not blocks, f"{page} has {len(blocks)} examples of {name}"
        found.update((page, block) for block in blocks)
    return found


def prepared(name, text, folder):
    """The command that runs the example, in the folder where it finds gcra.lua."""
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
    if not shutil.which("go"):
        skip("go is not installed")
    with open(os.path.join(folder, "main.go"), "w") as file:
        file.write(text)
    os.environ.update(GOFLAGS="-mod=mod", GOPATH=os.path.join(BUILD, "go"), GOCACHE=os.path.join(BUILD, "go-cache"))
    for step in (["go", "mod", "init", "example"], ["go", "get", "github.com/redis/go-redis/v9@" + GO_REDIS],
                 ["go", "build", "-o", "example", "."]):
        done = subprocess.run(step, cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            if re.search("dial tcp|no such host|connection refused|i/o timeout|TLS handshake", done.stderr):
                skip("go cannot reach its module proxy: " + done.stderr.strip()[:400])
            raise RuntimeError(f"{' '.join(step)}: {done.stderr}")
    return [os.path.join(folder, "example")]


def run(name, page, text, folder):
    command = prepared(name, text, folder)
    shutil.copy(SCRIPT, folder)
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

        environment = dict(os.environ, REDIS_URL=f"redis://127.0.0.1:{port}")
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == PRINTED[page], done.stdout
        calls = dict(re.findall(r"cmdstat_(\S+?):calls=(\d+)", redis("INFO", "commandstats")))
        assert int(calls["evalsha"]) >= 5, calls
        received = int(re.search(r"total_net_input_bytes:(\d+)", redis("INFO", "stats")).group(1))
        assert received < 1.5 * os.path.getsize(SCRIPT), f"{received} bytes were sent: the script more than once?"

        def ctl(*arguments):
            return subprocess.run([CTL, "--redis", "unix://" + socket, *arguments, "--json"], capture_output=True, text=True)

        policy = json.loads(ctl("policy", "show", "api").stdout)
        assert policy["rules"] == "1/s burst 5 + 20/min" and policy["algorithm"] == "gcra", policy
        for token, used in (("user:42", 5), ("tök en%{}", 1))[:2 if page == "lua/README.md" else 1]:
            peeked = ctl("peek", token, "--policy", "api")
            rules = json.loads(peeked.stdout)["rules"]
            assert rules[1]["used"] in range(1, used + 1), f"{token}: {peeked.stdout}{peeked.stderr}"
    finally:
        server.terminate()
        server.wait()
    print(f"{name} in {page}: decides, publishes, and sends the script once")


for wanted in sys.argv[1:]:
    for on, block in examples(wanted).items():
        with tempfile.TemporaryDirectory() as scratch:
            run(wanted, on, block, scratch)
