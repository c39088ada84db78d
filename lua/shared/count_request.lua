-- SPDX-License-Identifier: MIT
-- Counts the request as allowed or denied, in a ring of ten seconds each over the last ten minutes, all numbers of four
-- bytes, the highest first: the number of the newest ten seconds since the epoch, then for each of the 60, at its number
-- modulo 60, how many were allowed and how many denied. The decision stands whether it can be counted or not.
local counts_key, turn = KEYS[2 * tokens + token], (now - now % 10000000) / 10000000
local counted = try('BITFIELD', counts_key, 'GET', 'u32', '0', 'INCRBY', 'u32', -- '#': by numbers of four bytes
  string.format('#%d', 1 + turn % 60 * 2 + (verdict == 0 and 0 or 1)), '1')
if not counted.err and counted[1] < turn then -- the first of these ten seconds
  local one = verdict == 0 and pack('>I4I4', 1, 0) or pack('>I4I4', 0, 1)
  if turn - counted[1] >= 60 then
    local zeros = string.rep('\0', 480)
    local place = turn % 60 * 8
    local ring = string.sub(zeros, 1, place) .. one .. string.sub(zeros, place + 9)
    try('SET', counts_key, pack('>I4', turn) .. ring, 'PX', 610000 + grace)
  else
    for between = counted[1] + 1, turn - 1 do
      try('SETRANGE', counts_key, 4 + between % 60 * 8, '\0\0\0\0\0\0\0\0')
    end
    try('SETRANGE', counts_key, 4 + turn % 60 * 8, one)
    try('SETRANGE', counts_key, '0', pack('>I4', turn))
    try('PEXPIRE', counts_key, 610000 + grace)
  end
end
