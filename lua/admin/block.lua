-- SPDX-License-Identifier: MIT
-- Blocks a token under every policy, by the server's clock.
--   ARGV  duration in microseconds (0: for good), reason, by
-- Replies with since and until, microseconds of the server's clock (until 0: for good), and with what the fields held
-- before.
--#include shared/control.lua

local duration = whole(ARGV[1])
if #KEYS ~= 1 or #ARGV ~= 3 or not duration then
  return redis.error_reply('ERR ratewarden: wants the control key, a duration in microseconds, a reason and an author')
end
local block_until = until_after(duration)
local fields = fields_of('block', '')
local former = redis.call('HMGET', KEYS[1], unpack(fields))
redis.call('HSET', KEYS[1], fields[1], moment(block_until), fields[2], moment(now), fields[3], ARGV[2], fields[4], ARGV[3])
settle()
return { now, block_until, former }
