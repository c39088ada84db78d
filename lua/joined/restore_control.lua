-- SPDX-License-Identifier: MIT
-- ratewarden restore_control, contract 1
-- Generated from lua/admin/restore_control.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Undoes a change of a token's block, or of its override under one policy: puts back what the fields held before.
-- Whatever else the control key holds stays. Answers 1 when they hold that, also when they did already; 0 when they no
-- longer hold what the change wrote, and so nothing was done; 2 when both what the change wrote and what was there
-- before have ended by now, so that there is nothing to do.
--   ARGV  `block` or `override`; the policy as in keys, empty for a block; `unchanged`, or `replace` to do it whatever
--         the fields hold now; how many values the change wrote, 0 if it removed them; those values, in the order
--         until, since, reason, by, rules; then of what was there before each field's name and value
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

local kind, policy, mode, written = ARGV[1], ARGV[2], ARGV[3], whole(ARGV[4])
local fields, places = fields_of(kind, policy)
if #KEYS ~= 1 or not written or (written ~= 0 and written ~= #fields) or (#ARGV - 4 - written) % 2 ~= 0 then
  return redis.error_reply('ERR ratewarden: wants the control key, `block` or `override`, a policy, `unchanged` or '
    .. '`replace`, the values that were written, and the fields that were there before')
end

local present, ours, former = redis.call('HMGET', KEYS[1], unpack(fields)), {}, {}
for i = 1, #fields do
  ours[i], former[i] = written > 0 and ARGV[4 + i], false
end
for i = 5 + written, #ARGV, 2 do
  if places[ARGV[i]] then former[places[ARGV[i]]] = ARGV[i + 1] end
end

-- What has ended is the same as nothing.
local function in_force(values)
  local ends = values[1] and (tonumber(values[1]) or 0)
  return ends ~= false and (ends == 0 or ends > now)
end
local function same(a, b)
  if not in_force(a) or not in_force(b) then return in_force(a) == in_force(b) end
  for i = 1, #fields do
    if a[i] ~= b[i] then return false end
  end
  return true
end

if not in_force(former) and not in_force(ours) then return 2 end
if same(present, former) then return 1 end
if mode ~= 'replace' and not same(present, ours) then return 0 end
redis.call('HDEL', KEYS[1], unpack(fields))
if in_force(former) then
  for i = 1, #fields do
    if former[i] then redis.call('HSET', KEYS[1], fields[i], former[i]) end
  end
end
settle()
return 1
