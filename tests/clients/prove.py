#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that the limiters of others obey what ratewarden-ctl writes: prove.py KIND [CLIENT...]
or records, as samples of the format files, what a refused request does to keys: prove.py record KIND
[CLIENT...] (of a format that has such a sample already, only for clients that are named)
KIND is npm, python, python_next, php, php_next, ruby, ruby_next or go. prove.py fetch KIND fetches what it needs, and no more.

Runs their real clients (peers.mjs, .py, .php, .rb, .go) on a redis-server of its own. Each client is a subject of the
same proof, all run at the same time:
  reading  a random history; before each request `inspect` must tell the client's next decision, and after it the
           units left that the client itself names;
  block    refused until the end, whether the caller stays silent or retries, and served afterwards;
  for good refused until it is unblocked, where the layout allows that; elsewhere the longest is told;
  unblock  served at once;  reset  as fresh;
  charge   what was charged is served no more;  refund  what was given back is served again.
The seed is printed; RATEWARDEN_SEED repeats a run. Exit code 77: a client could not be fetched (SKIP says why).
"""

import asyncio
import functools
import glob
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

from fetching import BUILD, run_go, skip, unpacked

HERE = os.path.dirname(os.path.abspath(__file__))
CTL = os.environ.get("RATEWARDEN_CTL", "")
# Pure Python, which Debian 12's runs too.
PYTHON_NEXT = (("trixie", "python3-limits=4.4.1-*", "python3-flask-limiter=3.12-*", "python3-django-ratelimit=4.1.0-*",
                "python3-djangorestframework=3.16.0-*", "python3-django-redis=5.4.0-*", "python3-django=3:4.2.*"),
               ("forky", "python3-pyrate-limiter=4.5.1-*", "python3-slowapi=0.1.10-*", "python3-starlette", "python3-anyio",
                "python3-sniffio", "python3-idna", "python3-typing-extensions"))

# Likewise pure Ruby.
RUBY_NEXT = ("trixie", "ruby-actionpack=2:7.2.2*", "ruby-activesupport=2:7.2.2*", "ruby-actionview=2:7.2.2*", "ruby-i18n",
             "ruby-tzinfo", "ruby-concurrent", "ruby-connection-pool", "ruby-useragent", "ruby-rack-test",
             "ruby-rack-attack=6.7.0-*")
# Likewise pure PHP: what has a version is driven, the rest is what that wants.
PHP_NEXT = ("trixie", "php-symfony-rate-limiter=6.4.50*", "php-symfony-cache=6.4.50*", "php-illuminate-redis=10.48.29*",
            "php-illuminate-cache=10.48.29*", "php-predis=2.4.0*",
            "php-symfony-options-resolver", "php-symfony-var-exporter", "php-symfony-service-contracts",
            "php-symfony-cache-contracts", "php-symfony-deprecation-contracts", "php-symfony-translation",
            "php-symfony-translation-contracts", "php-psr-cache", "php-psr-clock", "php-psr-container", "php-psr-log",
            "php-psr-simple-cache", "php-illuminate-collections", "php-illuminate-conditionable", "php-illuminate-contracts",
            "php-illuminate-macroable", "php-illuminate-support", "php-doctrine-inflector", "php-nesbot-carbon",
            "php-voku-portable-ascii")
# Of Debian's releases only the one to come has limiters in Go: these versions, or none.
GO_MODULES = ("sid", "golang-github-ulule-limiter-dev=3.3.3-1", "golang-github-throttled-throttled-dev=2.2.4-3",
              "golang-github-go-redis-redis-dev=6.15.0-4", "golang-github-gomodule-redigo-dev=1:1.9.3-1",
              "golang-github-pkg-errors-dev=0.9.1-3")

# A client and the console look at two moments; what changes between them is no difference. Milliseconds.
SLACK = 30
SHORT, LONG = 1000, 60_000  # windows
PATIENCE = 1500  # how late a client may be served after a block, on a busy machine


def now():
    return time.time() * 1000


class Peers:
    """A process that runs clients; one line of JSON asks, one answers."""

    def __init__(self, command, redis_socket):
        self.command = command
        self.socket = redis_socket
        self.waiting = {}
        self.asked = 0

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, self.socket, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 20)
        self.reader = asyncio.create_task(self.read())
        return await self.ask(op="list")

    async def read(self):
        while line := await self.process.stdout.readline():
            answer = json.loads(line)
            self.waiting.pop(answer["id"]).set_result(answer)
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(RuntimeError("the clients' process ended"))

    async def ask(self, **question):
        self.asked += 1
        question["id"] = self.asked
        future = self.waiting[self.asked] = asyncio.get_running_loop().create_future()
        self.process.stdin.write((json.dumps(question) + "\n").encode())
        answer = await asyncio.wait_for(future, 20)
        if "error" in answer:
            raise RuntimeError("the client failed: " + answer["error"])
        return answer

    async def stop(self):
        self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), 5)
        except asyncio.TimeoutError:
            self.process.kill()
        await self.reader


class NothingThere(Exception):
    """There is no such key, or the console does not know what it is."""


class NoBlockForGood(Exception):
    """The layout has none."""


class Console:
    turn = asyncio.Semaphore(2)

    def __init__(self, redis_socket, db=0):
        # Prefixes that are said stand in a folder of this run.
        self.environment = dict(os.environ, RATEWARDEN_REDIS=f"unix://{redis_socket}?db={db}",
                                RATEWARDEN_FORMATS=os.path.join(os.path.dirname(redis_socket), "formats"))

    async def run(self, *arguments):
        """Returns its output and the moment at which it began, which is later than that at which it was wanted."""
        async with self.turn:
            return await self.run_now(*arguments)

    async def run_now(self, *arguments):
        """For a caller that has the turn."""
        began = now()
        process = await asyncio.create_subprocess_exec(
            CTL, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment)
        out, err = await process.communicate()
        if process.returncode == 2 and any(text in err for text in
                                           (b"no format recognizes", b"there is no key", b"no longer exists")):
            raise NothingThere(err.decode())
        if b"no block for good" in err:
            raise NoBlockForGood(err.decode())
        if process.returncode != 0:
            raise AssertionError(f"{' '.join(arguments)}: code {process.returncode}: {err.decode()}{out.decode()}")
        return out.decode(), began


class Token:
    """One token of one client under one rule, seen by the client and by the console."""

    def __init__(self, subject, limit, window):
        self.subject = subject
        self.limit = limit
        self.window = window  # ms
        self.begin()

    def begin(self):
        """As a token that nobody has used."""
        self.subject.tokens += 1
        self.name = f"{self.subject.name}-{self.subject.tokens}"
        self.told = None  # its key, if only the client knows it

    def key(self):
        if self.told:
            return self.told
        hashed = self.subject.traits.get("hashed", "{token}").format(token=self.name).encode()
        return self.subject.traits["key"].format(
            token=self.name, bucket=int(now() // self.window), limit=self.limit, seconds=self.window // 1000,
            md5=hashlib.md5(hashed).hexdigest(), sha1=hashlib.sha1(hashed).hexdigest(), sha256=hashlib.sha256(hashed).hexdigest())

    def rules(self):
        text = f"{self.limit}/{self.window // 1000}s"
        if self.subject.traits.get("second_rule"):
            text += f" + {2 * self.limit}/{4 * self.window // 1000}s"
        return text

    async def hit(self, op="hit"):
        """Returns when it was asked and answered, whether it was served, and the units left, if the client knows."""
        asked = now()
        answer = await self.subject.peers.ask(
            op=op, client=self.subject.name, token=self.name, limit=self.limit, window=self.window)
        self.told = answer.get("key")
        self.untold = answer.get("untold", False)  # nothing in Redis told what the client would do
        return asked, now(), answer.get("allowed"), answer.get("left")

    async def hits(self, count):
        for _ in range(count):
            await self.hit()

    async def inspect(self):
        began = now()
        try:
            out, began = await self.subject.console.run("inspect", self.key(), "--rules", self.rules(), "--json")
        except NothingThere:
            return {"format": None, "state": "idle", "rules": [], "retry_after_us": None, "warnings": [], "began": began}
        reading = json.loads(out)
        reading["began"] = began
        if reading["format"] not in (None, self.subject.traits["format"], self.subject.traits.get("twin")):
            raise AssertionError(f"{reading['key']} was read as {reading['format']}: {reading}")
        hashed = re.search("md5|sha256", self.subject.traits["key"])
        if reading["format"] and self.name not in reading["token"] and not hashed:
            raise AssertionError(f"{self.name} was read as another token: {reading}")
        return reading

    async def change(self, action, *more):
        """Returns the moments before and after it."""
        return await self.changed(self.subject.console.run, action, *more)

    async def changed(self, run, action, *more):
        _, began = await run(action, "--key", self.key(), "--rules", self.rules(), *more)
        return began, now()

    async def in_time(self, steps):
        """Takes the steps, which get what makes a change, within one turn of the console; again, as another token, while a
        window ends between them. Who waits for a turn may wait for longer than a block lasts."""
        console = self.subject.console
        for _ in range(50):
            try:
                async with console.turn:
                    return await steps(functools.partial(self.changed, console.run_now))
            except NothingThere:
                self.begin()
        raise AssertionError(f"its windows ended each time before the console came to them: {self.rules()}")

    async def block(self, duration):
        return await self.change("block", *self.block_for(duration))

    @staticmethod
    def block_for(duration):
        return "--for", duration if duration == "ever" else f"{duration}ms", "--reason", "scraping"


class Subject:
    """A client under proof."""

    saying = asyncio.Lock()  # what is said of prefixes is one file

    def __init__(self, peers, console, traits, seed):
        self.peers = peers
        self.console = console
        self.traits = traits
        self.name = traits["name"]
        self.random = random.Random(f"{seed} {self.name}")
        self.tokens = 0
        self.compared = 0
        self.for_good = False
        self.skipped = 0
        self.problems = []

    def token(self, window):
        return Token(self, self.random.choice((4, 5, 8)), window)

    def expect(self, condition, what):
        if not condition:
            self.problems.append(what)

    async def prove(self):
        if "only" in self.traits:
            proofs = [getattr(self, proof)() for proof in self.traits["only"]]
        else:
            proofs = [self.reading(LONG), self.block_quiet(LONG), self.block_late(LONG), self.block_retried(LONG),
                      *self.proofs()]
        for problem in await asyncio.gather(*proofs, return_exceptions=True):
            if problem is not None:
                self.problems.append("".join(traceback.format_exception(problem)[-2:]).strip())
        self.expect(self.compared > 0, "nothing was compared")

    def proofs(self):
        """What is proved under each prefix; in short windows, where one has to end."""
        return [self.reading(2 * SHORT), self.unblock(LONG), self.reset(LONG), self.charge(LONG), self.refund(LONG),
                self.block_quiet(SHORT), self.block_late(SHORT), self.block_retried(SHORT), self.block_for_good(SHORT),
                *(getattr(self, proof)() for proof in self.traits.get("more", []))]

    async def say_prefix(self):
        """Whose the keys are that begin so; of a layout that tells by itself nobody has to."""
        if "prefix" in self.traits:
            async with self.saying:
                await self.console.run("format", "use", self.traits.get("said", self.traits["format"]),
                                       "--prefix", self.traits["prefix"])

    async def under_a_prefix(self):
        await self.say_prefix()
        await asyncio.gather(*self.proofs())

    async def without_a_prefix(self):
        """It is not taken for anything, and not changed."""
        token = self.token(60_000)
        await token.hits(2)
        self.expect((await token.inspect())["format"] is None, "it was recognized")
        try:
            await token.block(1000)
            self.problems.append("it was blocked")
        except NothingThere:
            self.compared += 1

    # Reading

    async def reading(self, window):
        token = self.token(window)
        for _ in range(14):
            await asyncio.sleep(self.random.choice((0, 0, 0.05, 0.3, 0.6)))
            reading = await token.inspect()
            begin = reading["began"]
            asked, end, allowed, left = await token.hit()
            if token.untold:
                self.skipped += 1
            else:
                self.compare(reading, begin, end, self.decision(reading), "served" if allowed else "refused")
            if left is not None:
                after = await token.inspect()
                if self.steady(token, reading, begin, asked, now()):
                    self.compare(after, end, now(), min(self.remaining(after), token.limit), max(left, 0), "left: ")
                else:
                    self.skipped += 1

    async def only_read(self):
        await asyncio.gather(self.reading(2 * SHORT), self.reading(LONG))

    async def reading_by_keys(self):
        """Of a layout that is only read, by the key of the last request: the next one may have another."""
        await self.say_prefix()
        token = self.token(600_000)
        await token.hits(1)
        for _ in range(2 * token.limit):
            before = token.told
            reading = await token.inspect()
            _, _, allowed, left = await token.hit()
            if token.told != before:
                self.skipped += 1
                continue
            self.compared += 1
            self.expect(self.decision(reading) == ("served" if allowed else "refused"), f"the client serves {allowed}: {reading}")
            self.expect(self.remaining(reading) == max(left + 1, 0), f"the client has {left} left: {reading}")

    @staticmethod
    def remaining(reading):
        return min((rule["remaining"] for rule in reading["rules"]), default=1 << 30)

    def decision(self, reading):
        units = self.traits.get("permits", 1)  # that a request takes at once
        return "served" if self.remaining(reading) >= units and reading["state"] != "blocked" else "refused"

    @staticmethod
    def changes(reading):
        """In how many milliseconds units become free by themselves."""
        return [rule[name] / 1000 for rule in reading["rules"] for name in ("frees_in_us", "resets_in_us") if rule[name]]

    def steady(self, token, reading, begin, asked, end):
        """Whether nothing became free between this reading and `end`, but for a request asked in between."""
        if begin // token.window != end // token.window:
            return False
        changes = self.changes(reading)
        if self.traits.get("steps") and reading["format"] and not changes:
            return False  # a full bucket is filled, and an empty window ends, at moments that its reading does not tell
        return (all(change > end - begin + SLACK for change in changes)
                and end - asked + SLACK < token.window / token.limit)

    def compare(self, reading, begin, end, console, client, what=""):
        """What the console read at some moment since `begin` with what the client said until `end`."""
        if any(change <= end - begin + SLACK for change in self.changes(reading)):
            self.skipped += 1
            return
        self.compared += 1
        self.expect(console == client, f"{what}inspect says {console}, the client says {client}: {reading}")

    # Blocks

    def duration(self):
        return self.random.randrange(2000, 3000)

    async def blocked_token(self, window):
        token = self.token(window)
        requests = self.random.randrange(1, token.limit)
        duration = self.duration()

        async def blocked(change):
            await token.hits(requests)
            return await change("block", *token.block_for(duration))
        before, after = await token.in_time(blocked)
        return token, before + duration, after + duration

    async def until(self, moment):
        while (rest := moment - now()) > 0:
            await asyncio.sleep(rest / 1000)

    async def block_quiet(self, window):
        """Nobody calls until the block is over."""
        token, earliest, latest = await self.blocked_token(window)
        asked = now()
        reading = await token.inspect()
        tolerance = SLACK + self.traits.get("grain", 0)
        took = latest - earliest + now() - asked  # a window later, a key of windows by number may be gone
        if now() < earliest and took < 1000:
            self.expect(reading["state"] in ("blocked", "limited"),
                        f"a blocked token reads {reading['state']}: {reading}")
            told = (reading["retry_after_us"] or 0) / 1000
            self.expect(earliest - now() - tolerance <= told <= latest - reading["began"] + tolerance,
                        f"retry after {told} ms, the block ends in {earliest - now():.0f} ms or later: {reading}")
        else:  # a busy machine took longer to read it than it lasted
            self.skipped += 1
        await self.until(latest + tolerance)
        self.expect((await token.hit())[2], f"not served after a block in silence, {token.rules()}: {reading}")

    async def block_late(self, window):
        """The first call comes near the end of the block."""
        token, earliest, _ = await self.blocked_token(window)
        await self.until(earliest - 200)
        _, end, allowed, _ = await token.hit()
        self.expect(not allowed or end >= earliest - self.traits.get("early", 0),
                    f"served {earliest - end:.0f} ms before the end of a block in silence, {token.rules()}")

    async def block_retried(self, window):
        """A caller retries until it is served."""
        token, earliest, latest = await self.blocked_token(window)
        extends = self.traits.get("retries") == "extend"
        last = earliest if extends else latest + self.traits.get("grain", 0) + PATIENCE
        asked = 0
        while now() < last or (not extends and asked < last):  # also if nothing ran for a while
            asked, end, allowed, _ = await token.hit()
            if allowed:
                self.expect(end >= earliest - self.traits.get("early", 0) - SLACK,
                            f"served {earliest - end:.0f} ms before the end of a block, retrying, {token.rules()}")
                return
            await asyncio.sleep(0.05)
        if not extends:
            self.expect(False, f"retrying, not served {PATIENCE} ms after a block, {token.rules()}: "
                        f"{await token.inspect()}")
        elif window <= 2000:
            # Refused calls count: it is served when it has been quiet for as long as the console says.
            reading = await token.inspect()
            await self.until(now() + (reading["retry_after_us"] or 0) / 1000 + SLACK)
            self.expect((await token.hit())[2], f"not served when the console said: {reading}")

    async def block_for_good(self, window):
        """An operator alone ends it; callers in between do not, and it outlives the windows."""
        if not self.traits.get("good", True):
            return
        token = self.token(window)

        async def blocked(change):
            await token.hits(1)
            await change("block", *token.block_for("ever"))
        try:
            await token.in_time(blocked)
        except NoBlockForGood as refusal:
            self.expect("the longest lasts" in str(refusal), f"not told how long a block can be: {refusal}")
            return
        self.for_good = True
        for _ in range(4):
            reading = await token.inspect()
            self.expect(reading["state"] in ("blocked", "limited") and reading["retry_after_us"] is None,
                        f"blocked for good, it reads {reading}")
            self.expect(not (await token.hit())[2], f"served during a block for good, {token.rules()}: {reading}")
            await asyncio.sleep(0.8 * window / 1000)
        await token.change("unblock")
        self.expect((await token.hit())[2], "not served after a block for good")

    async def unblock(self, window):
        token = self.token(window)

        async def unblocked(change):
            await token.hits(2)
            await change("block", *token.block_for(30_000))
            self.expect(not (await token.hit())[2], "served during a block")
            await change("unblock")
        await token.in_time(unblocked)
        self.expect((await token.hit())[2], "not served after unblock")

    async def reset(self, window):
        token = self.token(window)

        async def used_up_and_reset(change):
            for _ in range(3 * token.limit):
                if not (await token.hit())[2]:
                    break
            else:
                self.expect(False, "never refused")
            await change("reset")
        await token.in_time(used_up_and_reset)
        reading = await token.inspect()
        self.expect(all(rule["used"] == 0 for rule in reading["rules"]), f"used after a reset: {reading}")
        served = 0
        while served < token.limit and (await token.hit())[2]:
            served += 1
        self.expect(served == token.limit, f"after a reset {served} of {token.limit} were served")

    # Units

    async def charge(self, window):
        """What was charged is as if the client had served it."""
        token = self.token(window)
        units = self.random.randrange(1, token.limit - 1)

        async def charged(change):
            began = now()
            await token.hits(1)
            await change("charge", "--cost", str(units))
            return began
        await self.served(token, await token.in_time(charged), token.limit - 1 - units, f"after 1 of {token.limit} and a charge of {units}")

    async def refund(self, window):
        """What was given back is served once more; where the quota was used up, that is all."""
        token = self.token(window)
        units = self.random.randrange(1, token.limit)

        async def refunded(change):
            began = now()
            await token.hits(token.limit)
            await change("give-back", "--cost", str(units))
            return began
        await self.served(token, await token.in_time(refunded), units, f"after {token.limit} of {token.limit} and a refund of {units}")

    async def served(self, token, began, units, when):
        """So many are served, unless units became free by themselves since the token began."""
        served = 0
        while served <= token.limit and (await token.hit())[2]:
            served += 1
        if began // token.window != now() // token.window or now() - began + SLACK > token.window / token.limit:
            self.skipped += 1
        else:
            self.compared += 1
            self.expect(served == units, f"{when} {served} were served instead of {units}")

    # What one layout has besides

    async def released(self):
        """Who ends gives its slot back, and none of an operator's block."""
        token = self.token(60_000)
        await token.hits(token.limit)
        await self.peers.ask(op="release", client=self.name, token=token.name)
        reading = await token.inspect()
        self.expect(self.remaining(reading) == 1, f"one has ended: {reading}")
        self.expect((await token.hit())[2], "not served though one had ended")
        await token.block(30_000)
        await self.peers.ask(op="release", client=self.name, token=token.name)
        self.expect(not (await token.hit())[2], "served during a block, as one had ended")
        self.compared += 1

    async def renewed(self):
        """Slots whose holders renew them outlive their window."""
        token = self.token(2 * SHORT)
        await token.hits(token.limit)
        await asyncio.sleep(3 * SHORT / 1000)
        reading = await token.inspect()
        self.expect(reading["state"] == "limited", f"its holders renew them: {reading}")
        self.expect(not (await token.hit())[2], "served though all slots are renewed")
        await self.peers.ask(op="release", client=self.name, token=token.name)
        reading = await token.inspect()
        self.expect(self.remaining(reading) == 1, f"one has ended: {reading}")
        self.expect((await token.hit())[2], "not served though one had ended")
        self.compared += 1

    async def obeys_blocks(self):
        await asyncio.gather(self.block_quiet(SHORT), self.block_late(SHORT), self.unblock(LONG))

    async def ban(self):
        """Bans that the limiter makes are read; those of an operator are obeyed."""
        await self.say_prefix()
        await asyncio.gather(self.bans_are_read(), self.bans_last(), self.ban_for_good(), self.ban_is_lifted())

    @staticmethod
    async def banned(token):
        for _ in range(token.limit):
            await token.hit("fail")

    async def bans_are_read(self):
        for wait in (0, 0.6, 1.3, 2.2):
            token = self.token(2000)
            await self.banned(token)
            await asyncio.sleep(wait)
            reading = await token.inspect()
            _, end, allowed, _ = await token.hit()
            left = (reading["retry_after_us"] or 0) / 1000
            if 0 < left <= end - reading["began"] + SLACK:
                self.skipped += 1
                continue
            self.compared += 1
            self.expect((reading["state"] == "blocked") != allowed, f"the client serves {allowed}: {reading}")

    async def bans_last(self):
        token = self.token(2000)

        async def blocked(change):
            await self.banned(token)
            return await change("block", *token.block_for(3500))
        before, after = await token.in_time(blocked)
        await self.until(before + 3300)
        _, end, allowed, _ = await token.hit()
        self.expect(not allowed or end >= before + 3500, "served before the end of a block")
        await self.until(after + 3500 + SLACK)
        self.expect((await token.hit())[2], "not served after a block")

    async def ban_for_good(self):
        token = self.token(2000)

        async def blocked(change):
            await self.banned(token)
            await change("block", *token.block_for("ever"))
        await token.in_time(blocked)
        await asyncio.sleep(2.2)
        reading = await token.inspect()
        self.expect(reading["state"] == "blocked" and reading["retry_after_us"] is None, f"for good: {reading}")
        self.expect(not (await token.hit())[2], "served during a block for good")
        await token.change("unblock")
        self.expect((await token.hit())[2], "not served after a block for good")
        self.for_good = True

    async def ban_is_lifted(self):
        token = self.token(60_000)

        async def lifted(change):
            await self.banned(token)
            self.expect(not (await token.hit())[2], "served though it is banned")
            await change("unblock")
        await token.in_time(lifted)
        self.expect((await token.hit())[2], "not served after its ban was lifted")

    async def stale_lock(self):
        """Ramp's lock has no TTL: while one is left behind, everybody is refused."""
        token = self.token(600_000)  # its arrival time says whose key it is until that has passed
        await token.hits(1)
        await self.peers.ask(op="lock", client=self.name, token=token.name)
        self.expect(not (await token.hit())[2], "served in spite of a stale lock")
        reading = await token.inspect()
        self.expect(any("lock" in warning for warning in reading["warnings"]), f"no word of the lock: {reading}")
        await token.change("reset")
        self.expect((await token.hit())[2], "not served after a stale lock was removed")

    async def live_limit_and_deny_list(self):
        """Upstash's limit of all tokens at once, and its list of denied tokens, which its clients cache for a minute."""
        window = 3_600_000  # in which nothing is refilled meanwhile
        if window - now() % window < 20_000:
            await self.until((now() // window + 1) * window)
        token = self.token(window)
        live = token.limit + 3
        await self.peers.ask(op="live", client=self.name, limit=token.limit, window=token.window, wanted=live)
        served = 0
        for _ in range(live + 2):
            if served:
                reading = await token.inspect()
                self.expect(self.remaining(reading) == live - served, f"after {served} of {live}: {reading}")
                self.compared += 1
            served += (await token.hit())[2]
        self.expect(served == live, f"{served} were served instead of {live}")

        token = self.token(window)
        await token.hits(1)
        await token.block("ever")
        reading = await token.inspect()
        self.expect(reading["state"] == "blocked" and reading["retry_after_us"] is None, f"on the list: {reading}")
        self.expect(not (await token.hit())[2], "served though it is on the list")
        await token.change("unblock")
        self.expect((await token.inspect())["state"] == "ok", "blocked though it is not on the list")
        self.expect((await token.hit("fresh"))[2], "not served after it was taken off the list")
        self.expect(not (await token.hit())[2], "the client that has seen the list no longer remembers it")
        await token.block("ever")
        await token.block(30_000)
        reading = await token.inspect()
        self.expect(reading["state"] == "blocked" and reading["retry_after_us"] is None, f"ended early: {reading}")
        await token.change("unblock")
        await token.block(600_000)
        reading = await token.inspect()
        self.expect(reading["state"] == "limited" and reading["retry_after_us"], f"for a time: {reading}")

    async def reason_travels(self):
        """The reason of a block is the value of the layout's own block key."""
        token = self.token(60_000)
        await token.hits(1)
        await token.block(30_000)
        self.expect((await self.peers.ask(op="reason", client=self.name, token=token.name))["reason"] == "scraping", "no reason")

    def report(self):
        served = "is read" if self.traits.get("only") in (["only_read"], ["reading_by_keys"]) else "obeys"
        verdict = served if not self.problems else f"{len(self.problems)} problems"
        print(f"{self.name:32} {self.traits['format']:28} {self.compared:3} compared, {self.skipped} skipped: {verdict}"
              + (", for good too" if self.for_good else ""))
        for problem in self.problems:
            print("    " + problem)


def fetched(name):
    """The command that runs these clients, fetched if need be."""
    if name == "npm":
        if not shutil.which("npm") or not shutil.which("node"):
            skip("npm or node is not installed")
        version = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
        if int(version.lstrip("v").split(".")[0]) < 20:
            skip("node is older than 20: " + version)
        folder = os.path.join(BUILD, "npm")
        os.makedirs(folder, exist_ok=True)
        wanted = open(os.path.join(HERE, "package-lock.json")).read()
        stamp = os.path.join(folder, "node_modules", ".ratewarden")
        if not os.path.exists(stamp) or open(stamp).read() != wanted:
            for file in ("package.json", "package-lock.json"):
                shutil.copy(os.path.join(HERE, file), folder)
            # Not "npm ci": it wants the optional packages of every platform in the lock file.
            fetch = subprocess.run(["npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"],
                                   cwd=folder, capture_output=True, text=True)
            if fetch.returncode != 0:
                if re.search("ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|ETIMEDOUT|ERR_SOCKET|network", fetch.stderr):
                    skip("npm cannot reach its registry: " + fetch.stderr.strip()[:400])
                raise RuntimeError("npm install failed: " + fetch.stderr)
            with open(stamp, "w") as file:
                file.write(wanted)
        # A module finds its packages beside itself.
        shutil.copy(os.path.join(HERE, "peers.mjs"), folder)
        return ["node", os.path.join(folder, "peers.mjs")]
    if name == "python_next":
        path = ":".join(os.path.join(unpacked(*packages), "usr/lib/python3/dist-packages") for packages in PYTHON_NEXT)
        return ["/usr/bin/env", "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=" + path, *fetched("python"), "next"]
    if name == "python":
        if subprocess.run(["/usr/bin/python3", "-c", "import limits, redis, flask_limiter, rest_framework"],
                          capture_output=True).returncode != 0:
            skip("python3-limits, python3-flask-limiter, python3-djangorestframework or python3-redis is not installed")
        return ["/usr/bin/python3", os.path.join(HERE, "peers.py")]
    if name == "php_next":
        if not shutil.which("php"):
            skip("php is not installed")
        root = os.path.join(unpacked(*PHP_NEXT), "usr/share/php")
        for path in glob.glob(root + "/**/autoload.php", recursive=True):
            with open(path, "r+") as file:
                text = file.read()
                file.seek(0)  # some name others by where they would be installed
                file.write(re.sub(r"(?<=')/usr/share/php(?=/)", root, text))
        return ["php", "-d", "include_path=" + root, os.path.join(HERE, "peers.php"), "next"]
    if name == "ruby_next":
        program, *rest = fetched("ruby")
        root = os.path.join(unpacked(*RUBY_NEXT), "usr")
        gems = os.path.join(root, "share/rubygems-integration/all/gems")
        paths = [os.path.join(root, "lib/ruby/vendor_ruby"), *glob.glob(os.path.join(gems, "*/lib")),
                 *glob.glob(os.path.join(gems, "concurrent-ruby-*/lib/concurrent-ruby"))]
        return [program, *("-I" + path for path in paths), *rest, "next"]
    if name == "go":
        folder = os.path.join(BUILD, "go", "peers")
        os.makedirs(folder, exist_ok=True)
        shutil.copy(os.path.join(HERE, "peers.go"), folder)
        # As Debian lays packages out, without what modules want of each other for their tests.
        packages = os.path.join(unpacked(*GO_MODULES), "usr/share/gocode")
        version = os.path.join(packages, "src/github.com/ulule/limiter/v3")
        if not os.path.exists(version):
            os.symlink(".", version)
        run_go(folder, "build", "-o", "peers", "peers.go", GO111MODULE="off", GOPATH=packages)
        return [os.path.join(folder, "peers")]
    program, ending = {"php": ("php", "php"), "ruby": ("ruby", "rb")}[name]
    command = [program, os.path.join(HERE, "peers." + ending)]
    if not shutil.which(program):
        skip(program + " is not installed")
    check = subprocess.run([*command, "check"], capture_output=True, text=True)
    if check.returncode != 0:
        skip(f"a package of app/packages is missing: {check.stderr.strip()[-400:]}")
    return command


async def main(name, *only):
    if name == "fetch":
        fetched(*only)
        return 0
    recording = name == "record"
    if recording:
        name, *only = only
    command = fetched(name)
    seed = os.environ.get("RATEWARDEN_SEED") or str(random.randrange(10**6))
    print("seed " + seed)
    with tempfile.TemporaryDirectory() as folder:
        socket = os.path.join(folder, "redis")
        server = subprocess.Popen(["redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder],
                                  stdout=subprocess.DEVNULL)
        try:
            deadline = now() + 60_000
            while not os.path.exists(socket) and now() < deadline:
                await asyncio.sleep(0.02)
            peers = Peers(command, socket)
            listed = await peers.start()
            subjects = [Subject(peers, Console(socket, traits.get("db", 0)), traits, seed) for traits in listed["clients"]
                        if not only or traits["name"] in only]
            if recording:
                from recorder import Recorder  # with python3-redis
                recorder = Recorder(socket)
                for subject in subjects:
                    print(await recorder.record(subject, again=bool(only)), flush=True)
            else:
                await asyncio.gather(*(subject.prove() for subject in subjects))
            await peers.stop()
        finally:
            server.terminate()
            server.wait()
    if recording:
        return 0
    for subject in subjects:
        subject.report()
    failed = sum(bool(subject.problems) for subject in subjects)
    print(f"Totals: {len(subjects) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not subjects else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
