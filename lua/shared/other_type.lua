-- SPDX-License-Identifier: MIT
-- Redis' error, which does not name the key.
--# Who includes it sets error, and bad_key.
local error = @error
if string.find(error, '^WRONGTYPE') then error = 'WRONGTYPE ratewarden: ' .. @bad_key .. ' holds another type' end
return redis.error_reply(error)
