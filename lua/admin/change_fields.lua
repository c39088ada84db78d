-- SPDX-License-Identifier: MIT
-- Changes one field of hashes that hold many tokens, of limiters that others wrote: runs commands if the field holds
-- what was planned on, all of them or none. The other fields may change as they like. Answers 0 and the place of a key
-- whose field holds something else; otherwise 1, the clock in milliseconds, and of each key what the field held before
-- (false if there was none), the key's expiry then (as PTTL), and SHA-1 of what it holds now, `none` if there is no such
-- field any more.
--   KEYS  all hashes that are looked at or written
--   ARGV  the field; of each key SHA-1 of what the field holds, `none` if there must be no such field, empty for whatever
--         there is, with a "?" behind it if it may have ended, too; of each key when it expires if the commands make it
--         anew, in milliseconds since the Unix epoch, or empty; then of each command how many arguments it has, and these
--#set held redis.call('HGET', key, ARGV[1])
--#set expected ARGV[1 + i]
--#set commands 2 * #KEYS + 2
--#part renew
local ends = ARGV[1 + #KEYS + i]
if ends ~= '' and answer[3 * i + 1] == -2 then
  redis.call('PEXPIREAT', key, ends)
end
--#end part
--#include shared/change.lua
