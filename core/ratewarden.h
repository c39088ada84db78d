// SPDX-License-Identifier: MIT
// All that a service needs to decide, and to follow what operators publish: <ratewarden/ratewarden.h>, with
// ratewarden::core. What this includes, and nothing else, is installed.
#pragma once

#include "core/limiter/estimator.h"
#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/leased_rate_limiter.h"
#include "core/limiter/local_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/limiter/slot_keeper.h"
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"
#include "core/policies/async_leased_rate_limiter.h"
#include "core/policies/async_rate_limiter.h"
#include "core/policies/following_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/policies/rate_limit_headers.h"
#include "core/policies/rule_check.h"
#include "core/redis/address_faults.h"
#include "core/redis/connection.h"
#include "core/redis/connection_pool.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_cluster.h"
#include "core/redis/pipelined_server.h"
#include "core/version.h"
