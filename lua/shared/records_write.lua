-- SPDX-License-Identifier: MIT
-- The records are written, if the cost is charged or given back; `report` gets those that hold from now
-- on.
local report = state or ''
if charges or cost < 0 and state then
  if records then
    -- What other rules than these have charged, those of another version of the policy, is carried along
    -- while it counts: wide, whatever it was, as the limit it was made for is not known.
    local named = {}
    at = @rules_at
    for i = 1, rules do
      --#include shared/rule.lua
      named[window_i % @tags] = true
    end
    for k = 1, math.min(#records, rules + 16) do
      local record = records[k]
      if not named[record[1]] and record[2] >= now then
        charged = charged .. pack('<@wide', record[1] + @wide_mark, record[2], record[3], record[4])
        if record[2] > latest then latest = record[2] end
      end
    end
  end
  if latest < now then
    call('DEL', key) -- all has been given back
  else
    --#set in_place state and not records and #state == #charged
    --#include shared/records_keep.lua
  end
  report = charged
end
