// SPDX-License-Identifier: GPL-3.0-or-later
// The clients from npm, for prove.py: peers.mjs SOCKET

import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Redis } = require('ioredis');
const socket = process.argv[2];
const redis = new Redis(socket, { maxRetriesPerRequest: null });

/** One instance per rule, or per rule and token. */
const remembered = (make) => {
    const made = new Map();
    return (...parts) => {
        const name = parts.join(' ');
        if (!made.has(name))
            made.set(name, make(...parts));
        return made.get(name);
    };
};

const { RateLimiterRedis } = require('rate-limiter-flexible');
const flexible = (options) => {
    const limiter = remembered((limit, window) =>
        new RateLimiterRedis({ storeClient: redis, points: limit, duration: window / 1000, ...options }));
    return (token, limit, window) => limiter(limit, window).consume(token).then(
        (served) => ({ allowed: true, left: served.remainingPoints }),
        (refused) => {
            if (refused instanceof Error)
                throw refused;
            return { allowed: false, left: refused.remainingPoints };
        });
};

const { rateLimit } = await import('express-rate-limit');
const { RedisStore } = await import('rate-limit-redis');
const express = (options) => {
    const limiter = remembered((limit, window) => rateLimit({
        windowMs: window,
        limit,
        validate: false,
        keyGenerator: (request) => request.token,
        store: new RedisStore({ sendCommand: (...words) => redis.call(...words), ...options }),
    }));
    return (token, limit, window) => new Promise((resolve, reject) => {
        const request = { token, headers: {}, app: { get: () => false } };
        const answer = (allowed) => resolve({ allowed, left: request.rateLimit.remaining });
        const response = {
            headersSent: false,
            setHeader() {},
            status: () => response,
            send: () => answer(false),
        };
        Promise.resolve(limiter(limit, window)(request, response, (problem) => problem ? reject(problem) : answer(true)))
            .catch(reject);
    });
};

const fastify = require('fastify');
const fastifyLimit = require('@fastify/rate-limit');
const web = (options) => {
    const server = remembered(async (limit, window) => {
        const app = fastify();
        await app.register(fastifyLimit,
            { max: limit, timeWindow: window, redis, keyGenerator: (request) => request.headers['x-token'], ...options });
        app.get('/', async () => 'served');
        await app.ready();
        return app;
    });
    return async (token, limit, window) => {
        const response = await (await server(limit, window)).inject({ url: '/', headers: { 'x-token': token } });
        return { allowed: response.statusCode === 200, left: Number(response.headers['x-ratelimit-remaining']) };
    };
};

