-- SPDX-License-Identifier: MIT
-- Counts the request as allowed or denied, in a ring of 60 places for ten seconds each. Those of number n
-- since the epoch have the place n modulo 60. It has 8 bytes, the highest first: 2 that tell the round of
-- the ring, 1 + n / 60 modulo 32767, 3 of how many were allowed and 3 of how many denied. So one command
-- counts, and its answer tells whether what is there is of this round. The decision stands whether it can
-- be counted or not.
--#set ring_places 60
--#set ring_ends_after 610000
local counts_key, turn = KEYS[2 * tokens + token], (now - now % 10000000) / 10000000
local place = turn % @ring_places
local round = 1 + (turn - place) / @ring_places % 32767
local remembered = denials and verdict ~= 0
local counted
if remembered then -- and tells which of the place's denials this is
  counted = try('BITFIELD', counts_key, 'INCRBY', 'i64', string.format('#%d', place), '1',
    'GET', 'u24', place * 64 + 40)
else
  counted = try('BITFIELD', counts_key, 'INCRBY', 'i64', string.format('#%d', place), -- '#': the place-th
    verdict == 0 and '16777216' or '1') -- 2^24: one more allowed
end
if not counted.err and (counted[1] < round * 2^48 or counted[1] >= (round + 1) * 2^48) then
  counted[2] = 1
  local first = pack('>I2I3I3', round, verdict == 0 and 1 or 0, verdict == 0 and 0 or 1)
  if try('STRLEN', counts_key) == @ring_places * 8 then
    try('SETRANGE', counts_key, place * 8, first)
    try('PEXPIRE', counts_key, @ring_ends_after + grace)
  else
    local ring = string.rep('\0', place * 8) .. first .. string.rep('\0', (@ring_places - 1 - place) * 8)
    try('SET', counts_key, ring, 'PX', @ring_ends_after + grace)
  end
end
if remembered then
  --#include shared/remember_denial.lua
end
