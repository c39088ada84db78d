-- SPDX-License-Identifier: MIT
-- The answer for one token: `report` behind the verdict. As text it is of used and reset
-- for each rule, and becomes integers.
if counts and acquires and cost > 0 then
  --#include shared/count_request.lua
end
if not as_text then
  if override then report = override .. report end
  return pack('<@answer', verdict, denying_rule, override and rules or 0, retry_after, now) .. report
end
local answer, place = { verdict, denying_rule, retry_after, now, override and 1 or 0 }, 5
for i = 1, rules do
  answer[place + 1], answer[place + 2] = unpack_from('<@usage', report, 1 + (i - 1) * @usage_bytes)
  place = place + 2
  if override then
    answer[place + 1], answer[place + 2], answer[place + 3] = unpack_from('<@rule', override, 1 + (i - 1) * @rule_bytes)
    place = place + 3
  end
end
return answer
