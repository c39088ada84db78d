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
    local window, whole_tat, numerator = struct.unpack(RECORD, state, (i - 1) * RECORD_BYTES + 1)
    if window == windows[i] then return whole_tat, numerator end
  end
  for k = 1, records do
    local window, whole_tat, numerator = struct.unpack(RECORD, state, (k - 1) * RECORD_BYTES + 1)
    if window == windows[i] then return whole_tat, numerator end
  end
end

-- TAT + units * window / limit
local function advance(i, whole_tat, numerator, units)
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
  return whole_tat + units * emission + carry, left
end

-- How many units, one by one, still fit up to one window from now.
local function units_left(i, whole_tat, numerator)
  local limit, latest = limits[i], now + windows[i]
  local function fits(units)
    local at, rest = advance(i, whole_tat, numerator, units)
    return at < latest or (at == latest and rest == 0)
  end
  local units = math.floor((latest - whole_tat) / windows[i] * limit)
  units = math.min(math.max(units, 0), limit)
  if units < limit and fits(units + 1) then units = units + 1 end
  if units > 0 and not fits(units) then units = units - 1 end
  return units
end

local function until_moment(whole_tat, numerator) -- rounded up to whole microseconds
  return whole_tat - now + (numerator > 0 and 1 or 0)
end

local next_whole, next_numerator = {}, {}
for i = 1, #limits do
  local whole_tat, numerator = now, 0
  if limits[i] == 0 then
    add_rule(i, 0, 0, 0)
  else
    local tat, rest = stored_tat(i)
    if tat and tat >= now then
      whole_tat, numerator = tat, rest
      if numerator >= limits[i] then whole_tat, numerator = whole_tat + 1, 0 end -- the limit was lowered since
    end
    local wait = 0
    if cost > 0 and cost <= limits[i] then
      next_whole[i], next_numerator[i] = advance(i, whole_tat, numerator, cost)
      wait = until_moment(next_whole[i], next_numerator[i]) - windows[i]
    end
    add_rule(i, limits[i] - units_left(i, whole_tat, numerator), until_moment(whole_tat, numerator), wait)
  end
end
apply_block()

if charges() then
  local packed, latest = {}, 0
  local function pack(window, whole_tat, numerator)
    packed[#packed + 1] = struct.pack(RECORD, window, whole_tat, numerator)
    latest = math.max(latest, until_moment(whole_tat, numerator))
  end
  local named = {}
  for i = 1, #limits do
    named[windows[i]] = true
    pack(windows[i], next_whole[i], next_numerator[i])
    used[i], reset_after[i] = used[i] + cost, until_moment(next_whole[i], next_numerator[i])
  end
  -- What other rules than these have charged, those of another version of the policy, is not forgiven by the way.
  for k = 1, records do
    local window, whole_tat, numerator = struct.unpack(RECORD, state, (k - 1) * RECORD_BYTES + 1)
    if not named[window] and until_moment(whole_tat, numerator) > 0 then pack(window, whole_tat, numerator) end
  end
  redis.call('SET', KEYS[1], table.concat(packed), 'PX', milliseconds_to_live(latest))
end

return reply()
