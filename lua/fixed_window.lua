-- SPDX-License-Identifier: MIT
-- The fixed window: what was charged since the last multiple of the window on the clock. A record holds when that
-- window ends and its count. Across the seam of two windows up to twice the limit can pass.
--#include shared/request.lua
local NARROW, NARROW_SIZE, NARROW_LIMIT, WIDE = '<HI7I4', 13, 4294967296, '<HI7I7'
local MOVES = false -- the end of what counts: once in a window only
--#include shared/records_read.lua

for i = 1, rules do
  --#include shared/rule.lua
  burst = limit
  --#include shared/record.lua
  if not a or a <= now then a, b = now - now % window + window, 0 end
  local wait, next_a, next_b, next_c = 0, a, math.max(b + cost, 0), nil
  if cost > 0 and next_b > limit then wait, next_a = a - now, nil end
  --#include shared/record_next.lua
  --#include shared/judge.lua
end
--#include shared/verdict.lua
--#include shared/records_write.lua

if as_text then
  local function usage(limit, window, burst, ends, count)
    if not ends or ends <= now or count == 0 then return 0, 0 end
    return count, ends - now
  end
  --#include shared/records_report.lua
end
--#include shared/reply.lua
