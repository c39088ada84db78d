-- SPDX-License-Identifier: MIT
-- The sliding window counter: counts of this window on the clock and of the one before, which weighs as
-- much as of it still lies within one window from now. A record holds the end of the window after this
-- one, when neither counts any more, and both counts.
--#set own_suffix suffix == 'swc'
--#set suffixes swc
--#set narrow HI7I3I3
--#set narrow_size 15
--#set narrow_limit 2^24
--#set wide HI7I7I7
--#set wide_size 23
--#set step 1
--#set usual_rule limit_i < @narrow_limit
--#set numbers a_i, b_i, c_i
--#set prepared tag_i
--#set charged next_a_i, next_b_i, next_c_i
--#set patience_of 2 * window_i

--#part divide
--#include shared/quotient.lua
--#end part
--#part prepare
burst_i = limit_i
--#end part
--#part charge
--#include shared/window_counts.lua
next_a_i, next_b_i, next_c_i = start + 2 * window_i, count + cost, before
if count + sliding + cost > limit_i and cost > 0 and cost <= limit_i then
  -- Room comes as the window before slides out, or else only once this window is the one before, and
  -- slides out.
  local ends, room, of = start + window_i, limit_i - cost - count, before
  if room < 0 then ends, room, of = ends + window_i, limit_i - cost, count end
  --#set factor room
  --#set other window_i
  --#set divisor of
  --#include divide
  wait = ends - quotient - now -- the quotient, rounded down: what may be left of that window
end
--#end part

--#part settle
if now < a_i then
  local start = a_i - 2 * window_i
  if reserved_at >= start and reserved_at < start + window_i and b_i >= cost then
    settled, next_b_i = settled + 1, math.min(b_i + (actual - cost), @exact)
  elseif reserved_at >= start - window_i and reserved_at < start and now < start + window_i and c_i >= cost then
    settled, next_c_i = settled + 1, math.min(c_i + (actual - cost), @exact)
  end
end
--#end part
--#part settled_all
--#end part

--#part read_more
--#end part
--#part check_rule
--#include prepare
--#end part
--#part charge_any
--#include charge
if next_b_i < 0 then next_b_i, next_c_i = 0, math.max(before + next_b_i, 0) end -- given back: the newest first
--#end part
--#part usage_of
local function usage(limit_i, window_i, burst_i, a_i, b_i, c_i)
  --#include shared/window_counts.lua
  return count + sliding, count > 0 and start + 2 * window_i - now or sliding > 0 and start + window_i - now or 0
end
--#end part

--#include shared/request.lua

--#include shared/records.lua

--#include shared/divide.lua
--#part divide
local quotient, left = divide(@factor, @other, @divisor)
--#end part

--#include shared/records_decide.lua

--#include shared/answers.lua
