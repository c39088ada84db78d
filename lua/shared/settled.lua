-- SPDX-License-Identifier: MIT
-- The answer once it is settled, or cannot be: how the token stands, and in the place of the rule that denied, as none
-- does, under how many rules it was settled.
reserved_at = nil
local answer = decide(token, 0)
if as_text then
  if not answer.err then answer[2] = settled end
  return answer
end
return type(answer) == 'string' and string.sub(answer, 1, 1) .. string.char(settled) .. string.sub(answer, 3) or answer
