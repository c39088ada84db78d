-- SPDX-License-Identifier: MIT
-- Blocks a token under every policy, by the server's clock.
--   ARGV  duration in microseconds (0: for good), reason, by
-- Replies with since and until, microseconds of the server's clock (until 0: for good).
--#include shared/control.lua

local duration = whole(ARGV[1])
if #KEYS ~= 1 or #ARGV ~= 3 or not duration then
  return redis.error_reply('ERR ratewarden: wants the control key, a duration in microseconds, a reason and an author')
end
local block_until = until_after(duration)
redis.call('HSET', KEYS[1], 'block_until', moment(block_until), 'block_since', moment(now),
  'block_reason', ARGV[2], 'block_by', ARGV[3])
settle()
return { now, block_until }
