# SPDX-License-Identifier: GPL-3.0-or-later
"""The clients from Debian's python3-limits, python3-flask-limiter and python3-djangorestframework, and the articles' own in Python,
for prove.py: peers.py [next] SOCKET; with "next" those that Debian's next releases have newer, or only"""

import asyncio
import json
import queue
import re
import sys
import threading
import time

import django
import django.conf
import django.core.cache
import django.test
import flask
import flask_limiter
import limits
import limits.storage
import limits.strategies
import redis

SOCKET = sys.argv[-1]
NEXT = sys.argv[1] == "next"
# Prefixes of a deployment's choice: with the limiter's own separator in it, with bytes that patterns of Redis escape.
CHOSEN = {"parts": "app:prod", "bytes": 'a*b[c]?\\ "d"'}
CACHES = {"default": {}, "parts": {"KEY_PREFIX": CHOSEN["parts"]}, "bytes": {"KEY_PREFIX": CHOSEN["bytes"], "VERSION": 3}}
SCRIPTS = {}


def beginning(cache):
    """What django-redis puts before the keys of this cache."""
    return "{KEY_PREFIX}:{VERSION}:".format(**dict({"KEY_PREFIX": "", "VERSION": 1}, **CACHES[cache]))


def script(connection, text, keys, values):
    if text not in SCRIPTS:
        SCRIPTS[text] = connection.register_script(text)
    return SCRIPTS[text](keys=keys, args=values, client=connection)


def limits_key(token, sliding=False, namespace="LIMITER"):
    """Newer versions put a prefix before it, and the window that slides in braces."""
    key = f"{namespace}/{token}/{{limit}}/{{seconds}}/second"
    is_newer = hasattr(limits.storage.RedisStorage, "prefixed_key")
    return ("LIMITS:" if is_newer else "") + ("{{" + key + "}}" if sliding else key)


