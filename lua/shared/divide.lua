-- SPDX-License-Identifier: MIT
-- A function, for what is not the usual case: there a call would cost more than the arithmetic.
local function divide(factor, other, divisor)
  --#set factor factor
  --#set other other
  --#set divisor divisor
  --#include shared/quotient.lua
  return quotient, left
end
