-- SPDX-License-Identifier: MIT
-- GCRA, which is also the token bucket and the leaky bucket as a meter, told by the time at which all is free again:
-- the theoretical arrival time (TAT). A unit costs window / limit of time; a request passes while the TAT that it leads
-- to lies at most burst units ahead. Stored as whole microseconds and a numerator over the limit, so that 7 per second
-- does not drift. The arithmetic follows core/algorithms/gcra.cpp step by step.
--#include shared/request.lua
local NARROW, NARROW_SIZE, NARROW_LIMIT, WIDE = '<HI7I6', 15, 281474976710656, '<HI7I7'
--#include shared/records_read.lua

local function advance(limit, window, tat, numerator, units) -- TAT + units * window / limit
  local emission = math.floor(window / limit)
  local sum = numerator + units * (window - emission * limit)
  local carry = math.floor(sum / limit)
  local left = sum - carry * limit
  if left < 0 then
    left, carry = left + limit, carry - 1
  elseif left >= limit then
    left, carry = left - limit, carry + 1
  end
  return tat + units * emission + carry, left
end

for i = 1, rules do
  --#include shared/rule.lua
  --#include shared/record.lua
  local in_use, reset, wait, next_reset, next_a, next_b, next_c = 0, 0, 0, nil, nil, nil, nil
  if limit > 0 then
    local tat, numerator = now, 0
    if a and a >= now then
      tat, numerator = a, b
      if numerator >= limit then tat, numerator = tat + 1, 0 end -- the limit was lowered since
    end
    local ends, rest = now + window, 0
    if burst ~= limit then ends, rest = advance(limit, window, now, 0, burst) end

    -- How many units, one by one, still fit until then.
    if tat > now or numerator > 0 then
      local about = (ends - tat) / window * limit
      local units = floor(about)
      local part = about - units
      -- Near a whole number it takes the exact arithmetic to say on which side: both ends are known to a microsecond
      -- here, and the rest is rounding.
      local unsure = 2 * limit / window + 1e-6
      if about >= 1e6 or part < unsure or part > 1 - unsure then
        units = math.min(math.max(units, 0), burst)
        if units < burst then
          local at, left = advance(limit, window, tat, numerator, units + 1)
          if at < ends or (at == ends and left <= rest) then units = units + 1 end
        end
        if units > 0 then
          local at, left = advance(limit, window, tat, numerator, units)
          if at > ends or (at == ends and left > rest) then units = units - 1 end
        end
      elseif units < 0 then
        units = 0
      elseif units > burst then
        units = burst
      end
      in_use = burst - units
      reset = tat - now + (numerator > 0 and 1 or 0) -- rounded up to whole microseconds
    end
    if cost > 0 and cost <= burst then
      next_a, next_b = advance(limit, window, tat, numerator, cost)
      wait = next_a - ends + (next_b > rest and 1 or 0)
      next_reset = next_a - now + (next_b > 0 and 1 or 0)
    end
  end
  --#include shared/record_next.lua
  --#include shared/judge.lua
end
--#include shared/verdict.lua
--#include shared/records_write.lua
