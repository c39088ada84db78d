-- SPDX-License-Identifier: MIT
-- ratewarden publish_policy, contract 1
-- Generated from lua/admin/publish_policy.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
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
-- For the scripts that change a published policy: what is published under ARGV[1], and the newest version.
--   KEYS  the hash with every policy's document, the stream with all versions of all policies, and the hash with the
--         newest version of each policy in that stream
local policies, history, index, name = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local time = redis.call('TIME')

-- What somebody has written by hand may be any number.
local function sane(version)
  version = tonumber(version)
  return version and version >= 0 and version < 9007199254740991 and version == math.floor(version) and version
end

-- `most`: how many versions the stream keeps, about; nil: all.
local function keep(version, text, by, reason, most)
  local entry = { 'policy', name, 'version', version, 'document', text, 'by', by, 'reason', reason, 'at',
    string.format('%.0f', time[1] * 1000000 + time[2]) }
  local id
  if most then
    id = redis.call('XADD', history, 'MAXLEN', '~', most, '*', unpack(entry))
  else
    id = redis.call('XADD', history, '*', unpack(entry))
  end
  redis.call('HSET', index, name, string.format('%.0f %s', version, redis.sha1hex(text)), '', id)
end

-- The index says of each policy its newest version and the SHA-1 of that document; and under the empty name, which no
-- policy has, the last entry that it knows. What stands behind that came from a program without the index. A long
-- history is read in several calls, so that none keeps the server from others: false, it is to be called again.
local function catch_up()
  local most = 1000
  local known = redis.call('HGET', index, '')
  local entries = redis.call('XRANGE', history, known and '(' .. known or '-', '+', 'COUNT', most)
  local found = {}
  for i = 1, #entries do
    local fields = {}
    for k = 1, #entries[i][2], 2 do fields[entries[i][2][k]] = entries[i][2][k + 1] end
    if fields.policy and fields.policy ~= '' then found[fields.policy] = fields end
  end
  for policy, fields in pairs(found) do
    redis.call('HSET', index, policy, string.format('%.0f %s', sane(fields.version) or 0,
      redis.sha1hex(fields.document or '')))
  end
  if #entries > 0 then redis.call('HSET', index, '', entries[#entries][1]) end
  return #entries < most
end
if not catch_up() then return { 2 } end

-- A policy that was removed goes on with its numbers.
local kept, kept_sha = 0, nil
local indexed = redis.call('HGET', index, name)
if indexed then
  local version, sha = string.match(indexed, '^(%d+) (%x+)$')
  kept, kept_sha = tonumber(version) or 0, sha
end
local current = redis.call('HGET', policies, name)
local newest = kept
if current then
  local known, decoded = pcall(cjson.decode, current)
  newest = math.max(kept, known and type(decoded) == 'table' and sane(decoded.version) or 1)
end
local function refusal()
  return current and { 0, newest, current } or { 0, newest }
end
-- What a program has announced, or somebody has written by hand, is kept before it goes.
local function keep_current()
  if current and redis.sha1hex(current) ~= kept_sha then keep(newest, current, '', '') end
end
if newest ~= base or (ARGV[6] and ARGV[6] ~= '' and ARGV[6] ~= (current or 'none')) then return refusal() end
keep_current()
redis.call('HSET', policies, name, document)
keep(newest + 1, document, ARGV[4], ARGV[5], most)
return { 1, newest + 1, current or nil }
