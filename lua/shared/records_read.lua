-- SPDX-License-Identifier: MIT
-- For algorithms whose state has a constant size: one record for each rule, so that rules can be reordered and edited
-- under live state, and a caller with other rules forgives nothing. A record is
--   a tag of two bytes that tells the rule by its window; its highest bit says that the wide format follows
--   the numbers of the algorithm, little-endian; the first is the moment from which the record no longer counts
-- The wide format is for numbers from NARROW_LIMIT on, which the narrow one could not hold.
-- As a rule the state holds narrow records of just these rules in their order, and is read in place; else `records`
-- gets them all.

local state = call('GET', KEYS[1])
local records
local function all_records(bytes, narrow, wide)
  local found, position = {}, 1
  while position <= #bytes do
    local is_wide = (string.byte(bytes, position + 1) or 0) >= 128
    local size = struct.size(is_wide and wide or narrow)
    if position + size - 1 > #bytes then return nil end
    local record = { struct.unpack(is_wide and wide or narrow, bytes, position) }
    record[#record] = nil -- the position behind it
    if is_wide then record[1] = record[1] - 32768 end
    found[#found + 1], position = record, position + size
  end
  return found
end
if state and #state ~= rules * NARROW_SIZE then
  records = all_records(state, NARROW, WIDE)
  if not records then return redis.error_reply('WRONGTYPE ratewarden: this string is not a state of ours') end
end
local packed, resets, latest = {}, {}, 0
