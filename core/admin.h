// SPDX-License-Identifier: MIT
// What a console needs besides <ratewarden/ratewarden.h>: <ratewarden/admin.h>, with ratewarden::admin. Reads
// and changes tokens of any format, keeps the trail, explains denials, converts rules, tries them on traffic,
// measures alerts.
#pragma once

#include "core/admin/audit.h"
#include "core/admin/audit_mirror.h"
#include "core/admin/blocks.h"
#include "core/admin/breakdown.h"
#include "core/admin/change.h"
#include "core/admin/inspection.h"
#include "core/admin/overrides.h"
#include "core/admin/policy_effect.h"
#include "core/admin/rights.h"
#include "core/admin/server_warnings.h"
#include "core/explain/denial_question.h"
#include "core/explain/explanation_text.h"
#include "core/formats/describe/user_formats.h"
#include "core/formats/foreign/catalogue.h"
#include "core/keys/key_scan.h"
#include "core/lab/comparison.h"
#include "core/lab/log_reader.h"
#include "core/lab/report.h"
#include "core/lab/trial.h"
#include "core/notations/notation.h"
#include "core/ratewarden.h"
#include "core/tokens/reader.h"
#include "core/watch/alert_file.h"
#include "core/watch/alert_round.h"
#include "core/watch/alert_state.h"
#include "core/watch/finding_book.h"
#include "core/watch/token_patterns.h"
#include "core/watch/watch_lease.h"
