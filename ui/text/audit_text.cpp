// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/audit_text.h"

#include "core/model/errors.h"
#include "ui/text/change_text.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"

#include <QCoreApplication>

#include <array>
#include <string_view>
#include <utility>

namespace ratewarden::ui {
namespace {

struct AuditText {
    Q_DECLARE_TR_FUNCTIONS(AuditText)
};

struct ActName {
    std::string_view act;
    const char* text;
};
// Of what is no change of tokens.
constexpr std::array actNames{ActName{"publish", QT_TRANSLATE_NOOP("AuditText", "Publish")},
                              ActName{"remove-policy", QT_TRANSLATE_NOOP("AuditText", "Remove policy")},
                              ActName{"expire-keys", QT_TRANSLATE_NOOP("AuditText", "Change TTL")},
                              ActName{"rename-key", QT_TRANSLATE_NOOP("AuditText", "Rename key")},
                              ActName{"delete-keys", QT_TRANSLATE_NOOP("AuditText", "Delete keys")},
                              ActName{"undo", QT_TRANSLATE_NOOP("AuditText", "Undo")},
                              ActName{"mark", QT_TRANSLATE_NOOP("AuditText", "Mark")}};

} // namespace

QString actText(const AuditEntry& entry)
{
    if (const char* const name = actName(entry.act))
        return AuditText::tr(name);
    for (const ActName& name : actNames)
        if (entry.act == name.act)
            return AuditText::tr(name.text);
    return shown(entry.act);
}

QString whoseText(const AuditEntry& entry)
{
    if (entry.tokenCount > 1)
        return tokensText(Units(entry.tokenCount));
    if (!entry.tokens.empty())
        return shown(entry.tokens.front());
    if (!entry.policies.empty())
        return shown(entry.policies.front());
    if (entry.keyCount > 1)
        return keysText(Units(entry.keyCount));
    return entry.keys.empty() ? QString() : shown(entry.keys.front());
}

QString authorText(const AuditEntry& entry)
{
    return entry.host.empty() ? shown(entry.by)
                              : QStringLiteral("%1@%2").arg(shown(entry.by), shown(entry.host));
}

QString resultText(const AuditEntry& entry)
{
    if (!entry.undoneBy.empty())
        return AuditText::tr("undone");
    if (!entry.partlyBy.empty())
        return AuditText::tr("partly undone");
    if (entry.damaged)
        return AuditText::tr("damaged");
    switch (entry.result) {
    case AuditEntry::Result::Open:
        return AuditText::tr("not known");
    case AuditEntry::Result::Made:
        return AuditText::tr("done");
    case AuditEntry::Result::Partly:
        return AuditText::tr("%1 of %2").arg(numberText(Units(entry.made)), numberText(Units(entry.asked)));
    case AuditEntry::Result::Unchanged:
        return AuditText::tr("nothing to do");
    case AuditEntry::Result::Failed:
        return AuditText::tr("not done");
    case AuditEntry::Result::Uncertain:
        return AuditText::tr("uncertain");
    }
    return {};
}

QString resultSentence(const AuditEntry& entry)
{
    QStringList sentences;
    switch (entry.result) {
    case AuditEntry::Result::Open:
        sentences << AuditText::tr("No result was recorded: it is not known whether this was made.");
        break;
    case AuditEntry::Result::Made:
        sentences << AuditText::tr("This was done.");
        break;
    case AuditEntry::Result::Partly:
        sentences << AuditText::tr("Done for %1 of %2.")
                         .arg(numberText(Units(entry.made)), numberText(Units(entry.asked)));
        break;
    case AuditEntry::Result::Unchanged:
        sentences << AuditText::tr("There was nothing to change.");
        break;
    case AuditEntry::Result::Failed:
        sentences << AuditText::tr("This was not done.");
        break;
    case AuditEntry::Result::Uncertain:
        sentences << AuditText::tr("An answer was lost: it is not known whether all of this was done.");
        break;
    }
    if (!entry.trouble.empty())
        sentences << AuditText::tr("The reason: %1.").arg(QString::fromStdString(entry.trouble));
    if (!entry.undoneBy.empty())
        sentences << AuditText::tr("It has been undone since: entry %1.").arg(shown(entry.undoneBy));
    if (!entry.partlyBy.empty())
        sentences << AuditText::tr("Some of it has been undone since: entry %1.").arg(shown(entry.partlyBy));
    if (!entry.undoes.empty())
        sentences << AuditText::tr("It undid entry %1.").arg(shown(entry.undoes));
    if (entry.cut)
        sentences << AuditText::tr("It was too large to be recorded whole, and cannot be undone from here.");
    if (entry.damaged)
        sentences << AuditText::tr("Its entry in the audit trail is damaged: it cannot be undone from here.");
    return sentences.join(QLatin1Char(' '));
}

} // namespace ratewarden::ui
