-- SPDX-License-Identifier: MIT
-- For algorithms whose state has a constant size: one record for each rule, so that rules can be reordered and edited
-- under live state, and a caller with other rules forgives nothing. A record is
--   a tag of two bytes that tells the rule by its window; its highest bit says that the wide format follows
--   the numbers of the algorithm, little-endian; the first is the moment from which the record no longer counts
-- The wide format is for numbers from @narrow_limit on, which the narrow one could not hold.
-- As a rule the state holds narrow records of just these rules in their order, and is read in place; else `records`
-- gets them all.

local state, records = try('GET', key), nil
if state and state.err then return state end
if state and #state ~= rules * @narrow_size then
  local bytes = state
  --#include shared/records_all.lua
  if not records then return redis.error_reply('WRONGTYPE ratewarden: this string is not a state of ours') end
end
if mode == 8 then cost = -cost end -- what is given back is charged less; there is nothing below zero
local charged, latest, latest_before = '', 0, 0 -- charged: the records, once the cost is in them
