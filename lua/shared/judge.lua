-- SPDX-License-Identifier: MIT
-- What rule i says. A rule that can never hold the cost outranks all, then the one that makes wait the
-- longest; `wait` is how long until the cost fits under it alone, zero or less when it fits now.
--# Who includes it sets patience_of: the longest wait that rule i can lead to.
if @patience_of > patience then patience = @patience_of end
if cost > burst_i then
  if verdict ~= never_fits then verdict, denying_rule, retry_after = never_fits, i, -1 end
elseif wait > retry_after and verdict ~= never_fits then
  verdict, denying_rule, retry_after = denied, i, wait
end
