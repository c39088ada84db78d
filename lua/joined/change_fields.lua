-- SPDX-License-Identifier: MIT
-- ratewarden change_fields, contract 1
-- Generated from lua/admin/change_fields.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Changes one field of hashes that hold many tokens, of limiters that others wrote: runs commands if the field holds
-- what was planned on, all of them or none. The other fields may change as they like. Answers 0 and the place of a key
-- whose field holds something else; otherwise 1, the clock in milliseconds, and of each key what the field held before
-- (false if there was none), the key's expiry then (as PTTL), and SHA-1 of what it holds now, `none` if there is no such
-- field any more.
--   KEYS  all hashes that are looked at or written
--   ARGV  the field; of each key SHA-1 of what the field holds, `none` if there must be no such field, empty for whatever
--         there is, with a "?" behind it if it may have ended, too; of each key when it expires if the commands make it
--         anew, in milliseconds since the Unix epoch, or empty; then of each command how many arguments it has, and these
local function digest(held)
  return held and redis.sha1hex(held) or 'none'
end

local before = {}
for i, key in ipairs(KEYS) do
  before[i] = redis.call('HGET', key, ARGV[1])
  local held, wanted = digest(before[i]), ARGV[1 + i]
  if wanted ~= '' and wanted ~= held and not (wanted:sub(-1) == '?' and (held == 'none' or wanted == held .. '?')) then
    return {0, i}
  end
end
local time = redis.call('TIME')
local answer = {1, time[1] * 1000 + math.floor(time[2] / 1000)}
for i, key in ipairs(KEYS) do
  answer[3 * i] = before[i]
  answer[3 * i + 1] = redis.call('PTTL', key)
end

local place = 2 * #KEYS + 2
while place <= #ARGV do
  local last = place + tonumber(ARGV[place])
  redis.call(unpack(ARGV, place + 1, last))
  place = last + 1
end
for i, key in ipairs(KEYS) do
  local ends = ARGV[1 + #KEYS + i]
  if ends ~= '' and answer[3 * i + 1] == -2 then
    redis.call('PEXPIREAT', key, ends)
  end
  answer[3 * i + 2] = digest(redis.call('HGET', key, ARGV[1]))
end
return answer
