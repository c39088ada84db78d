-- SPDX-License-Identifier: MIT
-- sum_a whole microseconds and sum_b / limit_i of one, so written that 0 <= sum_b < limit_i.
if sum_b < 0 or sum_b >= limit_i then
  local carry = math.floor(sum_b / limit_i)
  local left = sum_b - carry * limit_i
  if left < 0 then
    left, carry = left + limit_i, carry - 1
  elseif left >= limit_i then
    left, carry = left - limit_i, carry + 1
  end
  sum_a, sum_b = sum_a + carry, left
end
