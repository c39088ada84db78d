-- SPDX-License-Identifier: MIT
-- Settles the entry that was reserved: it gets its actual cost, and those behind it the totals that follow from that.
-- It is not open any more. Where it is gone, or was settled before, nothing is done: no other entry is touched instead.
--#include shared/settlement.lua
--#include settle_beside
for i = 1, rules do
  --#include shared/rule.lua
end
local entries, mine
local function find()
  entries = log.entries_from(reserved_at)
  for k = 1, #entries do
    if entries[k][1] > reserved_at then return nil end
    if entries[k][3] == cost then return k end
  end
end
if log.newest_at then
  local clock = math.max(log.newest_at, now)
  if reserved_at > math.max(clock - @log_longest, 0) and reserved_at <= log.newest_at then mine = find() end
  if mine then settled = @log_settled end
  if mine and (actual ~= cost or entries[mine][4]) then
    local lives = call('PTTL', key)
    if log.total - cost + actual > @exact then -- what these rules do not count goes
      log.renumber(clock - @log_longest)
      mine, actual = find(), math.min(actual, @exact - (log.total - cost))
    end
    for k = mine, #entries do entries[k][2] = entries[k][2] + (actual - cost) end
    entries[mine][3], entries[mine][4] = actual, false
    if actual == 0 then table.remove(entries, mine) end
    log.replace_from(reserved_at, entries)
    if lives > 0 then call('PEXPIRE', key, lives) end -- where it was written anew
  end
end
--#include shared/settled.lua
