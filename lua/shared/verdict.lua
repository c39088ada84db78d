-- SPDX-License-Identifier: MIT
-- All rules have spoken. A block outranks them; what they say is still reported.
if blocked_until == 0 then
  verdict, denying_rule, retry_after = blocked, 0, -1
elseif blocked_until and blocked_until > now then
  verdict, denying_rule, retry_after = blocked, 0, blocked_until - now
end
local charges = verdict == 0 and acquires and cost > 0
