-- SPDX-License-Identifier: MIT
-- ratewarden expire_key, contract 1
-- Generated from lua/admin/expire_key.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Sets or removes the expiry of a key. Answers 1, the clock, when it expired before, in milliseconds, 0 for never, and
-- SHA-1 of what it holds (of its DUMP) if that was asked for; 0 if there is no such key, -1 if it expires at another
-- moment, or holds something else, than was expected, -2 if the moment is past: that would delete it.
--   KEYS  the key
--   ARGV  milliseconds since the Unix epoch, 0 for never; when it is expected to expire, in the same form; empty: any;
--         SHA-1 of what it is expected to hold, `tell` to be told it, or empty: then the value is not looked at
local pttl = redis.call('PTTL', KEYS[1])
if pttl == -2 then
  return {0}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local before = pttl < 0 and 0 or now + pttl
-- The two clocks of older servers are not read at the same moment.
if ARGV[2] ~= '' and math.abs(before - tonumber(ARGV[2])) > 5 then
  return {-1}
end
local held = ARGV[3] == '' and '' or redis.sha1hex(redis.call('DUMP', KEYS[1]))
if ARGV[3] ~= 'tell' and ARGV[3] ~= held then
  return {-1}
end
if ARGV[1] == '0' then
  redis.call('PERSIST', KEYS[1])
elseif tonumber(ARGV[1]) <= now then
  return {-2}
else
  redis.call('PEXPIREAT', KEYS[1], ARGV[1])
end
return {1, now, before, held}
