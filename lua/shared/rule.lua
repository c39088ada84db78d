-- SPDX-License-Identifier: MIT
-- Rule i, and `at` moved on to the next.
local limit_i, window_i, burst_i
limit_i, window_i, burst_i, at = unpack_from('<@rule', request, at)
if window_i < @shortest_window or window_i > @longest_window or limit_i > @exact or burst_i > @exact then
  local wrong = limit_i > @exact and 'the limit of rule ' .. i .. ' must be from 0 to 2^53 - 1'
    or burst_i > @exact and 'the burst of rule ' .. i .. ' must be from 0 to 2^53 - 1'
    or 'the window of rule ' .. i .. ' must be @window_range'
  --#include shared/wrong_rule.lua
end
if burst_i == 0 or limit_i == 0 then burst_i = limit_i end
if window_i > longest then longest = window_i end
