-- SPDX-License-Identifier: MIT
-- Of the sliding window counter: when this window began, its count and that of the one before, and what of the latter
-- still counts: by the share of it that is left, rounded up.
local start, count, before, sliding = now - now % window, 0, 0, 0
if a and a > now then
  start, count, before = a - 2 * window, b, c
  if now >= start + window then start, count, before = start + window, 0, count end
  if before > 0 then
    local product = before * (window - math.max(now - start, 0))
    sliding = math.floor(product / window)
    if product - sliding * window > 0 then sliding = sliding + 1 end
  end
end
