<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// Symfony's and Laravel's limiters, and an article's own over Predis, for prove.py: peers.php [next] SOCKET; with "next" the
// frameworks' of Debian's next release, which the include path leads to

error_reporting(E_ALL & ~E_DEPRECATED);
$packages = ['Predis', 'Symfony/Component/RateLimiter', 'Symfony/Component/Cache', 'Illuminate/Redis', 'Illuminate/Cache'];
foreach ($packages as $package) {
    require $package . '/autoload.php';
}

use Illuminate\Cache\RateLimiter;
use Illuminate\Cache\RedisStore;
use Illuminate\Cache\Repository;
use Illuminate\Redis\Limiters\DurationLimiter;
use Illuminate\Redis\RedisManager;
use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\RateLimiter\RateLimiterFactory;
use Symfony\Component\RateLimiter\Storage\CacheStorage;

$socket = end($argv);
if ($socket === 'check') {
    $needed = [RateLimiterFactory::class, RedisAdapter::class, RateLimiter::class, RedisManager::class];
    exit(array_filter($needed, 'class_exists') === $needed ? 0 : 1);
}

function predis(string $prefix = ''): Predis\Client
{
    global $socket;
    return new Predis\Client(['scheme' => 'unix', 'path' => $socket], ['prefix' => $prefix]);
}

/** The limiter of a framework: an object in a cache, serialized by igbinary wherever that is loaded. */
function symfony(string $policy, string $format, bool $igbinary, ?string $pool = null, string $prefix = ''): array
{
    $pool ??= $policy;
    $storage = new CacheStorage(new RedisAdapter(predis($prefix), $pool, 0, new DefaultMarshaller($igbinary)));
    return [
        'format' => $format,
        'key' => $prefix . ($pool === '' ? '' : $pool . ':') . '{sha1}',
        'hashed' => $policy . '-{token}',
        'steps' => $policy !== 'fixed_window',
        'hit' => function (string $token, int $limit, int $window) use ($policy, $storage): array {
            $rule = $policy === 'token_bucket'
                ? ['rate' => ['interval' => intdiv($window, 1000) . ' seconds', 'amount' => $limit]]
                : ['interval' => intdiv($window, 1000) . ' seconds'];
            $factory = new RateLimiterFactory(['id' => $policy, 'policy' => $policy, 'limit' => $limit] + $rule, $storage);
            $result = $factory->create($token)->consume();
            return ['allowed' => $result->isAccepted(), 'left' => $result->getRemainingTokens()];
        },
    ];
}

function laravel(string $prefix): RedisManager
{
    global $socket;
    return new RedisManager(null, 'predis', [
        'options' => ['prefix' => $prefix],
        'default' => ['scheme' => 'unix', 'path' => $socket],
    ]);
}

function laravelCache(string $prefix = 'laravel_database_', string $store = 'laravel_cache'): array
{
    $limiter = new RateLimiter(new Repository(new RedisStore(laravel($prefix), $store)));
    return [
        'format' => 'laravel-cache',
        'key' => $prefix . ($store === '' ? '' : $store . ':') . '{token}',
        'hit' => function (string $token, int $limit, int $window) use ($limiter): array {
            if ($limiter->tooManyAttempts($token, $limit)) {
                return ['allowed' => false];
            }
            $limiter->hit($token, intdiv($window, 1000));
            return ['allowed' => true, 'left' => $limiter->remaining($token, $limit)];
        },
    ];
}

function laravelDuration(string $prefix = 'laravel_database_'): array
{
    $laravel = laravel($prefix);
    return [
        'format' => 'laravel-duration-limiter',
        'key' => $prefix . '{token}',
        'hit' => function (string $token, int $limit, int $window) use ($laravel): array {
            $limiter = new DurationLimiter($laravel->connection(), $token, $limit, intdiv($window, 1000));
            return ['allowed' => $limiter->acquire(), 'left' => $limiter->remaining];
        },
    ];
}