class Limits:
    def __init__(self, strategy, namespace="LIMITER", **traits):
        self.namespace = namespace
        self.storage = limits.storage.RedisStorage("redis+unix://" + SOCKET)  # the strategy keeps no reference
        sliding = traits["format"] == "python-limits-sliding-window"
        self.traits = dict(traits, key=limits_key("{token}", sliding, namespace))
        self.limiter = strategy(self.storage)

    def hit(self, token, limit, window):
        return {"allowed": self.limiter.hit(limits.RateLimitItemPerSecond(limit, window // 1000, self.namespace), token)}


class FlaskLimiter:
    """A Flask application with a limit by default, as a caller of its page sees it."""

    def __init__(self, strategy, key_prefix="", **traits):
        self.strategy = strategy
        self.key_prefix = key_prefix
        self.pages = {}
        # By default the endpoint belongs to what is limited.
        named = "/".join(part for part in (key_prefix, "{token}", "page") if part)
        self.traits = dict(traits, key=limits_key(named, strategy == "sliding-window-counter"))

    def page(self, limit, window):
        if (limit, window) not in self.pages:
            app = flask.Flask(__name__)
            flask_limiter.Limiter(
                lambda: flask.request.headers["X-Token"], app=app, default_limits=[f"{limit} per {window // 1000} seconds"],
                headers_enabled=True, strategy=self.strategy, storage_uri="redis+unix://" + SOCKET, key_prefix=self.key_prefix)
            app.add_url_rule("/", "page", lambda: "served")
            self.pages[limit, window] = app
        return self.pages[limit, window]

    def hit(self, token, limit, window):
        answer = self.page(limit, window).test_client().get("/", headers={"X-Token": token})
        left = answer.headers.get("X-RateLimit-Remaining")
        return {"allowed": answer.status_code == 200, **({"left": int(left)} if self.strategy == "fixed-window" else {})}


class SlowApi:
    """A Starlette application with a limited page, as its caller sees it."""

    def __init__(self, strategy, key_prefix="", **traits):
        self.strategy = strategy
        self.key_prefix = key_prefix
        self.pages = {}
        named = "/".join(part for part in (key_prefix, "{token}", "/page") if part)
        self.traits = dict(traits, key=limits_key(named, strategy == "sliding-window-counter"))

    def page(self, limit, window):
        if (limit, window) not in self.pages:
            limiter = slowapi.Limiter(
                lambda request: request.headers["X-Token"], headers_enabled=True, strategy=self.strategy,
                storage_uri="redis+unix://" + SOCKET, key_prefix=self.key_prefix)

            @limiter.limit(f"{limit} per {window // 1000} seconds")
            async def page(request):
                return starlette.responses.PlainTextResponse("served")

            app = starlette.applications.Starlette(routes=[starlette.routing.Route("/page", page)])
            app.state.limiter = limiter
            app.add_exception_handler(slowapi.errors.RateLimitExceeded, slowapi._rate_limit_exceeded_handler)
            self.pages[limit, window] = app
        return self.pages[limit, window]

    def hit(self, token, limit, window):
        said = []

        async def send(message):
            said.append(message)

        asyncio.run(self.page(limit, window)(
            {"type": "http", "method": "GET", "path": "/page", "query_string": b"", "headers": [(b"x-token", token.encode())]},
            None, send))
        left = dict(said[0]["headers"]).get(b"x-ratelimit-remaining")
        return {"allowed": said[0]["status"] == 200, **({"left": int(left)} if self.strategy == "fixed-window" else {})}


class DjangoRatelimit:
    """Its keys have the hash of the token and of the window, which ends at another moment for each token."""

    SETTING = threading.Lock()  # the settings are those of the whole program
    redis = redis.Redis(unix_socket_path=SOCKET, decode_responses=True)

    def __init__(self, cache="default", prefix="rl:", **traits):
        self.settings = {"RATELIMIT_USE_CACHE": cache, "RATELIMIT_CACHE_PREFIX": prefix}
        self.beginning = beginning(cache) + prefix
        said = {"prefix": prefix} if prefix not in ("rl:", "") else {}
        self.traits = dict({"format": "django-ratelimit", "key": "{sha256}", "only": ["reading_by_keys"]}, **said, **traits)

    def counts(self):
        """What its keys hold."""
        keys = [key for key in self.redis.scan_iter(count=1000)
                if key.startswith(self.beginning) and re.fullmatch("[0-9a-f]{64}", key[len(self.beginning):])]
        return dict(zip(keys, self.redis.mget(keys))) if keys else {}

    def hit(self, token, limit, window):
        from django_ratelimit import core  # which reads the settings

        request = django.test.RequestFactory().get("/")
        with self.SETTING, django.test.override_settings(**self.settings):
            before = self.counts()
            usage = core.get_usage(request, group="page", key=lambda group, request: token,
                                   rate=f"{limit}/{window // 1000}s", increment=True)
            counted = [key for key, count in self.counts().items() if count != before.get(key)]
        assert len(counted) == 1, counted
        return {"allowed": not usage["should_limit"], "left": limit - usage["count"], "key": counted[0]}


class PyrateLimiter:
    """A sorted set of moments, which somebody else may have trimmed or not."""

    def __init__(self, prefix=""):
        self.prefix = prefix
        self.traits = {"format": "pyrate-limiter", "key": prefix + "{token}", "only": ["only_read"]}

    def hit(self, token, limit, window):
        bucket = pyrate_limiter.RedisBucket.init([pyrate_limiter.Rate(limit, window)], self.redis, self.prefix + token)
        return {"allowed": pyrate_limiter.Limiter(bucket).try_acquire(token, blocking=False)}

    redis = redis.Redis(unix_socket_path=SOCKET)


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
        self.traits = dict({"format": "django-rest-framework", "key": beginning(cache) + "throttle_anon_{token}"}, **traits)

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
FIXED = {"format": "python-limits-fixed-window"}
MOVING = {"format": "python-limits-moving-window"}
UNDER = {"only": ["under_a_prefix"]}
WITHOUT = {"only": ["without_a_prefix"]}
CLIENTS = {
    "limits fixed window": Limits(limits.strategies.FixedWindowRateLimiter, **FIXED),
    "limits moving window": Limits(limits.strategies.MovingWindowRateLimiter, **MOVING),
    "Flask-Limiter fixed window": FlaskLimiter("fixed-window", **FIXED),
    "Flask-Limiter moving window": FlaskLimiter("moving-window", **MOVING),
    "Django REST framework": RestFramework(),
}
for name, chosen in CHOSEN.items():
    CLIENTS[f"Flask-Limiter fixed window, prefix of {name}"] = FlaskLimiter("fixed-window", chosen, **FIXED, **UNDER)
    CLIENTS[f"Flask-Limiter moving window, prefix of {name}"] = FlaskLimiter("moving-window", chosen, **MOVING, **UNDER)
    CLIENTS[f"Django REST framework, prefix of {name}"] = RestFramework(name, **UNDER)
if NEXT:
    import pyrate_limiter
    import slowapi
    import slowapi.errors
    import starlette.applications
    import starlette.responses
    import starlette.routing

    CLIENTS["PyrateLimiter"] = PyrateLimiter()
    SLIDING = {"format": "python-limits-sliding-window"}
    CLIENTS["limits sliding window"] = Limits(limits.strategies.SlidingWindowCounterRateLimiter, **SLIDING)
    CLIENTS["Flask-Limiter sliding window"] = FlaskLimiter("sliding-window-counter", **SLIDING)
    CLIENTS["django-ratelimit"] = DjangoRatelimit()
    # Without one a number under a hash says nothing.
    CLIENTS["django-ratelimit without prefix"] = DjangoRatelimit(prefix="", **WITHOUT)
    CLIENTS["slowapi fixed window"] = SlowApi("fixed-window", **FIXED)
    CLIENTS["slowapi moving window"] = SlowApi("moving-window", **MOVING)
    # A namespace takes the place of LIMITER, behind the prefix of all keys.
    for name, more in (("parts", {}), ("bytes", UNDER)):
        for kind, strategy, traits in (("fixed", limits.strategies.FixedWindowRateLimiter, FIXED),
                                       ("moving", limits.strategies.MovingWindowRateLimiter, MOVING),
                                       ("sliding", limits.strategies.SlidingWindowCounterRateLimiter, SLIDING)):
            CLIENTS[f"limits {kind} window, namespace of {name}"] = Limits(strategy, CHOSEN[name], **traits, **more)
    for name, chosen in CHOSEN.items():
        CLIENTS[f"django-ratelimit, prefix of {name}"] = DjangoRatelimit(name)
        CLIENTS[f"django-ratelimit, own prefix of {name}"] = DjangoRatelimit(prefix=chosen + "/")
        CLIENTS[f"PyrateLimiter, prefix of {name}"] = PyrateLimiter(chosen + ":")
        CLIENTS[f"slowapi fixed window, prefix of {name}"] = SlowApi("fixed-window", chosen, **FIXED, **UNDER)
        CLIENTS[f"slowapi moving window, prefix of {name}"] = SlowApi("moving-window", chosen, **MOVING, **UNDER)
        CLIENTS[f"Flask-Limiter sliding window, prefix of {name}"] = FlaskLimiter(
            "sliding-window-counter", chosen, **SLIDING, **UNDER)
else:
    # A refused call sets the key's TTL back to the window, so that a caller who retries stays refused, and no block
    # is for good. Its keys look as those of the fixed window do.
    CLIENTS["limits elastic expiry"] = Limits(
        limits.strategies.FixedWindowElasticExpiryRateLimiter, **FIXED, retries="extend", good=False)
    CLIENTS.update({"Ramp": Ramp(), "stream counter": Stream(), "DomainTools": DomainTools(), "Circles": Circles()})
    for name, chosen in CHOSEN.items():
        # Without the newer versions' prefix of all keys nothing tells whose a list or a number is.
        CLIENTS[f"limits fixed window, namespace of {name}"] = Limits(
            limits.strategies.FixedWindowRateLimiter, chosen, **FIXED, **WITHOUT)
        CLIENTS[f"limits moving window, namespace of {name}"] = Limits(
            limits.strategies.MovingWindowRateLimiter, chosen, **MOVING, **WITHOUT)
        CLIENTS[f"DomainTools, prefix of {name}"] = DomainTools(chosen + ":", prefix=chosen + ":", **UNDER)
        CLIENTS[f"Circles, prefix of {name}"] = Circles(chosen + ":", **UNDER)
    # Without one nothing in a list of moments tells that it is a limiter's.
    CLIENTS["DomainTools without prefix"] = DomainTools("", **WITHOUT)
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
