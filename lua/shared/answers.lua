-- SPDX-License-Identifier: MIT
-- The answer, or those of all tokens that have none yet.
if tokens == 1 and not costs then return @decide(1, cost_of_each) end
answers = answers or {}
for token = #answers + 1, tokens do
  local cost = costs and unpack_from('<I7', costs, 1 + (token - 1) * @number_bytes) or cost_of_each
  answers[token] = @decide(token, cost)
end
return answers
