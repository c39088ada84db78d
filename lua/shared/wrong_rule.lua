-- SPDX-License-Identifier: MIT
-- A rule that cannot be: one of the request, or one of the token's override.
if override then
  return redis.error_reply('WRONGTYPE ratewarden: the override in ' .. KEYS[tokens + token] .. ' cannot be read, as '
    .. wrong .. '; lift it')
end
return redis.error_reply('ERR ratewarden: ' .. wrong)
