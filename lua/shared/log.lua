-- SPDX-License-Identifier: MIT
-- For algorithms that keep every charge: the exact sliding log, whatever it is stored in. Each entry has a running total
-- of units, so that what was used in a window is the difference of two totals, without reading the window.
--
-- A storage is a table with
--   total, newest_at         of the newest entry; 0 and nil when there is none
--   total_up_to(moment)      what had been charged when `moment` had just passed
--   reached(needed)          the time of the first entry whose total is at least `needed`
--   renumber(from)           starts the totals anew from the entries later than `from` (nil: from all), and sets total
--   add(at, units, from, to_live)
--                            adds an entry, forgets those not later than `from`, and lets the key live `to_live`
--                            milliseconds; from nil: forgets nothing, and leaves the life as it is

-- The first of `count` entries that fits; all behind it do, too, and the last one does. `probe` is where to look first.
local function first_entry(count, fits, probe)
  local low, high = 1, count
  probe = probe and math.min(math.max(probe, low), high) or math.floor((low + high) / 2)
  while low < high do
    if fits(probe) then high = probe else low = probe + 1 end
    probe = math.floor((low + high) / 2)
  end
  return low
end

local limits, windows = {}, {}
for i = 1, rules do
  --#include shared/rule.lua
  limits[i], windows[i] = limit, window
end

local function decide_by_log(log)
  -- Should the clock have gone back, the newest entry stands in for it until it has caught up.
  local clock = log.newest_at and math.max(log.newest_at, now) or now
  for i = 1, rules do
    local limit, window = limits[i], windows[i]
    local burst = limit
    local in_use = log.newest_at and log.total - log.total_up_to(clock - window) or 0
    local reset = in_use > 0 and log.newest_at + window - now or 0
    local wait = 0
    if cost > 0 and cost <= limit and in_use + cost > limit then
      wait = log.reached(log.total + cost - limit) + window - now
    end
    --#include shared/judge.lua
  end
  --#include shared/verdict.lua

  local to_live, from = math.ceil((clock + longest - now) / 1000) + grace, nil
  -- A log that is to live longer than these rules ask for is also charged by longer ones: another version of the
  -- policy, or a caller with rules of its own. What to forget is theirs to say.
  if call('PTTL', KEYS[1]) <= to_live then from = clock - longest end
  -- The running total leaves the exact numbers once in 2^53 units.
  if log.total + cost > 9007199254740991 then log.renumber(from) end
  log.add(clock, cost, from, to_live)
  for i = 1, rules do
    local at = 6 + (i - 1) * step
    answer[at], answer[at + 1] = answer[at] + cost, clock + windows[i] - now
  end
  return answer
end
