-- SPDX-License-Identifier: MIT
-- Rule i, and `at` moved on to the next.
local limit_i, window_i, burst_i
limit_i, window_i, burst_i, at = unpack_from('<@rule', request, at)
if window_i < 1 or window_i > @longest_window or limit_i > @exact or burst_i > @exact then
  return redis.error_reply((override and 'WRONGTYPE ratewarden: the override cannot be read, at rule '
    or 'ERR ratewarden: a window from 1 to 2^47 - 1, and numbers below 2^53 are wanted for rule ') .. i)
end
if burst_i == 0 or limit_i == 0 then burst_i = limit_i end
if window_i > longest then longest = window_i end
