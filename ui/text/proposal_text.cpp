// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/proposal_text.h"

#include "ui/text/display_text.h"
#include "ui/text/meaning_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

#include <array>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

struct ShapeTexts {
    const char* name;
    const char* captures; ///< what its values hold
};

class ProposalText {
    Q_DECLARE_TR_FUNCTIONS(ProposalText)

public:
    // In the order of Shape.
    static constexpr std::array<ShapeTexts, std::size_t(Shape::None) + 1> ofShapes{
        {{QT_TR_NOOP("Counter: one number that ends"),
          QT_TR_NOOP("{count:int} used or {left:int} left; {start:s} or {end:s} of its window")},
         {QT_TR_NOOP("Pair: two windows, the older one weighted"),
          QT_TR_NOOP("{count:int} used in this window, {previous:int} in the one before")},
         {QT_TR_NOOP("Slices: a window in numbered parts, which are summed"),
          QT_TR_NOOP("{count:int} used in the slice {bucket:uint} of the key")},
         {QT_TR_NOOP("TAT: a theoretical arrival time"),
          QT_TR_NOOP("{tat:ms}: the time until which all requests so far would have taken")},
         {QT_TR_NOOP("Bucket: a level and its time"),
          QT_TR_NOOP("{left:num} units left or {count:num} used, at the time {stamp:ms}")},
         {QT_TR_NOOP("Log: the times of the requests"),
          QT_TR_NOOP("{time:ms} of a request; {cost:int} units; {id} is any other text")},
         {QT_TR_NOOP("Slots: the requests in flight, each with the time at which it began"),
          QT_TR_NOOP("{time:ms} of a request; {cost:int} units; {id} is any other text")},
         {QT_TR_NOOP("Only a name"), ""}}};
    // In the order of ExpiryRule::From.
    static constexpr std::array<const char*, std::size_t(ExpiryRule::From::Other) + 1> expiries{
        QT_TR_NOOP("Set by the first request of a window"),
        QT_TR_NOOP("Set anew by each request"),
        QT_TR_NOOP("The end of the clock window"),
        QT_TR_NOOP("The theoretical arrival time"),
        QT_TR_NOOP("There is none"),
        QT_TR_NOOP("It says nothing")};
    static_assert(expiries.back() != nullptr);
};

// By a capture's type: "s", "ms0".
QString typeUnitText(std::string_view type)
{
    return type.starts_with("ms")   ? unitText(1ms)
           : type.starts_with("us") ? unitText(1us)
           : type.starts_with("ns") ? unitText(1ns)
           : type.starts_with("s")  ? unitText(1s)
                                    : shown(type);
}

} // namespace

QString shapeText(Shape shape)
{
    return ProposalText::tr(ProposalText::ofShapes.at(std::size_t(shape)).name);
}

QString capturesText(Shape shape)
{
    return ProposalText::tr(ProposalText::ofShapes.at(std::size_t(shape)).captures);
}

QString expiryText(ExpiryRule::From from)
{
    return ProposalText::tr(ProposalText::expiries.at(std::size_t(from)));
}

QString reasonText(const FoundReason& reason)
{
    using enum ProposalReason;
    const QString name = reason.name.empty() ? ProposalText::tr("The value") : shown(reason.name);
    switch (reason.code) {
    case WholeNumber:
        return ProposalText::tr("The value is one number: it counts what was used");
    case CountedUp:
        return ProposalText::tr("%1 grew while this dialog was opening: it counts what was used").arg(name);
    case CountedDown:
        return ProposalText::tr("%1 fell while this dialog was opening: it counts what is left").arg(name);
    case NamedSo:
        return ProposalText::tr("The field name “%1” suggests what it means").arg(name);
    case ElementsCount:
        return ProposalText::tr("Its %Ln element(s) are counted", nullptr,
                                pluralNumber(Units(reason.number)));
    case Moment:
        return reason.time < Nanos::zero() ? ProposalText::tr("%1 is a time in %2, %3 ago")
                                                 .arg(name, typeUnitText(reason.unit), spanText(-reason.time))
                                           : ProposalText::tr("%1 is a time in %2, %3 from now")
                                                 .arg(name, typeUnitText(reason.unit), spanText(reason.time));
    case OwnEpoch:
        return ProposalText::tr("Times count from %1")
            .arg(momentText(Instant(std::chrono::duration_cast<Micros>(reason.time))));
    case ExpiresThen:
        return ProposalText::tr("The key expires at that time: a theoretical arrival time");
    case LevelAndTime:
        return ProposalText::tr("A number, and the time at which it was true");
    case Entries:
        return ProposalText::tr("Each entry is a time in %1").arg(typeUnitText(reason.unit));
    case ScoreIsMoment:
        return ProposalText::tr("Each score is a time in %1").arg(typeUnitText(reason.unit));
    case ExpiresAfterFirst:
        return ProposalText::tr("The expiry seems to be set by the first request of a window");
    case ExpiresAfterNewest:
        return reason.time > Nanos::zero()
                   ? ProposalText::tr("The key expires %1 after the newest entry").arg(spanText(reason.time))
                   : ProposalText::tr("The expiry moved with the last request");
    case NeverExpires:
        return ProposalText::tr("The key never expires");
    case NumberedWindow:
        return ProposalText::tr("The name has the number of a window of %1").arg(spanText(reason.time));
    case WindowStart:
        return ProposalText::tr("The name has the start of a window");
    case OutlivesWindow:
        return ProposalText::tr("The key outlives its window: the older window is weighted");
    case WindowFromExpiry:
        return ProposalText::tr("The expiry suggests a window of %1").arg(spanText(reason.time));
    case TokenVaries:
        return ProposalText::tr("%Ln other key(s) have the same pattern", nullptr,
                                pluralNumber(Units(reason.number)));
    case TokenGuessed:
        return ProposalText::tr(
            "No other key tells which part of the name is the token: check the key pattern");
    case OtherKey:
        return ProposalText::tr("%1 belongs to the same token").arg(name);
    case NotCertain:
        return ProposalText::tr("The value can be read in another way, too: check what it says");
    }
    return {};
}

QString misfitText(const LookReading& reading)
{
    switch (reading.misfit) {
    case LookMisfit::None:
        return {};
    case LookMisfit::Name:
        return ProposalText::tr("The key does not match");
    case LookMisfit::Value:
        return problemText(reading.mismatch);
    case LookMisfit::Unrecognised:
        return ProposalText::tr("It does not tell these keys from others: add text that all of them have");
    }
    return {};
}

} // namespace ratewarden::ui
