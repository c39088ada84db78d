-- SPDX-License-Identifier: MIT
-- Of the sliding window counter: when this window began, its count and that of the one before, and what
-- of the latter still counts: by the share of it that is left, rounded up.
local start, count, before, sliding = now - now % window_i, 0, 0, 0
if a_i > now then
  start, count, before = a_i - 2 * window_i, b_i, c_i
  if now >= start + window_i then start, count, before = start + window_i, 0, count end
  if before > 0 then
    local rest = window_i - math.max(now - start, 0)
    --#set factor before
    --#set other rest
    --#set divisor window_i
    --#include divide
    sliding = quotient
    if left > 0 then sliding = sliding + 1 end
  end
end
