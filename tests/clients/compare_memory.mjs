// SPDX-License-Identifier: GPL-3.0-or-later
// Limiters that decide in memory what Redis need not be asked for: by how much their limit is exceeded, and how often Redis
// is asked. compare_memory.mjs BUILD, where BUILD/tests has clients/npm (the test fetch_npm makes it) and hammer.
// Four processes ask for one token, limit 1,000 an hour, for three seconds as fast as they can (those with leases 3,000,000 times each): once
// with Redis, once after it has gone away. It starts a redis-server of its own. Prints a table in Markdown.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const limit = 1000, windowSeconds = 3600, processes = 4, milliseconds = 3000, outstanding = 50;
const build = resolve(process.argv[2] ?? 'build/dev');
const require = createRequire(join(build, 'tests/clients/npm/package.json'));
const { Redis } = require('ioredis');
const { RateLimiterRedis, RateLimiterMemory } = require('rate-limiter-flexible');
const Bottleneck = require('bottleneck');

const flexible = (options) => (redis) => {
    const limiter = new RateLimiterRedis({ storeClient: redis, points: limit, duration: windowSeconds, ...options });
    return () => limiter.consume('hot').then(() => true, () => false);
};
const insurance = (points) => ({ insuranceLimiter: new RateLimiterMemory({ points, duration: windowSeconds }) });
const bottleneck = (clustered) => (redis, socket) => {
    const limiter = new Bottleneck({
        id: 'hot', reservoir: limit, reservoirRefreshAmount: limit, reservoirRefreshInterval: windowSeconds * 1000,
        highWater: 0, strategy: Bottleneck.strategy.OVERFLOW,
        ...(clustered && { datastore: 'ioredis', Redis, clientOptions: { path: socket, maxRetriesPerRequest: 0 } }),
    });
    limiter.on('error', () => {});
    return () => limiter.schedule(async () => true).catch(() => false);
};
const subjects = {
    'rate-limiter-flexible': flexible({}),
    'with a block in memory': flexible({ inMemoryBlockOnConsumed: limit + 1 }),
    'with an insurance of the whole limit': flexible(insurance(limit)),
    'with an insurance of a quarter': flexible(insurance(limit / processes)),
    'Bottleneck, a cluster': bottleneck(true),
    'Bottleneck, in memory': bottleneck(false),
};

// A process of its own: asks, and tells how many requests were allowed, after it was told to begin.
async function work(name, socket) {
    const redis = new Redis(socket, { retryStrategy: () => 100, maxRetriesPerRequest: 0, enableOfflineQueue: false, lazyConnect: true });
    redis.on('error', () => {});
    await redis.connect();
    const ask = subjects[name](redis, socket);
    console.log('ready');
    await new Promise((begin) => process.stdin.once('data', begin));
    const end = Date.now() + milliseconds;
    let allowed = 0, asked = 0;
    const caller = async () => {
        while (Date.now() < end) {
            ++asked;
            if (await ask())
                ++allowed;
            if (asked % 100 === 0)
                await new Promise(setImmediate);
        }
    };
    await Promise.race([Promise.all(Array.from({ length: outstanding }, caller)),
        new Promise((late) => setTimeout(late, milliseconds + 2000))]);
    console.log(JSON.stringify({ allowed, asked }));
    process.exit(0);
}

function line(child) {
    return new Promise((got) => {
        let text = '';
        const take = (data) => {
            text += data;
            const at = text.indexOf('\n');
            if (at >= 0) {
                child.stdout.off('data', take);
                got(text.slice(0, at));
            }
        };
        child.stdout.on('data', take);
    });
}

async function serverIn(home) {
    const socket = join(home, 'redis.sock');
    const server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', ''], { stdio: 'ignore' });
    const redis = new Redis(socket, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    redis.on('error', () => {});
    await redis.ping();
    return { server, redis, socket };
}

const commands = async (redis) => Number((await redis.info('stats')).match(/total_commands_processed:(\d+)/)[1]);

// Returns what all of them were allowed, and the commands of Redis for a request.
async function together(start, away) {
    const home = mkdtempSync(join(tmpdir(), 'ratewarden-compare-'));
    const { server, redis, socket } = await serverIn(home);
    const children = Array.from({ length: processes }, () => start(socket));
    await Promise.all(children.map((child) => child.isReady));
    const before = await commands(redis);
    if (away) {
        redis.disconnect();
        server.kill('SIGKILL');
        await new Promise((ended) => server.on('exit', ended));
    }
    const results = await Promise.all(children.map((child) => child.go()));
    const allowed = results.reduce((sum, result) => sum + result.allowed, 0);
    const asked = results.reduce((sum, result) => sum + result.asked, 0);
    const each = away ? NaN : (await commands(redis) - before - 1) / asked;
    redis.disconnect();
    server.kill('SIGKILL');
    rmSync(home, { recursive: true });
    return { allowed, asked, each };
}

const node = (name) => (socket) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), build, name, socket], { stdio: ['pipe', 'pipe', 'inherit'] });
    return {
        isReady: line(child),
        async go() {
            child.stdin.write('go\n');
            return JSON.parse(await line(child));
        },
    };
};

// hammer asks so many times, and prints a line for each request that was allowed; it starts when it is told to begin. Without
// Redis it decides by the local fallback, with so much of the limit.
const leases = (share) => (socket) => ({
    isReady: Promise.resolve(),
    async go() {
        const asked = 3_000_000;
        const child = spawn(join(build, 'tests/hammer'), [socket, 'sliding-log', `${limit}/h`, String(asked), '100ms', String(share)],
            { stdio: ['ignore', 'pipe', 'inherit'] });
        let text = '';
        child.stdout.on('data', (data) => text += data);
        const code = await new Promise((ended) => child.on('close', ended));
        if (code !== 0)
            throw new Error(`hammer ended with ${code}`);
        return { allowed: text.split('\n').filter((each) => each !== '').length, asked };
    },
});

if (process.argv.length > 3) {
    await work(process.argv[3], process.argv[4]);
} else {
    console.log('| | allowed, limit 1,000 | above the limit | commands of Redis for a request | requests | allowed without Redis | '
        + 'above the limit |\n|---|---|---|---|---|---|---|');
    const table = {
        'Ratewarden, leases of 100 ms, a local fallback of the whole limit': leases(1),
        'Ratewarden, leases of 100 ms, a local fallback of a quarter': leases(1 / processes),
        ...Object.fromEntries(Object.keys(subjects).map((name) => [name, node(name)])),
    };
    const above = ({ allowed }) => Math.max(0, allowed - limit);
    for (const [name, start] of Object.entries(table)) {
        const there = await together(start, false);
        const away = await together(start, true);
        console.log(`| ${name} | ${there.allowed} | ${above(there)} | ${there.each.toFixed(5)} | ${there.asked} | ${away.allowed} | `
            + `${above(away)} |`);
    }
    process.exit(0);
}
