-- SPDX-License-Identifier: MIT
-- The exact sliding log in a string, the oldest charge first, all numbers little-endian and unsigned. Eight bytes of
-- header, then the entries. While every cost was 1:
--   "n", 7 bytes of base time; an entry is 6 bytes, microseconds since the base; its place is its running total
-- and from the first other cost on:
--   "w", 7 bytes of the total before the first entry; an entry is 7 bytes of time and 7 of running total

--#include shared/request.lua
--#include shared/log.lua

local key = KEYS[1]
local HEADER, TAIL = 8, 1024
local NARROW, NARROW_SIZE, NARROW_MOST = '<I6', 6, 281474976710656
local WIDE, WIDE_SIZE = '<I7I7', 14

-- The end of it is what most questions are about; a log of up to some 170 entries is read whole by this.
local tail = call('GETRANGE', key, -TAIL, -1)
local length, header = #tail, tail
if length == TAIL then
  length = call('STRLEN', key)
  if length > TAIL then header = call('GETRANGE', key, 0, HEADER - 1) end
end
local tail_start = length - #tail -- bytes before it

local wide = string.sub(header, 1, 1) == 'w'
local size = wide and WIDE_SIZE or NARROW_SIZE
local count = length > 0 and (length - HEADER) / size or 0
if length > 0 and (count < 1 or count ~= math.floor(count) or not (wide or string.sub(header, 1, 1) == 'n')) then
  return redis.error_reply('WRONGTYPE ratewarden: this string is not a log of ours')
end
local base = length > 0 and struct.unpack('<I7', header, 2) or 0

local function entry(place) -- at, total
  local offset = HEADER + (place - 1) * size
  local bytes, position = tail, offset - tail_start + 1
  if position < 1 then
    bytes, position = call('GETRANGE', key, offset, offset + size - 1), 1
  end
  if wide then return struct.unpack(WIDE, bytes, position) end
  return base + struct.unpack(NARROW, bytes, position), place
end

local log = { total = 0 }
if count > 0 then log.newest_at, log.total = entry(count) end

-- How many entries, from the front, are not later than the moment.
local function place_of(moment)
  if count == 0 or entry(1) > moment then return 0 end
  if log.newest_at <= moment then return count end
  return first_entry(count, function(i) return entry(i) > moment end) - 1
end

function log.total_up_to(moment)
  local place = place_of(moment)
  return place > 0 and select(2, entry(place)) or wide and base or 0
end

function log.reached(needed)
  local place = first_entry(count, function(i) return select(2, entry(i)) >= needed end, count - (log.total - needed))
  return (entry(place))
end

-- All entries behind the first `forgotten`, as they are stored.
local function bytes_behind(forgotten)
  local offset = HEADER + forgotten * size
  if offset >= tail_start then return string.sub(tail, offset - tail_start + 1) end
  return call('GETRANGE', key, offset, -1)
end

-- The same in another form: `as_wide`, or narrow with a new base.
local function rewritten(forgotten, as_wide)
  local parts, total = {}, 0
  local before = wide and base or 0
  if forgotten > 0 then before = select(2, entry(forgotten)) end
  local first = forgotten < count and entry(forgotten + 1) or now
  for place = forgotten + 1, count do
    local at, up_to = entry(place)
    total = up_to - before
    parts[#parts + 1] = as_wide and struct.pack(WIDE, at, total) or struct.pack(NARROW, at - first)
  end
  wide, base = as_wide, as_wide and 0 or first
  size, count, log.total = as_wide and WIDE_SIZE or NARROW_SIZE, count - forgotten, total
  return table.concat(parts)
end

local kept -- the entries, once they have been rewritten
function log.renumber(from)
  kept = rewritten(from and place_of(from) or 0, true)
end

function log.add(at, units, from, to_live)
  if not kept then
    local forgotten = from and place_of(from) or 0
    if forgotten == count then -- nothing is left of the old, so the form can be chosen anew
      wide, base, log.total, kept = units ~= 1, units == 1 and at or 0, 0, ''
    elseif not wide and (units ~= 1 or at - base >= NARROW_MOST) then
      kept = rewritten(forgotten, units ~= 1)
    elseif length < TAIL or forgotten * 2 >= count then
      -- A short log is written anew at its true size, as APPEND would leave as much room again behind it; a long one
      -- only when half of it is over.
      kept = bytes_behind(forgotten)
      if wide and forgotten > 0 then base = select(2, entry(forgotten)) end
    end
  end
  local added = wide and struct.pack(WIDE, at, log.total + units) or struct.pack(NARROW, at - base)
  if not kept then
    call('APPEND', key, added)
    if from then call('PEXPIRE', key, to_live) end
    return
  end
  local state = (wide and 'w' or 'n') .. struct.pack('<I7', base) .. kept .. added
  if from then
    call('SET', key, state, 'PX', to_live)
  else
    call('SET', key, state, 'KEEPTTL')
  end
end

return decide_by_log(log)
