-- SPDX-License-Identifier: MIT
-- Blocks a token under every policy, by the server's clock.
--   KEYS[1] control key of the token     ARGV  duration in microseconds (0: for good), reason, by
-- Replies with since and until, microseconds of the server's clock (until 0: for good).

local duration = tonumber(ARGV[1])
if #KEYS ~= 1 or #ARGV ~= 3 or not duration or duration ~= math.floor(duration) or duration < 0
    or duration > 4503599627370496 then
  return redis.error_reply('ERR ratewarden: wants the control key, a duration in microseconds, a reason and an author')
end
local time = redis.call('TIME')
local since = time[1] * 1000000 + time[2]
local block_until = duration > 0 and since + duration or 0
redis.call('HSET', KEYS[1], 'block_until', string.format('%.0f', block_until),
  'block_since', string.format('%.0f', since), 'block_reason', ARGV[2], 'block_by', ARGV[3])
if block_until > 0 then
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', math.ceil(block_until / 1000)))
else
  redis.call('PERSIST', KEYS[1])
end
return { since, block_until }
