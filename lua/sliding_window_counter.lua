-- SPDX-License-Identifier: MIT
-- The sliding window counter: counts of this window on the clock and of the one before, which weighs as much as of it
-- still lies within one window from now. A record holds the end of the window after this one, when neither counts any
-- more, and both counts. Exact while count * window stays below 2^53; above, to one part in that.
--#include shared/request.lua
local NARROW, NARROW_SIZE, NARROW_LIMIT, WIDE = '<HI7I3I3', 15, 16777216, '<HI7I7I7'
local MOVES = false -- the end of what counts: once in a window only
--#include shared/records_read.lua

for i = 1, rules do
  --#include shared/rule.lua
  burst = limit
  --#include shared/record.lua
  --#include shared/window_counts.lua
  local wait, next_a, next_b, next_c = 0, nil, nil, nil
  if cost <= limit then
    if count + sliding + cost <= limit or cost <= 0 then
      next_a, next_b, next_c = start + 2 * window, count + cost, before
      if next_b < 0 then next_b, next_c = 0, math.max(before + next_b, 0) end -- given back: the newest first
    else
      -- Room comes as the window before slides out, or else only once this window is the one before, and slides out.
      local ends, room, of = start + window, limit - cost - count, before
      if room < 0 then ends, room, of = ends + window, limit - cost, count end
      local product = room * window -- what may be left of it, of the window: room * window / of, rounded down
      local left = math.floor(product / of)
      if left * of > product then left = left - 1 end
      wait = ends - left - now
    end
  end
  --#include shared/record_next.lua
  --#include shared/judge.lua
end
--#include shared/verdict.lua
--#include shared/records_write.lua

if as_text then
  local function usage(limit, window, burst, a, b, c)
    --#include shared/window_counts.lua
    return count + sliding, count > 0 and start + 2 * window - now or sliding > 0 and start + window - now or 0
  end
  --#include shared/records_report.lua
end
--#include shared/reply.lua
