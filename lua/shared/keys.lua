-- SPDX-License-Identifier: MIT
-- Whether the keys of the token belong together: rw:{token}:policy:suffix, rw:{token}:control, where requests are
-- counted rw:{token}:policy:counts, and where denials are remembered rw:{token}:policy:denials. Names are printable
-- ASCII: a key with other bytes is not the one that holds the token's block.
--# Who includes it sets own_suffix: whether `suffix` is one of this script's.
local of_token, of_policy, suffix = string.match(key, '^(rw:{[!-z|~]+}:)([!-9;-z|~]+:)(%l+)$')
local is_own = of_token and (@own_suffix)
local has_control = is_own and of_token .. 'control' == KEYS[tokens + token]
local has_counts = has_control and (not counts or of_token .. of_policy .. 'counts' == KEYS[2 * tokens + token])
local fits = has_counts and (not denials or of_token .. of_policy .. 'denials' == KEYS[3 * tokens + token])
