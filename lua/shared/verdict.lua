-- SPDX-License-Identifier: MIT
-- All rules have spoken. A block outranks them; what they say is still reported.
if blocked_until == 0 then
  verdict, denying_rule, retry_after = 2, 0, -1
elseif blocked_until and blocked_until > now then
  verdict, denying_rule, retry_after = 2, 0, blocked_until - now
end
local acquires = cost > 0 and mode % 2 == 1
local charges = verdict == 0 and acquires
