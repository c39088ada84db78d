-- SPDX-License-Identifier: MIT
-- All rules have spoken. A block outranks them; what they say is still reported.
if blocked_until == 0 then
  verdict, denying_rule, retry_after = 2, 0, -1
elseif blocked_until and blocked_until > now then
  verdict, denying_rule, retry_after = 2, 0, blocked_until - now
end
answer[1], answer[2], answer[3], answer[4] = verdict, denying_rule, retry_after, now
if overridden then answer[5] = 1 end
if verdict ~= 0 or cost == 0 or not acquiring then return answer end
-- A clock that was handed in says nothing about when the server may forget: such state is kept an hour longer.
local grace = given_now and 3600000 or 0
local step = overridden and 5 or 2 -- from one rule's numbers in the answer to the next one's
