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

-- The entry that `fits` a growing property first; `count` entries, of which the last one does.
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
  for i = 1, #limits do
    local in_window = log.newest_at and log.total - log.total_up_to(clock - windows[i]) or 0
    local wait = 0
    if cost > 0 and cost <= limits[i] and in_window + cost > limits[i] then
      wait = log.reached(log.total + cost - limits[i]) + windows[i] - now
    end
    add_rule(i, in_window, in_window > 0 and log.newest_at + windows[i] - now or 0, wait)
  end
  apply_block()
  if not charges() then return reply() end

  local to_live, from = milliseconds_to_live(clock + longest - now), nil
  -- A log that is to live longer than these rules ask for is also charged by longer ones: another version of the
  -- policy, or a caller with rules of its own. What to forget is theirs to say.
  if redis.call('PTTL', KEYS[1]) <= to_live then from = clock - longest end
  -- The running total leaves the exact numbers once in 2^53 units.
  if log.total + cost > MAX_UNITS then log.renumber(from) end
  log.add(clock, cost, from, to_live)
  for i = 1, #limits do
    used[i], reset_after[i] = used[i] + cost, clock + windows[i] - now
  end
  return reply()
end
