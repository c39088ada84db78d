# SPDX-License-Identifier: GPL-3.0-or-later
"""The clients from Debian's python3-limits and python3-djangorestframework, and the articles' own in Python, for prove.py: peers.py SOCKET"""

import json
import queue
import sys
import threading
import time

import django
import django.conf
import django.core.cache
import django.test
import limits
import limits.storage
import limits.strategies
import redis

SOCKET = sys.argv[1]
# Prefixes of a deployment's choice: with the limiter's own separator in it, with bytes that patterns of Redis escape.
CHOSEN = {"parts": "app:prod", "bytes": 'a*b[c]?\\ "d"'}
CACHES = {"default": {}, "parts": {"KEY_PREFIX": CHOSEN["parts"]}, "bytes": {"KEY_PREFIX": CHOSEN["bytes"], "VERSION": 3}}
SCRIPTS = {}


def script(connection, text, keys, values):
    if text not in SCRIPTS:
        SCRIPTS[text] = connection.register_script(text)
    return SCRIPTS[text](keys=keys, args=values, client=connection)


class Limits:
    def __init__(self, strategy, **traits):
        self.storage = limits.storage.RedisStorage("redis+unix://" + SOCKET)  # the strategy keeps no reference
        key = "LIMITER/{token}/{limit}/{seconds}/second"
        if hasattr(self.storage, "prefixed_key"):  # newer ones put a prefix before it
            key = self.storage.prefixed_key(key)
        self.traits = dict(traits, key=key)
        self.limiter = strategy(self.storage)

    def hit(self, token, limit, window):
        return {"allowed": self.limiter.hit(limits.RateLimitItemPerSecond(limit, window // 1000), token)}


class Article:
    """A limiter that an article described, in our own words."""

    def __init__(self):
        self.redis = redis.Redis(unix_socket_path=SOCKET, decode_responses=True)


class Ramp(Article):
    """The arrival time in a string; a lock without TTL is held for each decision."""

    traits = {"format": "ramp-gcra", "key": "{token}", "more": ["stale_lock"]}
    KEPT = 24 * 3600  # the article does not say how long it keeps its keys

    def hit(self, token, limit, window):
        self.redis.setnx(token, 0)
        lock = self.redis.lock("rate_limiter_lock:" + token, blocking_timeout=0.1)
        if not lock.acquire():
            return {"allowed": False}
        try:
            seconds, micros = self.redis.time()
            now = seconds + micros / 1e6
            period = window / 1000
            interval = period / limit
            arrival = max(float(self.redis.get(token) or 0), now)
            left = period - (arrival - now)
            if arrival - now > period - interval:
                return {"allowed": False, "left": int(left / interval + 1e-6)}
            self.redis.set(token, arrival + interval, ex=self.KEPT)
            return {"allowed": True, "left": int((left - interval) / interval + 1e-6)}
        finally:
            lock.release()

    def lock(self, token):
        self.redis.set("rate_limiter_lock:" + token, "0" * 32)
        return {}


class Stream(Article):
    """Entries with a count in a stream; moments are the entries' ids. As it should count: in milliseconds."""

    traits = {"format": "stream-counter", "key": "{token}"}
    TEXT = """
        local time = redis.call('TIME')
        local oldest = time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[2])
        redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f', oldest + 1))
        local used = 0
        for _, entry in ipairs(redis.call('XRANGE', KEYS[1], string.format('%.0f', oldest + 1), '+')) do
            used = used + tonumber(entry[2][2])
        end
        if used + 1 > tonumber(ARGV[1]) then
            return -1
        end
        redis.call('XADD', KEYS[1], '*', 'count', 1)
        redis.call('PEXPIRE', KEYS[1], ARGV[2])
        return tonumber(ARGV[1]) - used - 1
    """

    def hit(self, token, limit, window):
        left = script(self.redis, self.TEXT, [token], [limit, window])
        return {"allowed": left >= 0, "left": max(left, 0)}


class DomainTools(Article):
    """A list with the moments of served requests, newest first, for two rules; and a key that blocks."""

    traits = {"format": "domaintools-list", "second_rule": True,
              "more": ["reason_travels"]}

    def __init__(self, namespace="ratelimiter:", **traits):
        super().__init__()
        self.namespace = namespace
        self.traits = dict(self.traits, key=namespace + "{token}:log", **traits)

    def hit(self, token, limit, window):
        with self.redis.lock(f"{self.namespace}{token}:lock", timeout=10):
            if self.redis.exists(f"{self.namespace}{token}:block"):
                return {"allowed": False}
            rules = [(limit, window / 1000), (2 * limit, 4 * window / 1000)]
            log = f"{self.namespace}{token}:log"
            now = time.time()
            for requests, seconds in rules:
                oldest = self.redis.lindex(log, requests - 1)
                if oldest is not None and float(oldest) + seconds > now:
                    return {"allowed": False}
            change = self.redis.pipeline()
            change.lpush(log, repr(now))
            change.ltrim(log, 0, max(requests for requests, _ in rules) - 1)
            change.expire(log, int(max(seconds for _, seconds in rules)))
            change.execute()
            return {"allowed": True}

    def reason(self, token):
        return {"reason": self.redis.get(f"{self.namespace}{token}:block")}


class Circles(Article):
    """A sorted set of nanoseconds; its TTL is the window in nanoseconds, passed as seconds."""

    def __init__(self, prefix="", **traits):
        super().__init__()
        self.prefix = prefix
        self.traits = dict({"format": "circles-sliding-log", "key": prefix + "{token}"}, **traits)

    TEXT = """
        local now, window, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
        redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - window)
        local used = redis.call('ZCARD', KEYS[1])
        if used < limit then
            redis.call('ZADD', KEYS[1], now, now)
        end
        redis.call('EXPIRE', KEYS[1], ARGV[2])
        return limit - used
    """

    def hit(self, token, limit, window):
        left = script(self.redis, self.TEXT, [self.prefix + token], [time.time_ns(), window * 1_000_000, limit])
        return {"allowed": left > 0, "left": max(left - 1, 0)}


class RestFramework:
    """Django REST framework's throttle, over django-redis as it comes; or with the KEY_PREFIX and VERSION of a cache."""

    def __init__(self, cache="default", **traits):
        self.cache = cache
        beginning = "{KEY_PREFIX}:{VERSION}:".format(**dict({"KEY_PREFIX": "", "VERSION": 1}, **CACHES[cache]))
        self.traits = dict({"format": "django-rest-framework", "key": beginning + "throttle_anon_{token}"}, **traits)

    def hit(self, token, limit, window):
        from rest_framework.throttling import AnonRateThrottle  # which reads the settings

        class Throttle(AnonRateThrottle):
            cache = django.core.cache.caches[self.cache]
            rate = f"{limit}/day"  # windows of other lengths are set below

        throttle = Throttle()
        throttle.duration = window / 1000
        request = django.test.RequestFactory().get("/", REMOTE_ADDR=token)
        request.user = None
        return {"allowed": throttle.allow_request(request, None)}


django.conf.settings.configure(CACHES={name: dict(options, BACKEND="django_redis.cache.RedisCache",
                                                  LOCATION="unix://" + SOCKET) for name, options in CACHES.items()})
django.setup()
CLIENTS = {
    "limits fixed window": Limits(limits.strategies.FixedWindowRateLimiter, format="python-limits-fixed-window"),
    # A refused call sets the key's TTL back to the window, so that a caller who retries stays refused, and no block
    # is for good. Its keys look as those of the fixed window do.
    "limits elastic expiry": Limits(limits.strategies.FixedWindowElasticExpiryRateLimiter,
                                    format="python-limits-fixed-window", retries="extend", good=False),
    "limits moving window": Limits(limits.strategies.MovingWindowRateLimiter, format="python-limits-moving-window"),
    "Django REST framework": RestFramework(),
    "Ramp": Ramp(),
    "stream counter": Stream(),
    "DomainTools": DomainTools(),
    "Circles": Circles(),
}
for name, chosen in CHOSEN.items():
    under = {"only": ["under_a_prefix"]}
    CLIENTS[f"Django REST framework, prefix of {name}"] = RestFramework(name, **under)
    CLIENTS[f"DomainTools, prefix of {name}"] = DomainTools(chosen + ":", prefix=chosen + ":", **under)
    CLIENTS[f"Circles, prefix of {name}"] = Circles(chosen + ":", **under)
# Without one nothing in a list of moments tells that it is a limiter's.
CLIENTS["DomainTools without prefix"] = DomainTools("", only=["without_a_prefix"])
SAYING = threading.Lock()


def answer(question):
    try:
        if question["op"] == "list":
            return {"clients": [dict(client.traits, name=name) for name, client in CLIENTS.items()]}
        client = CLIENTS[question["client"]]
        if question["op"] == "hit":
            return client.hit(question["token"], question["limit"], question["window"])
        return getattr(client, question["op"])(question["token"])
    except Exception as problem:
        return {"error": repr(problem)}


def work(questions):
    while (question := questions.get()) is not None:
        text = json.dumps(dict(answer(question), id=question["id"]))
        with SAYING:
            print(text, flush=True)


questions = queue.Queue()
threads = [threading.Thread(target=work, args=(questions,)) for _ in range(16)]
for thread in threads:
    thread.start()
for line in sys.stdin:
    questions.put(json.loads(line))
for thread in threads:
    questions.put(None)
