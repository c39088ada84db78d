-- SPDX-License-Identifier: MIT
-- Undoes a reset. Answers 1 when the state is as it was, or had been undone already; 3 when it is with what was
-- charged since added to it; 0 when that cannot be added and so nothing was done; 2 when what was forgotten would have
-- expired by now.
--   KEYS     the state key, and a key that is used within the call only
--   ARGV     what reset.lua answered: state, expiry; then 'merge' with or 'replace' what came since
-- Only logs can be merged: the others do not say when what they have counted was charged.

local call, pack, unpack_from = redis.call, struct.pack, struct.unpack
local key, old, expires = KEYS[1], KEYS[2], tonumber(ARGV[2])
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if expires >= 0 and expires <= now then return 2 end
local came_since = ARGV[3] ~= 'replace' and call('EXISTS', key) == 1
call('RESTORE', came_since and old or key, math.max(expires, 0), ARGV[1], 'REPLACE', 'ABSTTL')
if not came_since then return 1 end

-- A reservation that was not settled is open: its cost is written with a 0 in front, or in a string followed by an entry
-- of no units.
local function cost_text(units, open) return string.format(open and '0%.0f' or '%.0f', units) end
local function is_open(cost) return string.byte(cost) == 48 end

-- Charges one by one, out of what a storage answers: when, how much, whether open.
local function of_members(members)
  local i = -1
  return function()
    i = i + 2
    if not members[i] then return end
    local units = string.sub(members[i], 18)
    return tonumber(members[i + 1]), tonumber(units), is_open(units)
  end
end
local function of_items(items)
  local i = 0
  return function()
    i = i + 1
    if not items[i] then return end
    local at, _, units = string.match(items[i], '^(%d+) (%d+) (%d+)$')
    return assert(tonumber(at)), tonumber(units), is_open(units)
  end
end
local function of_stream(entries)
  local i = 0
  return function()
    i = i + 1
    if not entries[i] then return end
    local fields = {}
    for k = 1, #entries[i][2], 2 do fields[entries[i][2][k]] = entries[i][2][k + 1] end
    return tonumber(string.match(entries[i][1], '^%d+')), tonumber(fields.c), is_open(fields.c)
  end
end
local TURN = 281474976710656 -- as in sliding_log_packed.lua
local function of_packed(bytes)
  local wide = string.lower(string.sub(bytes, 1, 1)) == 'w'
  local lives_until, total = unpack_from('<I7', bytes, 2), wide and unpack_from('<I7', bytes, 9)
  local place = wide and 16 or 9
  return function()
    if place > #bytes then return end
    local at, units, before, open = nil, 1, total, false
    if wide then
      at, total, place = unpack_from('<I7I7', bytes, place)
      units = total - before
      if place <= #bytes then
        local mark_at, mark_total, behind = unpack_from('<I7I7', bytes, place)
        if mark_at == at and mark_total == total then open, place = true, behind end
      end
    else
      at, place = unpack_from('<I6', bytes, place)
      at = lives_until - lives_until % TURN + at
      if at > lives_until then at = at - TURN end
    end
    return at, units, open
  end
end

local kind = call('TYPE', old).ok
local read, write
local packed, plain = {}, true -- of a log in a string, also as long as every cost is 1
if kind ~= call('TYPE', key).ok then
  kind = nil
elseif kind == 'zset' then
  read = function(from) return of_members(call('ZRANGEBYSCORE', from, '(0', '+inf', 'WITHSCORES')) end
  write = function(at, total, units, open)
    call('ZADD', old, at, string.format('%016.0f:', total) .. cost_text(units, open))
  end
elseif kind == 'list' then
  read = function(from) return of_items(call('LRANGE', from, 0, -1)) end
  write = function(at, total, units, open)
    call('RPUSH', old, string.format('%.0f %.0f ', at, total) .. cost_text(units, open))
  end
elseif kind == 'stream' then
  read = function(from) return of_stream(call('XRANGE', from, '-', '+')) end
  write = function(at, total, units, open)
    call('XADD', old, string.format('%.0f-*', at), 't', string.format('%.0f', total), 'c', cost_text(units, open))
  end
elseif kind == 'string' and string.find(key, ':log$') then
  read = function(from) return of_packed(call('GET', from)) end
  write = function(at, total, units, open)
    plain = plain and units == 1 and not open
    local bytes = pack('<I7I7', at, total)
    packed[#packed + 1] = open and bytes .. bytes or bytes
  end
else
  kind = nil
end

-- The charges before the reset, then those since. Asked for twice, as when an answer was lost, the log begins with the
-- former already. Slots tell only where there was no log, as they go when they are released.
local charges, total, last_at, before, again = {}, 0, 0, 0, true
local has_slots = true -- whether all of the former are there
local slots = {} -- of requests in flight, in front of a log in a sorted set: the member, and its score
if kind == 'zset' then
  for _, from in ipairs({ old, key }) do
    local members = call('ZRANGEBYSCORE', from, '-inf', '(0', 'WITHSCORES')
    for i = 1, #members, 2 do
      has_slots = has_slots and (from == key or call('ZSCORE', key, members[i]) ~= false)
      slots[#slots + 1] = { members[i], members[i + 1] }
    end
  end
end
local is_log = kind and pcall(function()
  for _, from in ipairs({ old, key }) do
    local i = 0
    for at, units, open in read(from) do
      i = i + 1
      -- As a charge under a clock that has gone back: the newest stands in for it.
      last_at, total = math.max(last_at, at), total + units
      charges[#charges + 1] = { last_at, total, units, open }
      local earlier = charges[i]
      again = again and (from == old or i > before or earlier[1] == at and earlier[3] == units)
    end
    if from == old then before = i else again = again and i >= before end
  end
end)
if kind and not is_log then
  call('DEL', old)
  return redis.error_reply('WRONGTYPE ratewarden: what is at ' .. key .. ' is not a log of ours')
end
if before == 0 then again = again and has_slots end
if not kind or again or total > 2^53 - 1 then -- the numbers of Lua are exact up to that
  call('DEL', old)
  return kind and again and 1 or 0
end
local life = call('PTTL', key)
expires = expires >= 0 and life >= 0 and math.max(expires, now + life) or 0
local headers = { kind == 'string' and call('GET', old), kind == 'string' and call('GET', key) }
call('DEL', old)
for _, charge in ipairs(charges) do write(unpack(charge)) end
for _, slot in ipairs(slots) do call('ZADD', old, slot[2], slot[1]) end
if kind == 'string' then
  local trimmed, lives_until = false, 0
  for _, header in ipairs(headers) do
    trimmed = trimmed or string.find(header, '^%u') ~= nil
    lives_until = math.max(lives_until, (unpack_from('<I7', header, 2)))
  end
  local letter = plain and 'n' or 'w'
  if plain then
    local times = {}
    for _, charge in ipairs(charges) do times[#times + 1] = pack('<I6', charge[1] % TURN) end
    packed = table.concat(times)
  else
    packed = pack('<I7', 0) .. table.concat(packed)
  end
  call('SET', old, (trimmed and string.upper(letter) or letter) .. pack('<I7', lives_until) .. packed)
end
call('RENAME', old, key)
if expires > 0 then call('PEXPIREAT', key, expires) end
return 3
