-- SPDX-License-Identifier: MIT
-- GCRA, which is also the token bucket and the leaky bucket as a meter, told by the time at which all is free again:
-- the theoretical arrival time (TAT). A unit costs window / limit of time; a request passes while the TAT that it leads
-- to lies at most burst units ahead. Stored as whole microseconds and a numerator over the limit, so that 7 per second
-- does not drift. The arithmetic follows core/algorithms/gcra.cpp step by step.
--#include shared/request.lua
local NARROW, NARROW_SIZE, NARROW_LIMIT, WIDE = '<HI7I4', 13, 4294967296, '<HI7I7'
local MOVES = true -- the end of what counts, with every charge
--#include shared/records_read.lua

for i = 1, rules do
  --#include shared/rule.lua
  --#include shared/record.lua
  local wait, next_a, next_b, next_c = 0, nil, nil, nil
  if limit > 0 and cost <= burst then
    local part = window % limit -- a unit takes a whole number of microseconds, and part / limit of one
    local whole = (window - part) / limit
    local ends, ends_part = now + window, 0
    if burst ~= limit then
      local sum_a, sum_b = now + burst * whole, burst * part
      --#include shared/carry.lua
      ends, ends_part = sum_a, sum_b
    end
    local sum_a, sum_b = now, 0
    if a and a >= now then
      sum_a, sum_b = a, b
      if sum_b >= limit then sum_a, sum_b = sum_a + 1, 0 end -- the limit was lowered since
    end
    sum_a, sum_b = sum_a + cost * whole, sum_b + cost * part
    --#include shared/carry.lua
    next_a, next_b = sum_a, sum_b
    if next_a < now then next_a, next_b = 0, 0 end -- all that was used is given back
    if cost > 0 then
      wait = next_a - ends
      if next_b > ends_part then wait = wait + 1 end -- rounded up to whole microseconds
    end
  elseif cost < 0 then
    next_a, next_b = a or 0, b or 0 -- a record keeps its place
  end
  --#include shared/record_next.lua
  --#include shared/judge.lua
end
--#include shared/verdict.lua
--#include shared/records_write.lua

if as_text then
  local function advance(limit, window, tat, numerator, units) -- TAT + units * window / limit
    local part = window % limit
    local sum_a, sum_b = tat + units * ((window - part) / limit), numerator + units * part
    --#include shared/carry.lua
    return sum_a, sum_b
  end
  local function usage(limit, window, burst, tat, numerator)
    if limit == 0 or not tat or tat < now then return 0, 0 end
    if numerator >= limit then tat, numerator = tat + 1, 0 end
    if tat == now and numerator == 0 then return 0, 0 end
    local ends, rest = advance(limit, window, now, 0, burst)
    -- How many units, one by one, still fit until then.
    local units = math.min(math.max(math.floor((ends - tat) / window * limit), 0), burst)
    if units < burst then
      local at, left = advance(limit, window, tat, numerator, units + 1)
      if at < ends or (at == ends and left <= rest) then units = units + 1 end
    end
    if units > 0 then
      local at, left = advance(limit, window, tat, numerator, units)
      if at > ends or (at == ends and left > rest) then units = units - 1 end
    end
    return burst - units, tat - now + (numerator > 0 and 1 or 0) -- rounded up to whole microseconds
  end
  --#include shared/records_report.lua
end
--#include shared/reply.lua
