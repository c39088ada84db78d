// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/rights.h"

#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "ui/text/display_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ratewarden::ui::Rights", text);
}

} // namespace

Rights findRights(Server& server)
{
    constexpr std::string_view noSuchScript = "0000000000000000000000000000000000000000";
    const std::string control = controlKey(RedisToken("ratewarden:no-such-token"));
    const std::vector<Command> trials{{"EVALSHA", noSuchScript, "1", control},
                                      {"EVALSHA", noSuchScript, "1", policiesKey}};
    const std::vector<Reply> replies = server.pipeline(trials);
    const auto missing = [&](std::size_t trial, const char* keys) {
        try {
            throwIfError(replies[trial].view(), "looking for rights", server.where());
        } catch (const Refused& error) {
            if (error.reason() != Refused::Reason::MissingRight)
                return QString();
            const QString right =
                error.missing().starts_with('+') ? shown(error.missing()) : QStringLiteral("+evalsha");
            return tr("This user may not: it needs %1 on %2").arg(right, QLatin1String(keys));
        } catch (const Error&) {
            return QString(); // no such script: so it may be called
        }
        return QString();
    };
    return {missing(0, "rw:*"), missing(1, "rw:policies")};
}

} // namespace ratewarden::ui
