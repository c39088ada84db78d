-- SPDX-License-Identifier: MIT
-- Remembers a denial, the newest first in a list: when, by which rule (0: a block), of which cost, the wait (-1: it
-- never helps), and the caller's note. Of each ten seconds' denials the first four are remembered, and of the others
-- each sixteenth: so a client that goes on and on costs next to nothing, and does not push out all others. The decision
-- stands whether it can be remembered or not.
--#set denial I7BI7i8
--#set denials_end_after 259200000
--# Who includes it has counted the denial.
local nth = counted[2] or 1 -- of the denials of these ten seconds
if nth <= 4 or nth % 16 == 0 then
  local denials_key = KEYS[3 * tokens + token]
  local length = try('LPUSH', denials_key, pack('<@denial', now, denying_rule, cost, retry_after)
    .. (note or string.sub(asked, note_at, -1 - @memory_bytes)))
  if type(length) == 'number' then
    if length > denials then try('LTRIM', denials_key, 0, denials - 1) end
    try('PEXPIRE', denials_key, @denials_end_after + grace)
  end
end
