-- SPDX-License-Identifier: MIT
-- The end of every deciding script. The answer for one token: `report` behind the verdict. As text it is of used and
-- reset for each rule, and becomes integers.
if acquires and mode >= 4 then
  --#include shared/count_request.lua
end
if not as_text then
  if override then report = override .. report end
  return pack('<BBBi8I7', verdict, denying_rule, override and rules or 0, retry_after, now) .. report
end
local answer, place = { verdict, denying_rule, retry_after, now, override and 1 or 0 }, 5
for i = 1, rules do
  answer[place + 1], answer[place + 2] = unpack_from('<I7I7', report, i * 14 - 13)
  place = place + 2
  if override then
    answer[place + 1], answer[place + 2], answer[place + 3] = unpack_from('<I7I7I7', override, i * 21 - 20)
    place = place + 3
  end
end
return answer
end

if tokens == 1 and not costs then return decide(1, cost_of_each) end
answers = answers or {}
for token = #answers + 1, tokens do
  answers[token] = decide(token, costs and unpack_from('<I7', costs, token * 7 - 6) or cost_of_each)
end
return answers
