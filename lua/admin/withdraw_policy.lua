-- SPDX-License-Identifier: MIT
-- Removes a policy if its document still is this one: no limiter and no console finds it from then on. The history
-- has that as a version with an empty document, so that the next one goes on with its numbers. Answers 1, that version
-- and the document that was removed; or 0 and the newest version there is, with its document; or 2 where a part of a
-- long history was read, and it is to be called again.
--   KEYS  the hash with every policy's document, the stream with all versions of all policies, and the hash with the
--         newest version of each
--   ARGV  the policy's name, the document, by, reason, and how many versions of all policies the stream is to keep,
--         about, if not all

local most = tonumber(ARGV[5])
if #KEYS ~= 3 or #ARGV < 4 or #ARGV > 5 or ARGV[1] == ''
  or (ARGV[5] and not (most and most >= 1 and most % 1 == 0)) then
  return redis.error_reply('ERR ratewarden: wants three keys, a name, a document, an author and a reason')
end
--#include shared/policy_history.lua
if current ~= ARGV[2] then return refusal() end
keep_current()
redis.call('HDEL', policies, name)
keep(newest + 1, '', ARGV[3], ARGV[4], most)
return { 1, newest + 1, current }
