-- SPDX-License-Identifier: MIT
-- The fixed window: what was charged since the last multiple of the window on the clock. A record holds when that
-- window ends and its count. Across the seam of two windows up to twice the limit can pass.
--#set own_suffix suffix == 'fixed'
--#set suffixes fixed
--#set narrow HI7I4
--#set narrow_size 13
--#set narrow_limit 2^32
--#set wide HI7I7
--#set wide_size 16
--#set step 1
--#set usual_rule limit_i < @narrow_limit
--#set numbers a_i, b_i
--#set prepared tag_i
--#set charged next_a_i, next_b_i
--#set patience_of window_i

--#part prepare
burst_i = limit_i
--#end part
--#part charge
next_a_i, next_b_i = a_i, b_i + cost
if a_i <= now then next_a_i, next_b_i = now - now % window_i + window_i, cost end
if next_b_i > limit_i then wait = next_a_i - now end
--#end part

--#part settle
if reserved_at >= a_i - window_i and reserved_at < a_i and now < a_i and b_i >= cost then
  settled, next_b_i = settled + 1, math.min(b_i + (actual - cost), @exact)
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
if cost <= 0 then next_b_i, wait = math.max(next_b_i, 0), 0 end
--#end part
--#part usage_of
local function usage(limit_i, window_i, burst_i, ends, count)
  if ends <= now or count == 0 then return 0, 0 end
  return count, ends - now
end
--#end part

--#include shared/request.lua

--#include shared/records.lua

--#include shared/records_decide.lua

--#include shared/answers.lua
