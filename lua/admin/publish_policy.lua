-- SPDX-License-Identifier: MIT
-- Publishes a version of a policy if it is the one after the newest. Answers 1, its version, and the document that was
-- there before, if there was one; or 0 and the newest version there is, with its document.
--   KEYS  the hash with every policy's document, and the stream with all versions of all policies
--   ARGV  the policy's name, the version that this one stands on (0: none), the document, by, reason, and, if it is to
--         replace that one only, the document that is there

local base, document = tonumber(ARGV[2]), ARGV[3]
if #KEYS ~= 2 or #ARGV < 5 or #ARGV > 6 or not base then
  return redis.error_reply('ERR ratewarden: wants two keys, a name, the version before, a document, an author and a '
    .. 'reason')
end
--#include shared/policy_history.lua
if newest ~= base or (ARGV[6] and current ~= ARGV[6]) then return refusal() end
keep_current()
redis.call('HSET', policies, name, document)
keep(newest + 1, document, ARGV[4], ARGV[5])
return { 1, newest + 1, current or nil }
