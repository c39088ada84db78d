-- SPDX-License-Identifier: MIT
-- ratewarden override, contract 1
-- Generated from lua/admin/override.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Gives a token other rules under one policy, by the server's clock.
--   ARGV  policy as in keys, duration in microseconds (0: for good), reason, by, then limit, window and burst of each rule
-- Replies with since and until, microseconds of the server's clock (until 0: for good), and with what the fields held
-- before.
-- For the scripts that change a token's control key.
--   KEYS[1] control key of the token

local function whole(text)
  local number = tonumber(text)
  return number and number >= 0 and number == math.floor(number) and number <= 4503599627370496 and number or nil
end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local function until_after(duration) -- 0: for good
  return duration > 0 and now + duration or 0
end

local function moment(number) return string.format('%.0f', number) end

-- The fields of a block, or of an override under a policy, and the place of each by its name.
local function fields_of(kind, policy)
  local names = { 'until', 'since', 'reason', 'by' }
  if kind == 'override' then names[5] = 'rules' end
  local fields, places = {}, {}
  for i, name in ipairs(names) do
    fields[i] = kind .. '_' .. name .. (kind == 'override' and ':' .. policy or '')
    places[name] = i
  end
  return fields, places
end

-- The key lives as long as the longest of what it holds.
local function settle()
  local fields, latest, for_good, ends = redis.call('HGETALL', KEYS[1]), 0, false, false
  for i = 1, #fields, 2 do
    if fields[i] == 'block_until' or string.find(fields[i], '^override_until:') then
      local value = tonumber(fields[i + 1]) or 0
      ends = true
      if value == 0 then for_good = true elseif value > latest then latest = value end
    end
  end
  if for_good then
    redis.call('PERSIST', KEYS[1])
  elseif ends then
    redis.call('PEXPIREAT', KEYS[1], moment(math.ceil(latest / 1000)))
  end
end

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
  if i > 4 + 3 * 255 or not (is_from(0, ARGV[i], 2^53 - 1) and is_from(1000, ARGV[i + 1], 2^47 - 1)
      and is_from(0, ARGV[i + 2], 2^53 - 1)) then
    return redis.error_reply('ERR ratewarden: rule ' .. (i - 2) / 3 .. ' of at most 255: a limit from 0 to 2^53 - 1, a '
      .. 'window of microseconds from 1000 (1 ms) to 2^47 - 1, and a burst like the limit are wanted')
  end
end
local override_until = until_after(duration)
local fields = fields_of('override', policy)
local former = redis.call('HMGET', KEYS[1], unpack(fields))
redis.call('HSET', KEYS[1], fields[1], moment(override_until), fields[2], moment(now), fields[3], ARGV[3],
  fields[4], ARGV[4], fields[5], table.concat(ARGV, ' ', 5))
settle()
return { now, override_until, former }
