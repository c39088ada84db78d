-- SPDX-License-Identifier: MIT
-- The numbers of rule i's record: a, b, c; a record that is not there is one that no longer counts.
local tag = window_i % @tags
local a_i, b_i, c_i = 0, 0, 0
if state and not records then
  local found
  found, a_i, b_i, c_i = unpack_from('<@narrow', state, 1 + (i - 1) * @narrow_size)
  if found ~= tag then
    records = all_records(state)
    if not records then
      return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a string that is not a state of ours')
    end
  end
end
if records then
  --#include shared/record_by_tag.lua
end
if a_i > latest_before then latest_before = a_i end
