-- SPDX-License-Identifier: MIT
-- What rule i says goes into the answer. A rule that can never hold the cost outranks all, then the one that makes wait
-- the longest; `wait` is how long until the cost fits under it alone, zero or less when it fits now.
if verdict ~= 3 then
  if cost > burst then
    verdict, denying_rule, retry_after = 3, i, -1
  elseif wait > retry_after then
    verdict, denying_rule, retry_after = 1, i, wait
  end
end
answer[place + 1], answer[place + 2] = in_use, reset
if overridden then
  answer[place + 3], answer[place + 4], answer[place + 5] = limit, window, burst
  place = place + 3
end
place = place + 2
