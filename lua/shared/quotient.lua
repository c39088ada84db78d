-- SPDX-License-Identifier: MIT
-- factor * other = quotient * divisor + left with 0 <= left < divisor, of whole numbers below 2^53. A product may be
-- above that: what its double lacks is then found by the halves of its factors, as Veltkamp and Dekker do. The twin of
-- core/algorithms/quotient.h.
--# Who includes it sets factor, other and divisor.
local product = @factor * @other
local quotient = math.floor(product / @divisor)
local left = product - quotient * @divisor
if product >= 2^53 or product <= -2^53 then
  local function lacking(x, y, rounded)
    local high_x, high_y = x * 134217729, y * 134217729 -- 2^27 + 1
    high_x, high_y = high_x - (high_x - x), high_y - (high_y - y)
    local low_x, low_y = x - high_x, y - high_y
    return low_x * low_y - (((rounded - high_x * high_y) - low_x * high_y) - high_x * low_y)
  end
  local back = quotient * @divisor
  left = (product - back) + (lacking(@factor, @other, product) - lacking(quotient, @divisor, back))
end
if left < 0 or left >= @divisor then
  local more = math.floor(left / @divisor)
  quotient, left = quotient + more, left - more * @divisor
end
