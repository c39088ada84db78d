-- SPDX-License-Identifier: MIT
--# Runs commands if what they were planned on holds, all of them or none. @held: what `key` holds; @expected: what is expected of
--# it; the part `renew`: what follows the commands for each key; @commands: the place of the first command.
local function digest(held)
  return held and redis.sha1hex(held) or 'none'
end

local before = {}
for i, key in ipairs(KEYS) do
  before[i] = @held
  local held, wanted = digest(before[i]), @expected
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

local place = @commands
while place <= #ARGV do
  local last = place + tonumber(ARGV[place])
  redis.call(unpack(ARGV, place + 1, last))
  place = last + 1
end
for i, key in ipairs(KEYS) do
  --#include renew
  answer[3 * i + 2] = digest(@held)
end
return answer
