-- SPDX-License-Identifier: MIT
-- sum_a whole microseconds and sum_b / limit of one, so written that 0 <= sum_b < limit.
if sum_b < 0 or sum_b >= limit then
  local carry = math.floor(sum_b / limit)
  local left = sum_b - carry * limit
  if left < 0 then
    left, carry = left + limit, carry - 1
  elseif left >= limit then
    left, carry = left - limit, carry + 1
  end
  sum_a, sum_b = sum_a + carry, left
end