const { MultiRegionRatelimit, Ratelimit } = require('@upstash/ratelimit');
/** What @upstash/redis does, over a plain connection. The flag in the scripts' first line is for Upstash's servers only. */
const restOf = (connection) => ({
    evalsha: async () => { throw new Error('NOSCRIPT'); },
    eval: (script, keys, values) =>
        connection.eval(script.replace(/^#!.*\n/, '\n'), keys.length, ...keys, ...values.map(String)),
    get: (key) => connection.get(key),
    set: (key, value) => connection.set(key, String(value)),
});
const rest = restOf(redis);
const algorithms = {
    fixed: (Limiter) => (limit, window) => Limiter.fixedWindow(limit, `${window} ms`),
    sliding: (Limiter) => (limit, window) => Limiter.slidingWindow(limit, `${window} ms`),
    bucket: (Limiter) => (limit, window) => Limiter.tokenBucket(1, `${window / limit} ms`, limit),
};
const upstash = (algorithm, Limiter = Ratelimit, options = {}) => {
    const limiter = remembered((limit, window) => new Limiter({
        redis: rest,
        limiter: algorithms[algorithm](Limiter)(limit, window),
        ephemeralCache: false,
        analytics: false,
        ...options,
    }));
    const hit = async (token, limit, window) => {
        const { success, remaining } = await limiter(limit, window).limit(token);
        return { allowed: success, left: remaining };
    };
    return Object.assign(hit, { limiter });
};
/**
 * Of a client over several regions, one: it believes whichever answers first, and copies to the others behind its back.
 * It always remembers whom it denied, so that a new one asks Redis.
 */
const upstashRegions = (algorithm, options = {}) => async (token, limit, window) => {
    const limiter = new MultiRegionRatelimit({
        redis: [rest],
        limiter: algorithms[algorithm](MultiRegionRatelimit)(limit, window),
        analytics: false,
        ...options,
    });
    const { success, remaining } = await limiter.limit(token);
    return { allowed: success, left: Math.max(remaining, 0) };
};
/** The last version whose scripts run on other servers as they are. */
const oldName = '@upstash/ratelimit-2.0';
const old = require(oldName);
/** A live limit that all tokens share, and the list of denied tokens: in a database of its own. */
const upstashLive = async (algorithm, db) => {
    const connection = new Redis(socket, { maxRetriesPerRequest: null, db });
    const options = { redis: restOf(connection), dynamicLimits: true, enableProtection: true };
    // Otherwise the client fetches a list of addresses from elsewhere.
    await connection.set('@upstash/ratelimit:ipDenyListStatus', 'disabled');
    const client = upstash(algorithm, old.Ratelimit, options);
    // One that has not remembered, for a minute, who was denied.
    delete require.cache[require.resolve(oldName)];
    const fresh = upstash(algorithm, require(oldName).Ratelimit, options);
    return {
        format: { fixed: 'upstash-fixed-window', sliding: 'upstash-sliding-window', bucket: 'upstash-token-bucket' }[algorithm],
        twin: { fixed: 'upstash-sliding-window', sliding: 'upstash-fixed-window' }[algorithm],
        key: '@upstash/ratelimit:{token}' + (algorithm === 'bucket' ? '' : ':{bucket}'),
        db,
        only: ['live_limit_and_deny_list'],
        hit: client,
        fresh,
        live: async (limit, window, wanted) => {
            await client.limiter(limit, window).setDynamicLimit({ limit: wanted });
            return {};
        },
    };
};

const Bottleneck = require('bottleneck');
const bottleneck = async (token, options, rules) => {
    const limiter = new Bottleneck({
        id: token,
        datastore: 'ioredis',
        clearDatastore: false,
        clientOptions: { path: socket, ...options },
        Redis,
        ...rules,
    });
    limiter.on('error', (problem) => console.error(`${token}: ${problem}`));
    await limiter.ready();
    return limiter;
};
const reservoir = (options) => remembered((token, limit, window) => bottleneck(token, options, {
    reservoir: limit,
    reservoirRefreshAmount: limit,
    reservoirRefreshInterval: window,
}));

const refilled = (options) => {
    const limiters = reservoir(options);
    return async (token, limit, window) => {
        const limiter = await limiters(token, limit, window);
        if (!await limiter.check())
            return { allowed: false };
        await limiter.schedule(async () => {});
        return { allowed: true };
    };
};
/** Jobs by token; the oldest ends after three more were refused, or, if it expires, in a window. */
const concurrency = (options) => remembered(async (token, limit) => ({
    limiter: await bottleneck(token, options, { maxConcurrent: limit }), ends: [], refused: 0,
}));
const inFlight = (options, expires = false, limiters = concurrency(options)) => async (token, limit, window) => {
    const jobs = await limiters(token, limit);
    if (await jobs.limiter.check()) {
        await new Promise((begun) => jobs.limiter.schedule(expires ? { expiration: window } : {}, () => new Promise((end) => {
            jobs.ends.push(end);
            begun();
        })).catch(() => jobs.ends.shift())); // it has expired
        return { allowed: true, left: limit - await jobs.limiter.running() };
    }
    if (++jobs.refused % 3 === 0) {
        jobs.ends.shift()?.();
        while (await jobs.limiter.running() === limit)
            ; // its end is on its way
    }
    return { allowed: false, left: limit - await jobs.limiter.running() };
};

const { Queue, Worker } = require('bullmq');
const queue = remembered((prefix, token) => new Queue(token, { connection: redis, prefix }));
let jobs = 0;
const bull = (prefix) => async (token, limit, window) => {
    await queue(prefix, token).add('request', {});
    // A worker waits by itself for the end of a block that it knows of; a new one asks Redis.
    const worker = new Worker(token, null, { connection: redis, prefix, limiter: { max: limit, duration: window } });
    try {
        const lock = `worker ${++jobs}`;
        const job = await worker.getNextJob(lock, { block: false });
        await job?.moveToCompleted('done', lock, false);
        return { allowed: job !== undefined };
    } finally {
        await worker.close();
    }
};

const { MultiSemaphore, Semaphore } = require('redis-semaphore');
/** Holders by token, oldest first. Those that renew nothing have a slot for the window. */
const held = new Map();
const semaphore = (connection, { permits, renews } = {}) => ({
    hit: async (token, limit, window) => {
        const options = {
            lockTimeout: window, refreshInterval: renews ? window / 4 : 0, acquireAttemptsLimit: 1, retryInterval: 0,
        };
        const holder = permits
            ? new MultiSemaphore(connection, token, limit, permits, options) : new Semaphore(connection, token, limit, options);
        const allowed = await holder.tryAcquire();
        if (allowed)
            held.set(token, [...held.get(token) ?? [], holder]);
        return { allowed };
    },
    release: async (token) => {
        await held.get(token).shift().release();
        return {};
    },
});

const TjLimiter = require('ratelimiter');
const tj = (connection) => (token, limit, window) => new Promise((resolve, reject) => {
    new TjLimiter({ id: token, db: connection, max: limit, duration: window }).get(
        (problem, status) => problem ? reject(problem) : resolve({ allowed: status.remaining > 0 }));
});
const { RedisRateLimiter } = require('rolling-rate-limiter');
const rolling = (namespace) => {
    const limiter = remembered((limit, window) => new RedisRateLimiter(
        { client: redis, namespace, interval: window, maxInInterval: limit }));
    return async (token, limit, window) => {
        const status = await limiter(limit, window).limitWithInfo(token);
        return { allowed: !status.blocked, left: status.actionsRemaining };
    };
};

const redisGcra = require('redis-gcra');
const gcra = (options) => {
    const limiter = redisGcra({ redis, ...options });
    return async (token, limit, window) => {
        const { limited } = await limiter.limit({ key: token, burst: limit, rate: limit, period: window });
        return { allowed: !limited };
    };
};
require('reflect-metadata');
const { Reflector } = require('@nestjs/core');
const { ExecutionContextHost } = require('@nestjs/core/helpers/execution-context-host');
const { ThrottlerException, ThrottlerGuard } = require('@nestjs/throttler');
const { ThrottlerStorageRedisService } = require('@nest-lab/throttler-storage-redis');
class Pages {
    show() {}
}
/** What Nest does with a request to a guarded page. The guard hashes class, method, throttler and client. */
const nest = (connection) => {
    const storage = new ThrottlerStorageRedisService(connection);
    const guard = remembered(async (limit, window) => {
        const made = new ThrottlerGuard([{ limit, ttl: window }], storage, new Reflector());
        await made.onModuleInit();
        return made;
    });
    return async (token, limit, window) => {
        const headers = {};
        const context = new ExecutionContextHost(
            [{ ip: token, headers: {} }, { header: (name, value) => { headers[name] = value; } }], Pages, Pages.prototype.show);
        try {
            await (await guard(limit, window)).canActivate(context);
        } catch (problem) {
            if (problem instanceof ThrottlerException)
                return { allowed: false };
            throw problem;
        }
        return { allowed: true, left: headers['X-RateLimit-Remaining'] };
    };
};
const guarded = { key: '{{{sha256}:default}}:hits', hashed: 'Pages-show-default-{token}', retries: 'extend' };

const clients = {
    'rate-limiter-flexible': {
        format: 'rate-limiter-flexible',
        key: 'rlflx:{token}',
        hit: flexible(),
    },
    'express-rate-limit': {
        format: 'rate-limit-redis',
        key: 'rl:{token}',
        hit: express(),
    },
    '@fastify/rate-limit': {
        format: 'fastify-rate-limit',
        key: 'fastify-rate-limit-{token}',
        hit: web(),
    },
    'upstash-fixed': {
        good: false, // it would be a list, which these do not look at; the live ones do
        format: 'upstash-fixed-window',
        twin: 'upstash-sliding-window',
        key: '@upstash/ratelimit:{token}:{bucket}',
        hit: upstash('fixed'),
    },
    'upstash-sliding': {
        good: false,
        format: 'upstash-sliding-window',
        twin: 'upstash-fixed-window',
        key: '@upstash/ratelimit:{token}:{bucket}',
        hit: upstash('sliding'),
    },
    'upstash-bucket': {
        good: false,
        format: 'upstash-token-bucket',
        steps: true,
        key: '@upstash/ratelimit:{token}',
        hit: upstash('bucket'),
    },
    'upstash-regions-fixed': {
        format: 'upstash-multi-region-fixed',
        twin: 'upstash-multi-region-sliding',
        key: '@upstash/ratelimit:{token}:{bucket}',
        hit: upstashRegions('fixed'),
    },
    'upstash-regions-sliding': {
        format: 'upstash-multi-region-sliding',
        twin: 'upstash-multi-region-fixed',
        key: '@upstash/ratelimit:{token}:{bucket}',
        hit: upstashRegions('sliding'),
    },
    'upstash-2.0-fixed': {
        good: false,
        format: 'upstash-fixed-window',
        twin: 'upstash-sliding-window',
        key: '@upstash/ratelimit:{token}:{bucket}',
        hit: upstash('fixed', old.Ratelimit),
    },
    'upstash-2.0-sliding': {
        good: false,
        format: 'upstash-sliding-window',
        twin: 'upstash-fixed-window',
        key: '@upstash/ratelimit:{token}:{bucket}',
        hit: upstash('sliding', old.Ratelimit),
    },
    'upstash-2.0-bucket': {
        good: false,
        format: 'upstash-token-bucket',
        steps: true,
        key: '@upstash/ratelimit:{token}',
        hit: upstash('bucket', old.Ratelimit),
    },
    'upstash-2.0-live-fixed': await upstashLive('fixed', 1),
    'upstash-2.0-live-sliding': await upstashLive('sliding', 2),
    'upstash-2.0-live-bucket': await upstashLive('bucket', 3),
    bottleneck: {
        format: 'bottleneck',
        key: 'b_{token}_settings',
        hit: refilled(),
    },
    'bottleneck in flight': {
        format: 'bottleneck-concurrency',
        key: 'b_{token}_settings',
        only: ['only_read'],
        hit: inFlight(),
    },
    'bottleneck in flight, expiring': {
        format: 'bottleneck-jobs',
        key: 'b_{token}_job_expirations',
        only: ['only_read'],
        hit: inFlight({}, true),
    },
    bullmq: {
        format: 'bullmq-limiter',
        key: 'bull:{token}:limiter',
        hit: bull('bull'),
    },
    ratelimiter: {
        format: 'tj-ratelimiter',
        key: 'limit:{token}',
        retries: 'extend',
        hit: tj(redis),
    },
    'rolling-rate-limiter': {
        format: 'rolling-rate-limiter',
        key: 'rolling:{token}',
        retries: 'extend',
        hit: rolling('rolling:'),
    },
    'redis-gcra': {
        format: 'redis-gcra-ms',
        key: '{token}',
        hit: gcra(),
    },
    'redis-semaphore': {
        format: 'redis-semaphore',
        key: 'semaphore:{token}',
        more: ['released'],
        ...semaphore(redis),
    },
    'redis-semaphore, two permits': {
        format: 'redis-semaphore',
        key: 'semaphore:{token}',
        permits: 2,
        only: ['only_read', 'obeys_blocks'],
        ...semaphore(redis, { permits: 2 }),
    },
    'redis-semaphore, renewed': {
        format: 'redis-semaphore',
        key: 'semaphore:{token}',
        only: ['renewed'],
        ...semaphore(redis, { renews: true }),
    },
    'nest throttler': {
        format: 'nest-throttler',
        ...guarded,
        hit: nest(redis),
    },
};

/** Under prefixes of a deployment's choice: with the limiter's own separator in it, with bytes that patterns of Redis escape. */
for (const [name, chosen] of [['parts', 'app:prod'], ['bytes', 'a*b[c]?\\ "d"']]) {
    const add = (format, behind, hit, traits) => {
        const prefix = chosen + behind;
        clients[`${format}, prefix of ${name}`] =
            { format, prefix, key: `${prefix}{token}`, only: ['under_a_prefix'], hit, ...traits };
    };
    add('rate-limiter-flexible', ':', flexible({ keyPrefix: chosen }));
    add('rate-limit-redis', '/', express({ prefix: `${chosen}/` }));
    add('fastify-rate-limit', '-', web({ nameSpace: `${chosen}-` }));
    // Each of these has a prefix of its own, as their windows have the same names.
    const windows = (format, mark, hit, traits) =>
        add(format, `${mark}:`, hit, { key: `${chosen}${mark}:{token}:{bucket}`, ...traits });
    windows('upstash-fixed-window', '=', upstash('fixed', Ratelimit, { prefix: `${chosen}=` }), { good: false });
    windows('upstash-sliding-window', '~', upstash('sliding', Ratelimit, { prefix: `${chosen}~` }), { good: false });
    windows('upstash-multi-region-fixed', '^', upstashRegions('fixed', { prefix: `${chosen}^` }));
    windows('upstash-multi-region-sliding', '!', upstashRegions('sliding', { prefix: `${chosen}!` }));
    add('upstash-token-bucket', '#:', upstash('bucket', Ratelimit, { prefix: `${chosen}#` }),
        { good: false, steps: true });
    // Those of the older version, said as what they are above.
    const older = (algorithm, format, mark, traits) => {
        const prefix = `${chosen}2.0${mark}`;
        clients[`upstash-2.0-${algorithm}, prefix of ${name}`] = {
            format, prefix: `${prefix}:`, key: `${prefix}:{token}:{bucket}`, only: ['under_a_prefix'], good: false,
            hit: upstash(algorithm, old.Ratelimit, { prefix }), ...traits,
        };
    };
    older('fixed', 'upstash-fixed-window', '=');
    older('sliding', 'upstash-sliding-window', '~');
    older('bucket', 'upstash-token-bucket', '#', { key: `${chosen}2.0#:{token}`, steps: true });
    add('bullmq-limiter', '+:', bull(`${chosen}+`), { key: `${chosen}+:{token}:limiter` });
    // Of these nobody has to say whose they are.
    add('rolling-rate-limiter', '', rolling(`${chosen}.`), { prefix: undefined, key: `${chosen}.{token}`, retries: 'extend' });
    add('redis-gcra-ms', '', gcra({ keyPrefix: chosen }), { prefix: undefined, key: `${chosen}/{token}` });
    // The connection's, in front of what the limiter calls its keys.
    const options = { keyPrefix: `${chosen}:` };
    const connection = new Redis(socket, { maxRetriesPerRequest: null, ...options });
    const connected = (format, key, hit, traits) =>
        add(format, '', hit, { prefix: undefined, key: `${chosen}:${key}`, ...traits });
    connected('tj-ratelimiter', 'limit:{token}', tj(connection), { retries: 'extend' });
    connected('nest-throttler', '', nest(connection), { ...guarded, key: `${chosen}:${guarded.key}` });
    connected('redis-semaphore', 'semaphore:{token}', undefined, { more: ['released'], ...semaphore(connection) });
    connected('bottleneck', 'b_{token}_settings', refilled(options));
    connected('bottleneck-concurrency', 'b_{token}_settings', inFlight(options), { only: ['only_read'] });
    connected('bottleneck-jobs', 'b_{token}_job_expirations', inFlight(options, true), { only: ['only_read'] });
}
/** Without one: of a bare number under the bare token nothing tells whose it is; values of other kinds tell it. */
const bare = { key: '{token}', only: ['without_a_prefix'] };
const none = { prefix: '' };
clients['express without prefix'] = { format: 'rate-limit-redis', ...bare, hit: express(none) };
clients['flexible without prefix'] = { format: 'rate-limiter-flexible', ...bare, hit: flexible({ keyPrefix: '' }) };
clients['fastify without prefix'] = { format: 'fastify-rate-limit', ...bare, hit: web({ nameSpace: '' }) };
for (const [name, format, hit] of [
    ['upstash', 'upstash-fixed-window', upstash('fixed', Ratelimit, none)],
    ['upstash sliding', 'upstash-sliding-window', upstash('sliding', Ratelimit, none)],
    ['upstash regions fixed', 'upstash-multi-region-fixed', upstashRegions('fixed', none)],
    ['upstash regions sliding', 'upstash-multi-region-sliding', upstashRegions('sliding', none)],
])
    clients[`${name} without prefix`] = { format, ...bare, key: ':{token}:{bucket}', hit };
clients['upstash bucket without prefix'] = {
    format: 'upstash-token-bucket', ...bare, key: ':{token}', hit: upstash('bucket', Ratelimit, none),
};
clients['bullmq without prefix'] = { format: 'bullmq-limiter', ...bare, key: ':{token}:limiter', hit: bull('') };
clients['rolling without prefix'] = {
    format: 'rolling-rate-limiter', key: '{token}', only: ['under_a_prefix'], retries: 'extend', hit: rolling(''),
};

const answer = async (question) => {
    if (question.op === 'list')
        return { clients: Object.entries(clients).map(([name, { hit, fresh, live, release, ...traits }]) => ({ name, ...traits })) };
    const client = clients[question.client];
    if (question.op === 'live')
        return client.live(question.limit, question.window, question.wanted);
    return client[question.op](question.token, question.limit, question.window);
};

const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
    const question = JSON.parse(line);
    const result = await answer(question).catch((problem) => ({ error: String(problem?.stack ?? problem) }));
    process.stdout.write(JSON.stringify({ id: question.id, ...result }) + '\n');
});
lines.on('close', () => process.exit(0));
