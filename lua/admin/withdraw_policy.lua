-- SPDX-License-Identifier: MIT
-- Withdraws a policy if its document still is this one: no limiter and no console finds it from then on. The history
-- has that as a version with an empty document, so that the next one goes on with its numbers. Answers 1 and that
-- version; or 0 and the newest version there is, with its document.
--   KEYS  the hash with every policy's document, and the stream with all versions of all policies
--   ARGV  the policy's name, the document, by, reason

if #KEYS ~= 2 or #ARGV ~= 4 then
  return redis.error_reply('ERR ratewarden: wants two keys, a name, a document, an author and a reason')
end
--#include shared/policy_history.lua
if current ~= ARGV[2] then return refusal() end
keep_current()
redis.call('HDEL', policies, name)
keep(newest + 1, '', ARGV[3], ARGV[4])
return { 1, newest + 1 }
