-- SPDX-License-Identifier: MIT
-- Rule i, and `at` moved on to the next.
local limit, window, burst
limit, window, burst, at = unpack_from('<I7I7I7', request, at)
if window < 1 or window > 140737488355327 or limit > 9007199254740991 or burst > 9007199254740991 then
  return redis.error_reply((override and 'WRONGTYPE ratewarden: the override cannot be read, at rule '
    or 'ERR ratewarden: a window from 1 to 2^47 - 1, and numbers below 2^53 are wanted for rule ') .. i)
end
if burst == 0 or limit == 0 then burst = limit end
if window > longest then longest = window end
