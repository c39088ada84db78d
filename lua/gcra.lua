-- SPDX-License-Identifier: MIT
-- Joined behind shared/request.lua, shared/records.lua
-- GCRA, which is also the token bucket and the leaky bucket as a meter, told by the time at which all is free again:
-- the theoretical arrival time (TAT). A unit costs window / limit of time; a request passes while the TAT that it leads
-- to lies at most burst units ahead. Stored as whole microseconds and a numerator over the limit, so that 7 per second
-- does not drift. The arithmetic follows core/algorithms/gcra.cpp step by step.

local function advance(i, tat, numerator, units) -- TAT + units * window / limit
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
  return tat + units * emission + carry, left
end

-- How many units, one by one, still fit until `latest` and `rest` of it.
local function units_left(i, tat, numerator, latest, rest)
  local function fits(units)
    local at, part = advance(i, tat, numerator, units)
    return at < latest or (at == latest and part <= rest)
  end
  local units = math.floor((latest - tat) / windows[i] * limits[i])
  units = math.min(math.max(units, 0), bursts[i])
  if units < bursts[i] and fits(units + 1) then units = units + 1 end
  if units > 0 and not fits(units) then units = units - 1 end
  return units
end

return decide_by_records('<HI7I6', '<HI7I7', 281474976710656, function(i, tat, numerator)
  if limits[i] == 0 then return 0, 0, 0 end
  if not tat or tat < now then
    tat, numerator = now, 0
  elseif numerator >= limits[i] then -- the limit was lowered since
    tat, numerator = tat + 1, 0
  end
  local latest, rest = advance(i, now, 0, bursts[i])
  local used_units = bursts[i] - units_left(i, tat, numerator, latest, rest)
  local reset = tat - now + (numerator > 0 and 1 or 0) -- rounded up to whole microseconds
  if cost == 0 or cost > bursts[i] then return used_units, reset, 0 end
  local next_tat, next_numerator = advance(i, tat, numerator, cost)
  local wait = next_tat - latest + (next_numerator > rest and 1 or 0)
  return used_units, reset, wait, next_tat, next_numerator
end)
