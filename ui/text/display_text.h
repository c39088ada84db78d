// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"
#include "core/model/time_range.h"
#include "core/model/units.h"
#include "core/redis/command.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string_view>

namespace ratewarden {
struct Rule;
struct ServerInfo;
} // namespace ratewarden

namespace ratewarden::ui {

/// Bytes from Redis as text that is safe to show: unprintable ones are escaped, and of very many only the
/// beginning, the end and the number stay.
QString shown(std::string_view bytes);

/// Which server it is: "redis 7.0.15", "valkey 8.0.1"; empty when it does not say.
QString engineText(const ServerInfo& info);

/// "–": where there is no value, or none that is known.
QString noValue();

/// "10.0.0.7:6379: text"; of no node the text alone.
QString ofNode(const QString& node, const QString& text);

/// The text, with dots in the middle if it is longer than that.
QString shortened(const QString& text, int longest);

/// For texts of buttons and menus, in which "&" would mark a key.
QString withoutKeys(QString text);
/// Such a text as it is read: without the marks of keys.
QString asRead(QString text);

/// The command for people: as redis-cli would take it, but with a script's name in place of its SHA-1
/// ("EVALSHA block.lua 1 rw:{ip:1}:control …"), and shortened as shown() does it.
QString shownCommand(const Command& command);

/// "4,413"; the separator is the language's.
QString numberText(Units number);

/// "56 bytes", "1.2 MB"
QString bytesText(std::int64_t bytes);

/// "1 token", "60,791 tokens"
QString tokensText(Units count);

/// A number in little room, three digits of it: "950", "1.44k", "531k", "2M". What is cut off is dropped,
/// never rounded up.
QString briefNumberText(Units number);

/// How much of a capacity is used: "0 %", "<1 %", "99 %", "100 %", "120 %". Rounded down, so that below the
/// capacity it never says 100 %, and "0 %" only when nothing is used.
QString percentText(Units used, Units capacity);
/// The same of a share: 1 is the whole capacity.
QString percentText(double share);

/// "41.8", "0.04", "1,204", "0": of something a second.
QString rateText(double perSecond);

/// "41.8/s"
QString perSecondText(double rate);

/// "20/min", "1,000/h", "20/min burst 5"
QString ruleText(const Rule& rule);

/// "3.2 s", "9 h 12 min"
QString waitText(Micros wait);

/// The same of what is known to the nanosecond.
QString spanText(std::chrono::nanoseconds span);

/// waitText for what changes as one looks: at least "0.1 s", also when it has run out and no newer reading
/// says so.
QString countdownText(Micros left);

/// The same to the nearest of its first unit, for where there is little room: "9 h".
QString briefCountdownText(Micros left);

/// How far a server's clock is ahead of this machine's: "+12 ms"; "–" when it is not known.
QString clockOffsetText(const std::optional<Micros>& offset);

/// A share of one core: "0.4 %", "under 0.1 %".
QString costText(double share);

/// "14:58:11", or with the date when it is another day; in this machine's time zone.
QString momentText(Instant moment);

/// The same to the millisecond: "14:58:11.042".
QString exactMomentText(Instant moment);

/// A share of a capacity in per cent, without the sign, for a column whose heading says so: "41.8".
QString percentNumberText(double share);

/// Foreign text for a tooltip, which Qt would otherwise read as HTML.
QString plainToolTip(const QString& text);

/// "14:58:11", "22 Nov 14:55" when it is another day, "22 Nov 2025" of another year: for narrow columns.
QString briefMomentText(Instant moment);

/// "13:00:00 – 13:10:00"; with the date when it is another day, with both when they are two.
QString stretchText(const TimeRange& stretch);

} // namespace ratewarden::ui
