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

local function decide_by_log(log)
  -- Should the clock have gone back, the newest entry stands in for it until it has caught up.
  local clock = log.newest_at and math.max(log.newest_at, now) or now
  local used, windows = {}, {}
  for i = 1, rules do
    --#include shared/rule.lua
    burst = limit
    used[i], windows[i] = log.newest_at and log.total - log.total_up_to(clock - window) or 0, window
    local wait = 0
    if cost > 0 and cost <= limit and used[i] + cost > limit then
      wait = log.reached(log.total + cost - limit) + window - now
    end
    --#include shared/judge.lua
  end
  --#include shared/verdict.lua
  local newest_at, more = log.newest_at, 0
  if charges then
    local to_live, from = math.ceil((clock + longest - now) / 1000) + grace, nil
    -- A log that is to live longer than these rules ask for is also charged by longer ones: another version of the
    -- policy, or a caller with rules of its own. What to forget is theirs to say.
    if call('PTTL', KEYS[1]) <= to_live then from = clock - longest end
    -- The running total leaves the exact numbers once in 2^53 units.
    if log.total + cost > 9007199254740991 then log.renumber(from) end
    log.add(clock, cost, from, to_live)
    newest_at, more = clock, cost
  end
  local report = ''
  if mode < 2 then
    for i = 1, rules do
      local in_use = used[i] + more
      report = report .. pack('<I7I7', in_use, in_use > 0 and newest_at + windows[i] - now or 0)
    end
  end
  --#include shared/reply.lua
end
