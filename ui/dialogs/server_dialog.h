// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/server_facts.h"

#include <QDialog>

namespace ratewarden::ui {

class InkDelegate;
class OverviewFeed;
class PlainLabel;
class RowTable;
class ServerFactModel;

/// What is known of the server, number by number, and what each number is. It follows the session while it is
/// open, and changes nothing.
class ServerDialog final : public QDialog {
    Q_OBJECT

public:
    /// Session and feed must outlive it.
    ServerDialog(Session& session, const OverviewFeed& feed, QWidget* parent);

    /// Selects the number that the overview shows of it.
    void choose(ServerFact fact);
    const ServerFactModel& model() const { return *m_facts; }

private:
    void update();
    void updateMeaning();

    Session& m_session;
    const OverviewFeed& m_feed;
    ServerFactModel* m_facts;
    PlainLabel* m_note;
    RowTable* m_table;
    InkDelegate* m_rows;
    PlainLabel* m_meaning;
};

} // namespace ratewarden::ui
