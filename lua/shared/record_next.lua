-- SPDX-License-Identifier: MIT
-- The record when the cost is charged, and the time until it is free then.
if next_a then
  if next_a > latest then latest = next_a end
  resets[i] = next_reset
  if limit >= NARROW_LIMIT or next_c and next_c >= NARROW_LIMIT then
    packed[i] = pack(WIDE, tag + 32768, next_a, next_b, next_c)
  else
    packed[i] = pack(NARROW, tag, next_a, next_b, next_c)
  end
end
