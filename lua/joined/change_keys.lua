-- SPDX-License-Identifier: MIT
-- ratewarden change_keys, contract 1
-- Generated from lua/admin/change_keys.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Changes keys of limiters that others wrote: runs commands if the keys hold what was planned on, all of them or none.
-- Answers 0 and the place of a key that holds something else; otherwise 1, the clock in milliseconds, and of each key
-- what it held before (as DUMP, false if there was none), its expiry then (as PTTL), and SHA-1 of what it holds now,
-- `none` if there is no such key any more.
--   KEYS  all keys that are looked at or written
--   ARGV  of each key SHA-1 of its DUMP, `none` if there must be no such key, empty for whatever there is, with a "?"
--         behind it if the key may have ended, too; then of each command how many arguments it has, and these
local function digest(held)
  return held and redis.sha1hex(held) or 'none'
end

local before = {}
for i, key in ipairs(KEYS) do
  before[i] = redis.call('DUMP', key)
  local held, wanted = digest(before[i]), ARGV[i]
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

local place = #KEYS + 1
while place <= #ARGV do
  local last = place + tonumber(ARGV[place])
  redis.call(unpack(ARGV, place + 1, last))
  place = last + 1
end
for i, key in ipairs(KEYS) do
  answer[3 * i + 2] = digest(redis.call('DUMP', key))
end
return answer
