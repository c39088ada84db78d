-- SPDX-License-Identifier: MIT
-- Counts the request as allowed or denied, in a ring of 60 times ten seconds. Those of number n since the epoch have the
-- 8 bytes at n modulo 60, the highest first: 2 that tell the round of the ring, 1 + n / 60 modulo 32767, 3 of how many
-- were allowed and 3 of how many denied. So one command counts, and its answer tells whether what is there is of this
-- round. The decision stands whether it can be counted or not.
local counts_key, turn = KEYS[2 * tokens + token], (now - now % 10000000) / 10000000
local place = turn % 60
local round = 1 + (turn - place) / 60 % 32767
local counted = try('BITFIELD', counts_key, 'INCRBY', 'i64', string.format('#%d', place), -- '#': by numbers of eight bytes
  verdict == 0 and '16777216' or '1')
if not counted.err and (counted[1] < round * 281474976710656 or counted[1] >= (round + 1) * 281474976710656) then
  local first = pack('>I2I3I3', round, verdict == 0 and 1 or 0, verdict == 0 and 0 or 1)
  if try('STRLEN', counts_key) == 480 then
    try('SETRANGE', counts_key, place * 8, first)
    try('PEXPIRE', counts_key, 610000 + grace)
  else
    local ring = string.rep('\0', place * 8) .. first .. string.rep('\0', 472 - place * 8)
    try('SET', counts_key, ring, 'PX', 610000 + grace)
  end
end
