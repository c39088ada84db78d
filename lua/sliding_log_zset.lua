-- SPDX-License-Identifier: MIT
-- The exact sliding log in a sorted set: one member for each charge, its score the time in microseconds,
-- its name "<running total, 16 digits>:<cost>". The total makes members unique and keeps two charges of
-- one microsecond in order.

--#set own_suffix suffix == 'zlog'
--#set suffixes zlog
--#include shared/request.lua

local function decide(token, cost)
  --#include shared/token.lua
  --#include shared/log.lua

  --#set before_log '-inf'
  --#set after moment
  --#set is_entry newest[1]
  --#set is_no_entry not newest[1]
  --#set first 0
  --#set offset - 1
  --#set count call('ZCARD', key)
  --#set forget call('DEL', key)
  --#include shared/log_zset.lua

  --#include shared/log_decide.lua
end

--#include shared/log_answers.lua
