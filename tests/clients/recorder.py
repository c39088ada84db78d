# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples of refused requests, for prove.py."""

import asyncio
import json
import os
import re
import time

import redis


class Recorder:
    """Writes samples into the format files."""

    FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/formats/catalogue")

    def __init__(self, socket):
        self.redis = redis.Redis(unix_socket_path=socket)

    async def record(self, subject, again):
        path = os.path.join(self.FOLDER, subject.traits["format"] + ".json")
        text = open(path).read()
        if ('"then"' in text or "only" in subject.traits) and not again:
            return f"{subject.name}: {subject.traits['format']} has a sample already"
        self.redis.flushall()
        token = subject.token(60_000)
        token.limit = 5
        token.name = "203.0.113.9"
        now = time.time() * 1000
        if token.window - now % token.window < 20_000:
            await subject.until((now // token.window + 1) * token.window)
        for _ in range(30):
            if not (await token.hit())[2]:
                break
        else:
            return f"{subject.name}: it was never refused"
        await asyncio.sleep(0.7)  # an expiry that is set anew is to be told from one that is not
        names = [re.compile(self.expression(name), re.DOTALL) for name in self.names(json.loads(text))]
        at, keys = self.dump(names)
        refused = not (await token.hit())[2]
        _, then = self.dump(names)
        if not refused or not keys:
            return f"{subject.name}: {'no key was found' if refused else 'it was served again'}"
        sample = {"keys": keys, "at": at, "rules": token.rules(), "means": {"state": "limited"}, "then": then,
                  "origin": "recorded"}
        with open(path, "w") as file:
            file.write(self.inserted(text, sample))
        return f"{subject.name}: recorded for {subject.traits['format']}"

    @staticmethod
    def names(file):
        main_first = sorted(file["keys"].items(), key=lambda role: role[0] != "main")
        for _, role in main_first:
            yield from [role["name"]] if isinstance(role["name"], str) else role["name"]

    @staticmethod
    def expression(name):
        meant = {"{{": r"\{", "}}": r"\}", "[": "(?:", "]": ")?"}
        parts = re.split(r"(\{\{|\}\}|\{[^{}]*\}|\[|\])", name)
        return "".join(meant.get(part) or (".+" if part.startswith("{") else re.escape(part)) for part in parts)

    def dump(self, names):
        """The moment, and the keys of these names, in their order."""
        found = [key for key in self.redis.keys("*") if any(name.fullmatch(key.decode("latin-1")) for name in names)]
        found.sort(key=lambda key: [bool(name.fullmatch(key.decode("latin-1"))) for name in names].index(True))
        types = [self.redis.type(key).decode() for key in found]
        read = self.redis.pipeline(transaction=True)
        read.time()
        for key, kind in zip(found, types):
            read.pttl(key)
            {"string": lambda: read.get(key), "hash": lambda: read.hgetall(key),
             "list": lambda: read.lrange(key, 0, -1), "set": lambda: read.smembers(key),
             "zset": lambda: read.eval("return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')", 1, key),
             "stream": lambda: read.xrange(key)}[kind]()
        answers = read.execute()
        keys = {}
        for i, (key, kind) in enumerate(zip(found, types)):
            pttl, value = answers[2 * i + 1:2 * i + 3]
            keys[self.text(key)] = {"type": kind, "pttl": max(pttl, -1), **self.content(kind, value)}
        return round(answers[0][0] + answers[0][1] / 1e6, 6), keys

    @staticmethod
    def text(data):
        return data.decode("latin-1")

    def content(self, kind, value):
        text = self.text
        if kind == "string":
            return {"value": text(value)}
        if kind == "hash":
            return {"fields": {text(name): text(one) for name, one in value.items()}}
        if kind in ("list", "set"):
            return {"elements": [text(one) for one in value]}
        if kind == "zset":
            return {"entries": [[text(value[i]), text(value[i + 1])] for i in range(0, len(value), 2)]}
        return {"entries": [[text(entry), {text(name): text(one) for name, one in fields.items()}]
                            for entry, fields in value]}

    @staticmethod
    def inserted(text, sample):
        lines = ["    {", '      "keys": {']
        for name in ("keys", "then"):
            keys = [f"        {json.dumps(key)}: {json.dumps(content)}" for key, content in sample[name].items()]
            if name == "then":
                lines += ['      "then": {']
            lines += [line + ("," if line is not keys[-1] else "") for line in keys] + ["      },"]
            if name == "keys":
                lines += [f'      {json.dumps(one)}: {json.dumps(sample[one])},' for one in ("at", "rules", "means")]
        lines += [f'      "origin": "{sample["origin"]}"', "    }"]
        start = text.index('"samples": [')
        end = text.index("\n  ]", start)
        return text[:end] + ",\n" + "\n".join(lines) + text[end:]
