-- SPDX-License-Identifier: MIT
-- GCRA, which is also the token bucket and the leaky bucket as a meter. The state is the time at which all is free again:
-- the theoretical arrival time (TAT). A unit costs window / limit of time; a request passes while the TAT that it leads
-- to lies at most burst units ahead. Stored as whole microseconds and a numerator over the limit, so that 7 per second
-- does not drift. The arithmetic follows core/algorithms/gcra.cpp step by step.
--#set own_suffix suffix == 'gcra' or suffix == 'tokens' or suffix == 'leaky'
--#set suffixes gcra or :tokens or :leaky
--#set narrow HI7I4
--#set narrow_size 13
--#set narrow_limit 2^32
--#set wide HI7I7
--#set wide_size 16
--#set step longest / 16
--#set usual_rule limit_i < @narrow_limit and burst_i < 2^21 and burst_i * window_i <= 2^52 * limit_i
--#set numbers a_i, b_i
--#set prepared tag_i, part_i, whole_i, span_i, rest_i
--#set charged next_a_i, next_b_i
--#set debt_tag 32767
--#set patience_of (burst_i <= limit_i and window_i or span_i + (rest_i > 0 and 1 or 0))

--#part take
sum_a, sum_b = sum_a + @units * whole_i, sum_b + @units * part_i -- below 2^53
--#include shared/carry.lua
--#end part
--#part prepare
part_i = window_i % limit_i -- a unit takes a whole number of microseconds, and part / limit of one
whole_i = (window_i - part_i) / limit_i
span_i, rest_i = window_i, 0 -- how far ahead the TAT may lie
if burst_i ~= limit_i then
  local sum_a, sum_b = 0, 0
  --#set units burst_i
  --#include take
  span_i, rest_i = sum_a, sum_b
end
--#end part
--#part charge
local sum_a, sum_b = now, 0
if a_i >= now then
  sum_a, sum_b = a_i, b_i
  if sum_b >= limit_i then sum_a, sum_b = sum_a + 1, 0 end -- the limit was lowered since
end
--#set units cost
--#include take
wait = sum_a - now - span_i
if sum_b > rest_i then wait = wait + 1 end -- rounded up to whole microseconds
next_a_i, next_b_i = sum_a, sum_b
--#end part

--#part check_rule
if limit_i > 0 and burst_i * window_i > 2^52 * limit_i then
  local wrong = 'the burst of rule ' .. i .. ' must come back within 2^52 microseconds'
  --#include shared/wrong_rule.lua
end
--#end part
--#part read_more
local owes, debt_place
if records then
  for k = 1, #records do
    local tag, owes_until, lead = unpack(records[k])
    if tag == @debt_tag then
      debt_place = k
      if owes_until >= now then owes, patience = true, lead end
    end
  end
end
local exceeds, debt_until -- of what is settled
--#end part
--#part charge_any
local span_i, rest_i = 0, 0
if limit_i > 0 and cost <= burst_i then
  local part_i, whole_i
  --#include prepare
  --#include charge
  if next_a_i < now then next_a_i, next_b_i = 0, 0 end -- all that was used is given back
  if cost <= 0 then wait = 0 end
end
--#end part
--#part settle
if limit_i > 0 then
  local part_i, whole_i, span_i, rest_i
  --#include prepare
  local tat_a, tat_b = now, 0
  if a_i >= now then
    tat_a, tat_b = a_i, b_i
    if tat_b >= limit_i then tat_a, tat_b = tat_a + 1, 0 end -- the limit was lowered since
  end
  if actual > cost then -- counts from now on, whatever has drained since
    -- A state of the future is no debt of the token's.
    if tat_a - now > math.max(@patience_of, patience) then tat_a, tat_b = now, 0 end
    local more = actual - cost
    if more * window_i > 2^52 * limit_i then more = math.floor(2^52 * limit_i / window_i) end
    local sum_a, sum_b = tat_a, tat_b
    --#set units more
    --#include take
    if sum_a > @exact then sum_a, sum_b = @exact, 0 end
    settled, next_a_i, next_b_i = settled + 1, sum_a, sum_b
    exceeds = exceeds or sum_a - now > span_i or sum_a - now == span_i and sum_b > rest_i
    debt_until = math.max(debt_until or 0, sum_a + (sum_b > 0 and 1 or 0))
  elseif a_i >= now then
    -- What has drained since is not given back: it would be of what others have charged. A TAT before the moment at which
    -- these units alone have drained is that of another state, one since a reset.
    local sum_a, sum_b = reserved_at, 0
    --#set units cost
    --#include take
    if (sum_a > now or sum_a == now and sum_b > 0) and (sum_a < tat_a or sum_a == tat_a and sum_b <= tat_b) then
      sum_a, sum_b = tat_a, tat_b
      --#set units (actual - cost)
      --#include take
      next_a_i, next_b_i = sum_a, sum_b
      sum_a, sum_b = tat_a, tat_b
      --#set units -cost
      --#include take
      sum_a = sum_a + (now - reserved_at)
      if sum_a > next_a_i or sum_a == next_a_i and sum_b > next_b_i then next_a_i, next_b_i = sum_a, sum_b end
      if next_a_i < now then next_a_i, next_b_i = 0, 0 end
      settled = settled + 1
    end
  end
end
--#end part
--#part usage_of
local function usage(limit_i, window_i, burst_i, tat, numerator)
  if limit_i == 0 or tat < now then return 0, 0 end
  if numerator >= limit_i then tat, numerator = tat + 1, 0 end
  -- (ahead * limit + numerator) / window, rounded up: the units that make it so much, a part of one counting as one
  local ahead = tat - now
  local quotient, left = divide(ahead, limit_i, window_i)
  local more = math.floor(numerator / window_i)
  left = left + (numerator - more * window_i)
  local used = quotient + more + (left > window_i and 2 or left > 0 and 1 or 0)
  return math.min(used, owes and @exact or burst_i), ahead + (numerator > 0 and 1 or 0) -- rounded up to whole microseconds
end
--#end part
-- Above the burst a token waits for longer than its rules can lead to. So that this is not taken for a clock that has gone
-- back, a record of no rule tells until when it is so, and how far the TAT was ahead when it was settled.
--#part settled_all
if exceeds then
  records = records or all_records(state or '')
  if debt_place then table.remove(records, debt_place) end
  table.insert(records, 1, { @debt_tag, debt_until, debt_until - now })
end
--#end part

--#include shared/request.lua

--#include shared/records.lua

--# From here on for any numbers.
--#include shared/divide.lua

local function take(sum_a, sum_b, units, part, whole, limit)
  local quotient, left = divide(units, part, limit)
  if left >= limit - sum_b then
    quotient, left = quotient + 1, left - (limit - sum_b)
  else
    left = left + sum_b
  end
  return sum_a + units * whole + quotient, left
end
--#part take
sum_a, sum_b = take(sum_a, sum_b, @units, part_i, whole_i, limit_i)
--#end part

--#include shared/records_decide.lua

--#include shared/answers.lua
