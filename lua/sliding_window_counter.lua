-- SPDX-License-Identifier: MIT
-- The sliding window counter: counts of this window on the clock and of the one before, which weighs as much as of it
-- still lies within one window from now. A record holds the end of the window after this one, when neither counts any
-- more, and both counts. Exact while count * window stays below 2^53; above, to one part in that.
--#include shared/request.lua
local NARROW, NARROW_SIZE, NARROW_LIMIT, WIDE = '<HI7I4I4', 17, 4294967296, '<HI7I7I7'
--#include shared/records_read.lua

local function share_down(count, window, of) -- count * window / of, rounded down
  local product = count * window
  local microseconds = math.floor(product / of)
  return microseconds * of > product and microseconds - 1 or microseconds
end

for i = 1, rules do
  --#include shared/rule.lua
  burst = limit
  --#include shared/record.lua
  local start, count, before
  if not a or a <= now then
    start, count, before = now - now % window, 0, 0
  else
    start, count, before = a - 2 * window, b, c
    if now >= start + window then start, count, before = start + window, 0, count end
  end
  local sliding = 0 -- of the window before: its count by the share of it that is left, rounded up
  if before > 0 then
    local product = before * (window - math.max(now - start, 0))
    sliding = floor(product / window)
    if product - sliding * window > 0 then sliding = sliding + 1 end
  end
  local in_use = count + sliding
  local reset = count > 0 and start + 2 * window - now or sliding > 0 and start + window - now or 0
  local wait = 0
  local next_reset, next_a, next_b, next_c = nil, nil, nil, nil
  if cost > 0 and cost <= limit then
    if in_use + cost <= limit then
      next_a, next_b, next_c = start + 2 * window, count + cost, before
      next_reset = next_a - now
    elseif limit - cost - count >= 0 then -- room comes as the window before slides out
      wait = start + window - share_down(limit - cost - count, window, before) - now
    else -- only once this window is the one before, and slides out
      wait = start + 2 * window - share_down(limit - cost, window, count) - now
    end
  end
  --#include shared/record_next.lua
  --#include shared/judge.lua
end
--#include shared/verdict.lua
--#include shared/records_write.lua
