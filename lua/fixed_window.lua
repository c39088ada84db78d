-- SPDX-License-Identifier: MIT
-- The fixed window: what was charged since the last multiple of the window on the clock. A record holds when that
-- window ends and its count. Across the seam of two windows up to twice the limit can pass.
--#include shared/request.lua
local NARROW, NARROW_SIZE, NARROW_LIMIT, WIDE = '<HI7I6', 15, 281474976710656, '<HI7I7'
--#include shared/records_read.lua

for i = 1, rules do
  --#include shared/rule.lua
  burst = limit
  --#include shared/record.lua
  local ends, in_use = a, b
  if not ends or ends <= now then
    ends, in_use = now - now % window + window, 0
  end
  local reset = in_use > 0 and ends - now or 0
  local wait = cost > 0 and in_use + cost > limit and ends - now or 0
  local next_reset, next_a, next_b, next_c = ends - now, nil, nil, nil
  if wait == 0 then next_a, next_b = ends, in_use + cost end
  --#include shared/record_next.lua
  --#include shared/judge.lua
end
--#include shared/verdict.lua
--#include shared/records_write.lua
