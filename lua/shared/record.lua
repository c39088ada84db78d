-- SPDX-License-Identifier: MIT
-- The numbers of rule i's record: a, b, c, or nil when it has none.
local tag = window % 32749 -- the largest prime that leaves the highest bit free
local a, b, c
if state and not records then
  local found
  found, a, b, c = unpack_from(NARROW, state, i * NARROW_SIZE - NARROW_SIZE + 1)
  if found ~= tag then
    local bytes = state
    --#include shared/records_all.lua
    if not records then return redis.error_reply('WRONGTYPE ratewarden: this string is not a state of ours') end
  end
end
if records then
  --#include shared/record_by_tag.lua
end
if a and a > latest_before then latest_before = a end
