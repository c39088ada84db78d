-- SPDX-License-Identifier: MIT
-- Of a log no more is read than a decision needs. Where a decision stumbles over what it reads, the log is damaged.
--#set decide decide_or_tell
local function decide_or_tell(token, cost)
  local done, answer = pcall(decide, token, cost)
  if done then return answer end
  if type(answer) == 'table' then answer = answer.err end
  if string.find(answer, 'attempt to ') or string.find(answer, 'bad argument') then
    return redis.error_reply('WRONGTYPE ratewarden: ' .. KEYS[token] .. ' holds a damaged log')
  end
  -- Redis' own error, such as OOM; with the line in front in Redis 6
  return redis.error_reply(string.match(answer, '^.*user_script: ?%d+: %-?(.*)$') or answer)
end

--#include shared/answers.lua
