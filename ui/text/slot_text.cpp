// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/slot_text.h"

#include "core/formats/warning.h"
#include "ui/text/display_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct SlotText {
    Q_DECLARE_TR_FUNCTIONS(SlotText)
};

constexpr int longestSlotName = 16;

} // namespace

bool isHeldLong(const TakenSlot& slot, Instant now)
{
    return slot.taken && now - *slot.taken >= slotPatience;
}

bool isNamedByTime(const TakenSlot& slot)
{
    return slot.taken && slot.name == std::to_string(slot.taken->time_since_epoch().count());
}

QString slotNameText(const TakenSlot& slot)
{
    if (!slot.holder.empty())
        return shown(slot.holder);
    return isNamedByTime(slot) ? exactMomentText(*slot.taken) : shown(slot.name);
}

QString slotAgeText(const TakenSlot& slot, Instant now)
{
    QString text = slot.taken ? briefCountdownText(now - *slot.taken) : SlotText::tr("age not known");
    if (!slot.holder.empty() || !isNamedByTime(slot))
        text += QStringLiteral(" · ") + shortened(slotNameText(slot), longestSlotName);
    return isHeldLong(slot, now) ? QStringLiteral("▲ ") + text : text;
}

QString slotEndText(const TakenSlot& slot, Instant now)
{
    return slot.ends ? SlotText::tr("ends in %1").arg(countdownText(*slot.ends - now))
                     : SlotText::tr("its end is not known");
}

} // namespace ratewarden::ui
