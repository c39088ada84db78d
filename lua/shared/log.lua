-- SPDX-License-Identifier: MIT
-- The exact sliding log, whatever it is stored in. Each entry has a running total of units, so that what
-- was used in a window is the difference of two totals, without reading the window.
--
-- A storage is a table with
--   total, newest_at         of the newest entry; 0 and nil when there is none
--   total_up_to(moment)      what had been charged when `moment` had just passed; nil when no entry is so old
--   before_all()             what had been charged before the oldest entry
--   reached(needed, moment)  the time of the first entry whose total is at least `needed`; it is later than `moment`
--   renumber(from)           starts the totals anew from the entries later than `from` (nil: from all), and sets total
--   take_back(units)         takes the newest units out of the log, or all there are; leaves its life as it is
--   entries_from(moment)     the entries not earlier than it, the oldest first, each as { at, total, cost, open }
--   replace_from(moment, entries)
--                            puts these in the place of those; at least one entry is left
--   add(at, units, from, to_live)
--                            adds an entry, forgets those not later than `from`, and lets the key live `to_live`
--                            milliseconds; from nil: forgets nothing, and leaves the life as it is

-- An entry is open while it is a reservation that was not settled. Its cost is then written with a 0 in front, which
-- whoever does not know of that reads as the same number.
local function cost_text(units, open) return string.format(open and '0%.0f' or '%.0f', units) end
local function is_open(cost) return string.byte(cost) == 48 end

-- The first of `count` entries that fits; all behind it do, too, and the last one does. `probe` is where
-- to look first.
local function first_entry(count, fits, probe)
  local low, high = 1, count
  probe = probe and math.min(math.max(probe, low), high) or math.floor((low + high) / 2)
  while low < high do
    if fits(probe) then high = probe else low = probe + 1 end
    probe = math.floor((low + high) / 2)
  end
  return low
end

-- Whether a number read of a log can be a moment or a total.
local function is_whole(number) return number and number >= 0 and number <= @exact and number % 1 == 0 end

--# A script whose state is not only the log sets these otherwise:
--#   log_longest     the longest window of the rules that count the log
--#   log_settled     what `settled` is where the entry was found
--#   settle_beside   what else it settles
--#set log_longest longest
--#set log_settled rules
--#part settle_beside
--#end part
