// SPDX-License-Identifier: GPL-3.0-or-later
// What a decision costs the server and the caller, beside limiters from npm, all through the same client (ioredis) in one
// run: compare.mjs FOLDER, where FOLDER has node_modules (the test fetch_npm makes build/dev/tests/clients/npm).
// It starts a redis-server of its own. Prints a table in Markdown. "server µs": CPU time of the server's process for a
// decision that is awaited before the next, the median of several rounds that take turns.

import { spawn } from 'node:child_process';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? 'build/dev/tests/clients/npm');
const require = createRequire(join(folder, 'package.json'));
const { Redis } = require('ioredis');
const { RateLimiterRedis } = require('rate-limiter-flexible');
const { RedisStore } = require('rate-limit-redis');
const { RedisRateLimiter } = require('rolling-rate-limiter');
const Sliding = require('ratelimiter');

const rounds = 9, decisions = 4000, tokens = 500;
const home = mkdtempSync(join(tmpdir(), 'ratewarden-compare-'));
const socket = join(home, 'redis.sock');
const server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', ''], { stdio: 'ignore' });
const redis = new Redis(socket, { retryStrategy: () => 50, maxRetriesPerRequest: null });
redis.on('error', () => {}); // until the server is there
await redis.ping();

const ours = (script, policy, suffix, rules) => {
    const name = `${script}${rules.length}`;
    redis.defineCommand(name, { numberOfKeys: 2, lua: readFileSync(`lua/joined/${script}.lua`, 'utf8') });
    return (token) => redis[name](`rw:{${token}}:${policy}:${suffix}`, `rw:{${token}}:control`, '', 1, 'acquire', ...rules.flat());
};
const one = [[20, 60000000, 0]];
const four = [[1000, 1000000, 0], [20, 60000000, 0], [200, 3600000000, 0], [800, 86400000000, 0]];
const flexible = new RateLimiterRedis({ storeClient: redis, points: 20, duration: 60 });
const store = new RedisStore({ sendCommand: (...words) => redis.call(...words) });
store.init({ windowMs: 60000 });
const rolling = new RedisRateLimiter({ client: redis, namespace: 'rolling:', interval: 60000, maxInInterval: 20 });

const limiters = {
    'Ratewarden `gcra`': ['1', 'no', ours('gcra', 'one', 'gcra', one)],
    'Ratewarden `gcra`, four rules': ['4', 'no', ours('gcra', 'four', 'gcra', four)],
    'Ratewarden `sliding-log`': ['1', 'yes', ours('sliding_log_packed', 'one', 'log', one)],
    'Ratewarden `sliding-log`, four rules': ['4', 'yes', ours('sliding_log_packed', 'four', 'log', four)],
    'rate-limiter-flexible 11.4 (fixed window)': ['1', 'no', (token) => flexible.consume(token).catch(() => {})],
    'rate-limit-redis 6.0 (fixed window)': ['1', 'no', (token) => store.increment(token)],
    'rolling-rate-limiter 0.4 (sorted set)': ['1', 'yes', (token) => rolling.limit(token)],
    'ratelimiter 3.4 (sorted set)': ['1', 'yes', (token) => new Promise((done, failed) =>
        new Sliding({ db: redis, id: token, max: 20, duration: 60000 }).get((error, limit) => error ? failed(error) : done(limit)))],
};

const cpu = async () => {
    const text = await redis.info('cpu');
    return 1e6 * ['used_cpu_sys', 'used_cpu_user'].map((name) => Number(text.match(`${name}:(.*)`)[1])).reduce((a, b) => a + b);
};
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const costs = {}, latencies = {};
for (const name of Object.keys(limiters))
    costs[name] = [], latencies[name] = [];
for (let round = 0; round < rounds; ++round)
    for (const [name, [, , decide]] of Object.entries(limiters)) {
        await redis.flushall();
        for (let i = 0; i < tokens; ++i) // the state is there, the script loaded
            await decide(`user:${i}`);
        const before = await cpu(), start = performance.now();
        for (let i = 0; i < decisions; ++i)
            await decide(`user:${i % tokens}`);
        latencies[name].push((performance.now() - start) * 1000 / decisions);
        costs[name].push((await cpu() - before) / decisions);
    }
console.log(`| | rules | at most the limit in any window | server µs | latency µs |\n|---|---|---|---|---|`);
for (const [name, [rules, exact]] of Object.entries(limiters))
    console.log(`| ${name} | ${rules} | ${exact} | ${median(costs[name]).toFixed(1)} | ${median(latencies[name]).toFixed(0)} |`);
redis.disconnect();
server.kill();
rmSync(home, { recursive: true });
