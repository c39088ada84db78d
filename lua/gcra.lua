-- SPDX-License-Identifier: MIT
-- GCRA with the whole limit as its burst. The state is a string of three little-endian doubles for each rule: its
-- window, and the theoretical arrival time (TAT) as whole microseconds and a numerator over the limit, so that
-- 7 per second does not drift. The arithmetic follows core/algorithms/gcra.cpp step by step.

local RECORD = '<ddd'
local RECORD_BYTES = 24

local state = redis.call('GET', KEYS[1]) or ''
local records = #state / RECORD_BYTES
if records ~= math.floor(records) then
  return redis.error_reply('WRONGTYPE ratewarden: this string is not a GCRA state of ours')
end

-- Rules may have been edited since: a record belongs to the rule with its window, first of all at its own place.
local function stored_tat(i)
  if i <= records then
    local window, whole, numerator = struct.unpack(RECORD, state, (i - 1) * RECORD_BYTES + 1)
    if window == windows[i] then return whole, numerator end
  end
  for k = 1, records do
    local window, whole, numerator = struct.unpack(RECORD, state, (k - 1) * RECORD_BYTES + 1)
    if window == windows[i] then return whole, numerator end
  end
end

-- TAT + units * window / limit
local function advance(i, whole, numerator, units)
  local limit = limits[i]
  local emission = math.floor(windows[i] / limit)
  local sum = numerator + units * (windows[i] - emission * limit)
  local carry = math.floor(sum / limit)
  local left = sum - carry * limit
  if left < 0 then
    left, carry = left + limit, carry - 1
  elseif left >= limit then
    left, carry = left - limit, carry + 1
  end
  return whole + units * emission + carry, left
end

-- How many units, one by one, still fit up to one window from now.
local function units_left(i, whole, numerator)
  local limit, latest = limits[i], now + windows[i]
  local function fits(units)
    local at, rest = advance(i, whole, numerator, units)
    return at < latest or (at == latest and rest == 0)
  end
  local units = math.floor((latest - whole) / windows[i] * limit)
  units = math.min(math.max(units, 0), limit)
  if units < limit and fits(units + 1) then units = units + 1 end
  if units > 0 and not fits(units) then units = units - 1 end
  return units
end

local function until_moment(whole, numerator) -- rounded up to whole microseconds
  return whole - now + (numerator > 0 and 1 or 0)
end

local next_whole, next_numerator = {}, {}
for i = 1, #limits do
  local whole, numerator = now, 0
  if limits[i] == 0 then
    next_whole[i], next_numerator[i] = now, 0
    add_rule(i, 0, 0, 0)
  else
    local tat, rest = stored_tat(i)
    if tat and tat >= now then
      whole, numerator = tat, rest
      if numerator >= limits[i] then whole, numerator = whole + 1, 0 end -- the limit was lowered since
    end
    next_whole[i], next_numerator[i] = advance(i, whole, numerator, cost)
    local wait = cost > 0 and until_moment(next_whole[i], next_numerator[i]) - windows[i] or 0
    add_rule(i, limits[i] - units_left(i, whole, numerator), until_moment(whole, numerator), wait)
  end
end
apply_block()

if charges() then
  local packed, latest = {}, 0
  for i = 1, #limits do
    packed[i] = struct.pack(RECORD, windows[i], next_whole[i], next_numerator[i])
    used[i], reset_after[i] = used[i] + cost, until_moment(next_whole[i], next_numerator[i])
    if reset_after[i] > latest then latest = reset_after[i] end
  end
  redis.call('SET', KEYS[1], table.concat(packed))
  expire_after(latest)
end

return reply()
