// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/empty_reason.h"

#include "ui/state/session.h"

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

namespace ratewarden::ui {
namespace {

struct EmptyPage {
    Q_DECLARE_TR_FUNCTIONS(EmptyPage)
};

} // namespace

QAction* windowAction(const QWidget& widget, const char* name)
{
    return widget.window()->findChild<QAction*>(name);
}

EmptyReason whyUnread(const QWidget& page, const Session& session, const QString& unread)
{
    const Link& link = session.link();
    const auto another = [&page](const QString& text) {
        return EmptyReason{text, windowAction(page, "openServerAction")};
    };
    switch (link.state()) {
    case Link::State::Connecting:
        return another(EmptyPage::tr("Connecting to %1").arg(link.where()));
    case Link::State::NeedsPassword:
        return another(
            EmptyPage::tr("Nothing was read yet: %1 asks for another user or password").arg(link.where()));
    case Link::State::Lost:
        return another(link.wasEverLive()
                           ? EmptyPage::tr("Nothing was read before the connection was lost")
                           : EmptyPage::tr("Nothing was read yet: %1 cannot be reached").arg(link.where()));
    case Link::State::Recorded:
        return another(EmptyPage::tr("None of this is in the investigation"));
    case Link::State::Live:
        break;
    }
    return unread.isEmpty() ? EmptyReason()
                            : another(EmptyPage::tr("This could not be read: %1").arg(unread));
}

} // namespace ratewarden::ui
