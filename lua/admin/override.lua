-- SPDX-License-Identifier: MIT
-- Gives a token other rules under one policy, by the server's clock.
--   ARGV  policy as in keys, duration in microseconds (0: for good), reason, by, then limit, window and burst of each rule
-- Replies with since and until, microseconds of the server's clock (until 0: for good).
--#include shared/control.lua

local policy, duration = ARGV[1], whole(ARGV[2])
if #KEYS ~= 1 or not duration or #ARGV < 7 or (#ARGV - 4) % 3 ~= 0 then
  return redis.error_reply('ERR ratewarden: wants the control key, a policy, a duration in microseconds, a reason, '
    .. 'an author, and three numbers for each rule')
end
local override_until = until_after(duration)
redis.call('HSET', KEYS[1], 'override_until:' .. policy, moment(override_until), 'override_since:' .. policy, moment(now),
  'override_reason:' .. policy, ARGV[3], 'override_by:' .. policy, ARGV[4],
  'override_rules:' .. policy, table.concat(ARGV, ' ', 5))
settle()
return { now, override_until }
