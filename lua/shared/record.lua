-- SPDX-License-Identifier: MIT
-- The numbers of rule i's record: a, b, c, or nil when it has none.
local tag = window % 32749 -- the largest prime that leaves the highest bit free
local a, b, c
if state and not records then
  local found
  found, a, b, c = unpack_from(NARROW, state, (i - 1) * NARROW_SIZE + 1)
  if found ~= tag then
    records = all_records(state, NARROW, WIDE)
    if not records then return redis.error_reply('WRONGTYPE ratewarden: this string is not a state of ours') end
  end
end
if records then
  -- First of all at its own place: two rules may have the same window.
  local record = records[i]
  if not record or record[1] ~= tag then
    record = nil
    for k = 1, #records do
      if records[k][1] == tag then record = records[k] break end
    end
  end
  a, b, c = nil, nil, nil
  if record then a, b, c = record[2], record[3], record[4] end
end
