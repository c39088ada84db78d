-- SPDX-License-Identifier: MIT
-- ratewarden unblock, contract 1
-- Generated from lua/admin/unblock.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Lifts the block of a token. Replies with 1 if there was one, else 0; with ARGV[1] `former`, with that and what the
-- fields held before.
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

local fields = fields_of('block', '')
local former = ARGV[1] == 'former' and redis.call('HMGET', KEYS[1], unpack(fields))
local had = redis.call('HDEL', KEYS[1], unpack(fields)) > 0 and 1 or 0
settle()
return former and { had, former } or had
