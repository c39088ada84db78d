-- SPDX-License-Identifier: MIT
-- Joined behind shared/request.lua, shared/records.lua
-- The sliding window counter: counts of this window on the clock and of the one before, which weighs as much as of it
-- still lies within one window from now. A record holds the end of the window after this one, when neither counts any
-- more, and both counts. Exact while count * window stays below 2^53; above, it rounds against the caller.

local function share_up(count, part, window) -- count * part / window, rounded up
  local product = count * part
  local whole_units = math.floor(product / window)
  return product - whole_units * window > 0 and whole_units + 1 or whole_units
end

local function share_down(count, window, of) -- count * window / of, rounded down
  local product = count * window
  local microseconds = math.floor(product / of)
  return microseconds * of > product and microseconds - 1 or microseconds
end

return decide_by_records('<HI7I4I4', '<HI7I7I7', 4294967296, function(i, forgotten, count, before)
  local limit, window = limits[i], windows[i]
  local start
  if not forgotten or forgotten <= now then
    start, count, before = now - now % window, 0, 0
  else
    start = forgotten - 2 * window
    if now >= start + window then start, count, before = start + window, 0, count end
  end
  local sliding = share_up(before, window - math.max(now - start, 0), window)
  local reset = count > 0 and start + 2 * window - now or sliding > 0 and start + window - now or 0
  local wait = 0
  if cost > 0 and cost <= limit and count + sliding + cost > limit then
    local room = limit - cost - count
    if room >= 0 then -- comes as the window before slides out
      wait = start + window - share_down(room, window, before) - now
    else -- only once this window is the one before, and slides out
      wait = start + 2 * window - share_down(limit - cost, window, count) - now
    end
  end
  return count + sliding, reset, wait, start + 2 * window, count + cost, before
end)
