-- SPDX-License-Identifier: MIT
-- Charges: the records are written, and the answer tells what is used from now on.
if records then
  -- What other rules than these have charged, those of another version of the policy, is carried along while it counts:
  -- wide, whatever it was, as the limit it was made for is not known.
  local named = {}
  for i = 1, rules do named[tonumber(numbers[offset - 3 * (rules - i) - 1]) % 32749] = true end
  for k = 1, math.min(#records, rules + 16) do
    local record = records[k]
    if not named[record[1]] and record[2] >= now then
      packed[#packed + 1] = pack(WIDE, record[1] + 32768, record[2], record[3], record[4])
      if record[2] > latest then latest = record[2] end
    end
  end
end
call('SET', KEYS[1], packed[2] and table.concat(packed) or packed[1], 'PX', math.ceil((latest + 1 - now) / 1000) + grace)
for i = 1, rules do
  local at = 6 + (i - 1) * step
  answer[at], answer[at + 1] = answer[at] + cost, resets[i]
end
return answer
