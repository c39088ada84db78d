-- SPDX-License-Identifier: MIT
-- All rules have spoken. A block outranks them; what they say is still reported.
if blocked_until == 0 then
  verdict, denying_rule, retry_after = blocked, 0, -1
elseif blocked_until and blocked_until > now then
  verdict, denying_rule, retry_after = blocked, 0, blocked_until - now
end
-- Who would have to wait longer than the rules can lead to has a state that lies in the future: the clock has gone
-- back, as after a failover to a host that is behind. Such a state is forgotten, as nobody may wait for a clock. A
-- peek changes nothing, and says what would come of it.
if verdict == denied and retry_after > patience then
  if acquires then
    call('DEL', key)
    return decide(token, cost)
  end
  verdict, denying_rule, retry_after = 0, 0, 0
end
charges = verdict == 0 and acquires and cost > 0
