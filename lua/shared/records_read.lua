-- SPDX-License-Identifier: MIT
-- The state. As a rule it holds narrow records of just these rules in their order, and is read in place;
-- else `records` gets them all.

local state, records = try('GET', key), nil
if state and state.err then
  --#set error state.err
  --#set bad_key key
  --#include shared/other_type.lua
end
if state and #state ~= rules * @narrow_size then
  records = all_records(state)
  if not records or state == '' then
    return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a string that is not a state of ours')
  end
end
if gives_back then cost = -cost end -- what is given back is charged less; there is nothing below zero
local charged, latest, latest_before = '', 0, 0 -- charged: the records, once the cost is in them
