-- SPDX-License-Identifier: MIT
-- Gives a token other rules under one policy, by the server's clock.
--   ARGV  policy as in keys, duration in microseconds (0: for good), reason, by, then limit, window and burst of each rule
-- Replies with since and until, microseconds of the server's clock (until 0: for good), and with what the fields held
-- before.
--#include shared/ranges.lua
--#include shared/control.lua

local policy, duration = ARGV[1], whole(ARGV[2])
if #KEYS ~= 1 or not duration or #ARGV < 7 or (#ARGV - 4) % 3 ~= 0 then
  return redis.error_reply('ERR ratewarden: wants the control key, a policy, a duration in microseconds, a reason, '
    .. 'an author, and three numbers for each rule')
end
-- What no decision could read would deny all requests of the token with an error.
local function is_from(least, text, most)
  return string.find(text, '^%d+$') and tonumber(text) >= least and tonumber(text) <= most
end
for i = 5, #ARGV, 3 do
  if i > 4 + 3 * 255 or not (is_from(0, ARGV[i], @exact) and is_from(@shortest_window, ARGV[i + 1], @longest_window)
      and is_from(0, ARGV[i + 2], @exact)) then
    return redis.error_reply('ERR ratewarden: rule ' .. (i - 2) / 3 .. ' of at most 255: a limit from 0 to @exact, a '
      .. 'window of @window_range, and a burst like the limit are wanted')
  end
end
local override_until = until_after(duration)
local fields = fields_of('override', policy)
local former = redis.call('HMGET', KEYS[1], unpack(fields))
redis.call('HSET', KEYS[1], fields[1], moment(override_until), fields[2], moment(now), fields[3], ARGV[3],
  fields[4], ARGV[4], fields[5], table.concat(ARGV, ' ', 5))
settle()
return { now, override_until, former }
