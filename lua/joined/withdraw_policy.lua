-- SPDX-License-Identifier: MIT
-- ratewarden withdraw_policy, contract 1
-- Generated from lua/admin/withdraw_policy.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Withdraws a policy if its document still is this one: no limiter and no console finds it from then on. The history
-- has that as a version with an empty document, so that the next one goes on with its numbers. Answers 1 and that
-- version; or 0 and the newest version there is, with its document.
--   KEYS  the hash with every policy's document, and the stream with all versions of all policies
--   ARGV  the policy's name, the document, by, reason

if #KEYS ~= 2 or #ARGV ~= 4 then
  return redis.error_reply('ERR ratewarden: wants two keys, a name, a document, an author and a reason')
end
-- For the scripts that change a published policy: what is published under ARGV[1], and the newest version.
--   KEYS  the hash with every policy's document, and the stream with all versions of all policies
local policies, history, name = KEYS[1], KEYS[2], ARGV[1]
local time = redis.call('TIME')
local function keep(version, text, by, reason)
  redis.call('XADD', history, '*', 'policy', name, 'version', version, 'document', text, 'by', by, 'reason', reason,
    'at', string.format('%.0f', time[1] * 1000000 + time[2]))
end

-- The newest version that the history knows: a policy that was removed goes on with its numbers.
local function newest_kept()
  local from = '+'
  while true do
    local entries = redis.call('XREVRANGE', history, from, '-', 'COUNT', 100)
    for i = 1, #entries do
      local fields = {}
      for k = 1, #entries[i][2], 2 do fields[entries[i][2][k]] = entries[i][2][k + 1] end
      if fields.policy == name then return tonumber(fields.version) or 0, fields.document end
    end
    if #entries < 100 then return 0, nil end
    from = '(' .. entries[#entries][1]
  end
end

local current = redis.call('HGET', policies, name)
local kept, kept_document = newest_kept()
local newest = kept
if current then
  local known, decoded = pcall(cjson.decode, current)
  newest = math.max(kept, known and type(decoded) == 'table' and tonumber(decoded.version) or 1)
end
local function refusal()
  return current and { 0, newest, current } or { 0, newest }
end
-- What a program has announced, or somebody has written by hand, is kept before it goes.
local function keep_current()
  if current and current ~= kept_document then keep(newest, current, '', '') end
end
if current ~= ARGV[2] then return refusal() end
keep_current()
redis.call('HDEL', policies, name)
keep(newest + 1, '', ARGV[3], ARGV[4])
return { 1, newest + 1 }
