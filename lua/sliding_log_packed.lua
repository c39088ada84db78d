-- SPDX-License-Identifier: MIT
-- The exact sliding log in a string, the oldest charge first, all numbers little-endian and unsigned. Eight bytes of
-- header, then the entries. While every cost was 1:
--   "n", 7 bytes of base time; an entry is 6 bytes, microseconds since the base; its place is its running total
-- and from the first other cost on:
--   "w", 7 bytes of the total before the first entry; an entry is 7 bytes of time and 7 of running total
--#include shared/request.lua

local key = KEYS[1]
local TAIL = 1024
-- The end of it is what most questions are about; a log of up to some 170 entries is read whole by this.
local tail = call('GETRANGE', key, -TAIL, -1)
local length, header = #tail, tail
if length == TAIL then
  length = call('STRLEN', key)
  if length > TAIL then header = call('GETRANGE', key, 0, 7) end
end
local tail_start = length - #tail -- bytes before it

local wide = string.byte(header) == 119 -- "w"
local format, size = '<I6', 6
if wide then format, size = '<I7I7', 14 end
local count, base, total, newest_at = 0, 0, 0, nil
if length > 0 then
  count = (length - 8) / size
  if count < 1 or count % 1 ~= 0 or not (wide or string.byte(header) == 110) then
    return redis.error_reply('WRONGTYPE ratewarden: this string is not a log of ours')
  end
  base = unpack_from('<I7', header, 2)
  newest_at, total = unpack_from(format, tail, #tail - size + 1)
  if not wide then newest_at, total = newest_at + base, count end
end

-- Time and running total of an entry. The loops below read from the tail themselves where they can.
local function entry(i)
  local offset = 8 + (i - 1) * size
  local at, up_to
  if offset >= tail_start then
    at, up_to = unpack_from(format, tail, offset - tail_start + 1)
  else
    at, up_to = unpack_from(format, call('GETRANGE', key, offset, offset + size - 1))
  end
  if wide then return at, up_to end
  return at + base, i
end

local first_in_tail, tail_from, oldest = 1, nil, nil
if length > TAIL then
  first_in_tail = math.ceil((tail_start - 8) / size) + 1
  tail_from, oldest = (entry(first_in_tail)), (entry(1))
end

-- Should the clock have gone back, the newest entry stands in for it until it has caught up.
local clock = now
if newest_at and newest_at > now then clock = newest_at end
local forgotten, in_longest = 0, 0 -- how many entries are not later than the longest window, as far as it is known
for i = 1, rules do
  --#include shared/rule.lua
  burst = limit
  -- `low` entries, from the front, are out of the window; those behind `high` are in it.
  local edge, low, high = clock - window, 0, count
  if first_in_tail > 1 then
    if tail_from <= edge then
      low = first_in_tail
    elseif oldest > edge then
      high = 0
    else
      -- Before the tail every look is a call, so the time says where to look, in turn with halving.
      low, high = 1, first_in_tail - 1
      local low_at, high_at, by_time = oldest, tail_from, true
      while low < high do
        local middle = floor((low + high + 1) / 2)
        if by_time then
          middle = low + floor((edge - low_at) / (high_at - low_at) * (high + 1 - low))
          if middle <= low then middle = low + 1 elseif middle > high then middle = high end
        end
        by_time = not by_time
        local at = entry(middle)
        if at <= edge then low, low_at = middle, at else high, high_at = middle - 1, at end
      end
    end
  end
  while low < high do
    local middle = floor((low + high + 1) / 2)
    local at = unpack_from(format, tail, 9 + (middle - 1) * size - tail_start)
    if not wide then at = at + base end
    if at <= edge then low = middle else high = middle - 1 end
  end
  if window > in_longest then in_longest, forgotten = window, low end
  local in_use = total - low
  if wide then
    in_use = total - base
    if low > 0 then in_use = total - select(2, entry(low)) end
  end
  local reset, wait = 0, 0
  if in_use > 0 then reset = newest_at + window - now end
  if cost > 0 and cost <= limit and in_use + cost > limit then
    -- Room comes when the entry falls out with which the total passed what must go.
    local needed = total + cost - limit
    local first, last = needed, needed
    if wide then first, last = 1, count end
    while first < last do
      local middle = floor((first + last) / 2)
      if select(2, entry(middle)) >= needed then last = middle else first = middle + 1 end
    end
    wait = entry(first) + window - now
  end
  --#include shared/judge.lua
end
--#include shared/verdict.lua

local to_live = math.ceil((clock + longest - now) / 1000) + grace
-- A log that is to live longer than these rules ask for is also charged by longer ones: another version of the policy,
-- or a caller with rules of its own. What to forget is theirs to say.
local ours = call('PTTL', key) <= to_live
if not ours then forgotten = 0 end

-- All entries behind the forgotten, in another form: `as_wide`, or narrow with a new base.
local function rewritten(as_wide)
  local parts, before, up_to = {}, wide and base or 0, 0
  if forgotten > 0 then before = select(2, entry(forgotten)) end
  local first = entry(forgotten + 1)
  for i = forgotten + 1, count do
    local at, sum = entry(i)
    up_to = sum - before
    parts[#parts + 1] = as_wide and pack('<I7I7', at, up_to) or pack('<I6', at - first)
  end
  wide, base, total = as_wide, as_wide and 0 or first, up_to
  return table.concat(parts)
end

local kept -- the entries, if the whole is to be written anew
if forgotten == count then
  -- Nothing is left of the old, so the form can be chosen anew.
  wide, base, total, kept = cost ~= 1, cost == 1 and clock or 0, 0, ''
elseif wide and total + cost > 9007199254740991 then
  kept = rewritten(true) -- totals leave the exact numbers once in 2^53 units, and count from what is left again
elseif not wide and (cost ~= 1 or clock - base >= 281474976710656) then
  kept = rewritten(cost ~= 1)
elseif length < TAIL or forgotten * 2 >= count then
  -- A short log is written anew at its true size, as APPEND would leave as much room again behind it; a long one only
  -- when half of it is over.
  local offset = 8 + forgotten * size
  if offset >= tail_start then
    kept = string.sub(tail, offset - tail_start + 1)
  else
    kept = call('GETRANGE', key, offset, -1)
  end
  if wide and forgotten > 0 then base = select(2, entry(forgotten)) end
end
local added
if wide then added = pack('<I7I7', clock, total + cost) else added = pack('<I6', clock - base) end
if not kept then
  call('APPEND', key, added)
  if ours then call('PEXPIRE', key, to_live) end
else
  local state = (wide and 'w' or 'n') .. pack('<I7', base) .. kept .. added
  if ours then call('SET', key, state, 'PX', to_live) else call('SET', key, state, 'KEEPTTL') end
end
local first_rule = offset - 3 * rules
for i = 1, rules do
  local at = 6 + (i - 1) * step
  answer[at], answer[at + 1] = answer[at] + cost, clock + tonumber(numbers[first_rule + 3 * i - 1]) - now
end
return answer
