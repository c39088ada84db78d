-- SPDX-License-Identifier: MIT
-- Joined behind shared/request.lua, shared/records.lua
-- The fixed window: what was charged since the last multiple of the window on the clock. A record holds when that
-- window ends and its count. Across the seam of two windows up to twice the limit can pass.

return decide_by_records('<HI7I6', '<HI7I7', 281474976710656, function(i, ends, count)
  if not ends or ends <= now then
    ends, count = now - now % windows[i] + windows[i], 0
  end
  local wait = 0
  if cost > 0 and count + cost > limits[i] then wait = ends - now end
  return count, count > 0 and ends - now or 0, wait, ends, count + cost
end)
