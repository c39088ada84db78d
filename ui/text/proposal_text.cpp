// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/proposal_text.h"

#include "ui/text/display_text.h"
#include "ui/text/meaning_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

class ProposalText {
    Q_DECLARE_TR_FUNCTIONS(ProposalText)
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
    switch (shape) {
    case Shape::Counter:
        return ProposalText::tr("Counter: one number that ends");
    case Shape::Pair:
        return ProposalText::tr("Pair: two windows, the older one weighted");
    case Shape::Slices:
        return ProposalText::tr("Slices: a window in numbered parts, which are summed");
    case Shape::Tat:
        return ProposalText::tr("TAT: a theoretical arrival time");
    case Shape::Bucket:
        return ProposalText::tr("Bucket: a level and its time");
    case Shape::Log:
        return ProposalText::tr("Log: the times of the requests");
    case Shape::Slots:
        return ProposalText::tr("Slots: the requests in flight, each with the time at which it began");
    case Shape::None:
        break;
    }
    return ProposalText::tr("Only a name");
}

QString capturesText(Shape shape)
{
    switch (shape) {
    case Shape::Slices:
        return ProposalText::tr("{count:int} used in the slice {bucket:uint} of the key");
    case Shape::Counter:
        return ProposalText::tr("{count:int} used or {left:int} left; {start:s} or {end:s} of its window");
    case Shape::Pair:
        return ProposalText::tr("{count:int} used in this window, {previous:int} in the one before");
    case Shape::Tat:
        return ProposalText::tr("{tat:ms}: the time until which all requests so far would have taken");
    case Shape::Bucket:
        return ProposalText::tr("{left:num} units left or {count:num} used, at the time {stamp:ms}");
    case Shape::Log:
    case Shape::Slots:
        return ProposalText::tr("{time:ms} of a request; {cost:int} units; {id} is any other text");
    case Shape::None:
        break;
    }
    return {};
}

QString expiryText(ExpiryRule::From from)
{
    switch (from) {
    case ExpiryRule::From::First:
        return ProposalText::tr("Set by the first request of a window");
    case ExpiryRule::From::Newest:
        return ProposalText::tr("Set anew by each request");
    case ExpiryRule::From::End:
        return ProposalText::tr("The end of the clock window");
    case ExpiryRule::From::Tat:
        return ProposalText::tr("The theoretical arrival time");
    case ExpiryRule::From::None:
        return ProposalText::tr("There is none");
    case ExpiryRule::From::Other:
        break;
    }
    return ProposalText::tr("It says nothing");
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