/** Moments in seconds, refused calls too. The prose of the article trims the set, its listing only reads it. */
function engagor(bool $trims, string $prefix = ''): array
{
    $redis = predis();
    return [
        'format' => 'engagor-sliding-window',
        'key' => $prefix . '{md5}',
        'retries' => 'extend',
        'hit' => function (string $token, int $limit, int $window) use ($redis, $trims, $prefix): array {
            $key = $prefix . md5($token);
            $now = microtime(true);
            $call = $redis->transaction(['cas' => false]);
            if ($trims) {
                $call->zremrangebyscore($key, 0, $now - $window / 1000);
            } else {
                $call->zrangebyscore($key, 0, $now - $window / 1000);
            }
            $call->zrange($key, 0, -1);
            $call->zadd($key, [(string) $now => $now]);
            $call->expire($key, intdiv($window, 1000));
            $entries = $call->execute()[1];
            // That nobody trims shows once the newest entry is a window younger than the oldest. Until then the entries
            // that have left the window may be trimmed by the next call, or counted by it.
            $left = array_filter($entries, fn ($entry) => (float) $entry <= $now - $window / 1000);
            $untold = !$trims && count($left) > 0 && (float) end($entries) - (float) $entries[0] <= $window / 1000;
            return ['allowed' => count($entries) < $limit, 'untold' => $untold];
        },
    ];
}

$clients = [
    'laravel cache' => laravelCache(),
    'laravel duration' => laravelDuration(),
];
$isNext = $argv[1] === 'next';
if (!$isNext) {
    $clients['Engagor'] = engagor(true);
    $clients['Engagor, never trimmed'] = engagor(false);
}
$policies = [
    ['policy' => 'fixed_window', 'format' => 'symfony-fixed-window'],
    ['policy' => 'sliding_window', 'format' => 'symfony-sliding-window'],
    ['policy' => 'token_bucket', 'format' => 'symfony-token-bucket'],
];
foreach ($policies as ['policy' => $policy, 'format' => $format]) {
    $name = 'symfony ' . strtr($policy, '_', ' ');
    $clients[$name] = symfony($policy, $format, false);
    if (extension_loaded('igbinary')) {
        $clients[$name . ', igbinary'] = symfony($policy, $format, true);
    }
}

// Prefixes of a deployment's choice: with the limiter's own separator in it, with bytes that patterns of Redis escape. Without
// one nothing tells whose a number, or a hashed name, is.
$under = ['only' => ['under_a_prefix']];
$without = ['only' => ['without_a_prefix']];
foreach (['parts' => 'app:prod', 'bytes' => 'a*b[c]?\\ "d"'] as $name => $chosen) {
    $clients['laravel cache, prefix of ' . $name] = $under + laravelCache($chosen . '_database_', 'shop_cache');
    $clients['laravel duration, prefix of ' . $name] = $under + laravelDuration($chosen . '_');
    if (!$isNext) {
        $clients['Engagor, prefix of ' . $name] = $under + engagor(true, $chosen . ':');
    }
}
$clients['laravel duration without prefix'] = $under + laravelDuration('');
// The name of a pool may have neither a colon nor bytes that are escaped; a prefix of the connection may.
foreach ($policies as ['policy' => $policy, 'format' => $format]) {
    $name = 'symfony ' . strtr($policy, '_', ' ');
    $clients[$name . ', prefix of parts'] = $under + symfony($policy, $format, false, 'app.prod-' . $policy);
    $clients[$name . ', prefix of bytes'] = $under + symfony($policy, $format, false, null, 'a*b[c]?\\ "d":');
    $clients[$name . ' without prefix'] = $without + symfony($policy, $format, false, '');
}
$clients['laravel cache without prefix'] = $without + laravelCache('', '');

while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true);
    try {
        if ($question['op'] === 'list') {
            $listed = [];
            foreach ($clients as $name => $client) {
                unset($client['hit']);
                $listed[] = ['name' => $name] + $client;
            }
            $answer = ['clients' => $listed];
        } else {
            $answer = $clients[$question['client']]['hit']($question['token'], $question['limit'], $question['window']);
        }
    } catch (Throwable $problem) {
        $answer = ['error' => (string) $problem];
    }
    echo json_encode($answer + ['id' => $question['id']]), "\n";
    flush();
}
