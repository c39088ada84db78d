// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/log_reader.h"

#include <QByteArray>
#include <QString>

#include <vector>

class QAbstractItemModel;

namespace ratewarden::ui {

/// What a report of the lab tells, as the page shows it.
struct LabReport {
    struct Picture {
        QString title;
        QByteArray png;
    };

    QString traffic;  ///< name, requests, tokens, from, to
    QString sentence; ///< what the lab proposes
    const QAbstractItemModel* trials = nullptr;
    const QAbstractItemModel* sufferers = nullptr;
    std::vector<Picture> pictures;
    TrafficSummary rejected;
};

/// The report as one HTML file without anything from elsewhere. Foreign text in it is escaped.
QByteArray reportOf(const LabReport& report);

} // namespace ratewarden::ui
