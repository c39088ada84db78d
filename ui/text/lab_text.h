// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/log_reader.h"
#include "core/lab/proposal.h"
#include "core/lab/request_steps.h"
#include "core/lab/reserving.h"

#include <QString>
#include <QStringList>

/// What the lab finds out, as text for people.
namespace ratewarden::ui {

QString perWindowText(Micros window);   ///< "per minute", "per 10 s"
QString briefWindowText(Micros window); ///< "1 min"
/// What the candidate of the enforced rules is called in trial files, in any language.
inline constexpr auto enforcedName = "Enforced";
/// A candidate's name for people.
QString candidateName(const std::string& name);
/// "A · 90/min + 1,900/h", "B · gcra 90/min"; the rules alone without a name.
QString candidateText(const Candidate& candidate);
/// Their rules for requests at once, which no traffic can try: "A: 4 at once"; empty: they have none.
QString untriedText(const std::vector<Candidate>& candidates);

/// "61 to 2,159 per minute stops ip:203.0.113.77 and nobody else."
QString bandSentence(const WindowProposal& proposal, const QStringList& marks);
/// "No single limit stops ip:203.0.113.77 and nobody else."
QString noBandSentence(const QStringList& marks);
/// Beside the burst: "5 to 12 stops it and nobody else", "no burst stops them and nobody else"; `marked` is
/// how many are to be stopped.
QString burstSentence(const BurstProposal& proposal, std::size_t marked);
/// A limit or burst of the band that leaves others some room: a quarter above their highest peak, rounded.
Units limitWithin(const Band& band);

/// "stops 1, hurts 0"; while no token is marked, "denies 12".
QString effectText(const LimitEffect& effect, std::size_t marked);

/// What became of a request and why: "A denies by 5/min: the request 5 back is 56.0 s old, 1 min needed:
/// 4.0 s to wait". `name`: the candidate's.
QString explanationText(const QString& name, const StepExplanation& explanation);

/// How the request stands under one rule: "5/min allows: 3 used, 2 left", "100/h denies: 100 in the window
/// since 12:00:00, which is not over: 4.0 s to wait".
QString ruleStepText(const RuleStep& rule, Units cost);

/// "9,856", or where a figure depends on the order within a second "9,640–9,856"; what is long in few digits.
QString betweenText(std::uint64_t one, std::uint64_t other);

/// What is reserved: "the average cost, 1,203 units".
QString reserveWayText(const ReserveWay& way);
/// What that means for limits, and what was learned: sentences.
QString reserveMeaning(const ReserveTrial& trial, const MeteredTraffic& traffic);

/// "access.log, edited · 1,234 requests · 12 tokens · 10:02:00 – 10:12:00"
QString requestsText(const QString& name, bool isEdited, Units requests, Units tokens, const TimeRange& time);
/// What the traffic is, from when to when, and what was read and rejected of it.
QStringList boundsText(const TrafficSummary& summary);
/// What cannot be known from it.
QStringList unknownsText(const TrafficSummary& summary);

/// "line 7 is not written like the others"
QString rejectedText(const RejectedLine& line);
/// What was wrong with the source as a whole; empty when nothing was.
QString faultText(const TrafficSummary& summary);
/// "common log", "JSON lines, gzip"
QString sourceText(const TrafficSummary& summary);

} // namespace ratewarden::ui
