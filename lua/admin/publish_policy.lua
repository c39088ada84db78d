-- SPDX-License-Identifier: MIT
-- Publishes a version of a policy if it is the one after the newest. Answers 1, its version, and the document that was
-- there before, if there was one; or 0 and the newest version there is, with its document; or 2 where a part of a long
-- history was read, and it is to be called again.
--   KEYS  the hash with every policy's document, the stream with all versions of all policies, and the hash with the
--         newest version of each
--   ARGV  the policy's name, the version that this one stands on (0: none), the document, by, reason; then, if it is to
--         replace that one only, the document that is there, or none if there is to be none, else empty; and how many
--         versions of all policies the stream is to keep, about, if not all

local base, document, most = tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[7])
if #KEYS ~= 3 or #ARGV < 5 or #ARGV > 7 or not base or ARGV[1] == ''
  or (ARGV[7] and not (most and most >= 1 and most % 1 == 0)) then
  return redis.error_reply('ERR ratewarden: wants three keys, a name, the version before, a document, an author and a '
    .. 'reason')
end
--#include shared/policy_history.lua
if newest ~= base or (ARGV[6] and ARGV[6] ~= '' and ARGV[6] ~= (current or 'none')) then return refusal() end
keep_current()
redis.call('HSET', policies, name, document)
keep(newest + 1, document, ARGV[4], ARGV[5], most)
return { 1, newest + 1, current or nil }
