// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab_report.h"

#include "ui/text/lab_text.h"

#include <QAbstractItemModel>
#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct LabReportText {
    Q_DECLARE_TR_FUNCTIONS(LabReport)
};

QString tableOf(const QAbstractItemModel& model)
{
    QString html = QStringLiteral("<table><tr>");
    for (int column = 0; column < model.columnCount(); ++column)
        html += "<th>" + model.headerData(column, Qt::Horizontal).toString().toHtmlEscaped() + "</th>";
    html += QLatin1String("</tr>\n");
    for (int row = 0; row < model.rowCount(); ++row) {
        html += QLatin1String("<tr>");
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex cell = model.index(row, column);
            const bool right = (cell.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
            html += (right ? QStringLiteral("<td class=\"n\">") : QStringLiteral("<td>")) +
                    cell.data().toString().toHtmlEscaped() + "</td>";
        }
        html += QLatin1String("</tr>\n");
    }
    return html + "</table>\n";
}

QString headed(const QString& title)
{
    return "<h2>" + title.toHtmlEscaped() + "</h2>\n";
}

} // namespace

QByteArray reportOf(const LabReport& report)
{
    const QString title = LabReportText::tr("Report of the lab");
    QString html = QStringLiteral("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>") +
                   title.toHtmlEscaped() +
                   "</title><style>body{font:14px sans-serif;margin:2em;max-width:70em}"
                   "table{border-collapse:collapse}td,th{padding:4px 12px;border-bottom:1px solid #dde2e9;"
                   "text-align:left}td.n{text-align:right;font-variant-numeric:tabular-nums}"
                   "img{max-width:100%}</style></head><body>\n<h1>" +
                   title.toHtmlEscaped() + "</h1>\n<p>" + report.traffic.toHtmlEscaped() + "</p>\n<p><b>" +
                   report.sentence.toHtmlEscaped() + "</b></p>\n";
    html += headed(LabReportText::tr("Candidates on the same traffic")) + tableOf(*report.trials);
    html += headed(LabReportText::tr("Who is denied")) + tableOf(*report.sufferers);
    for (const LabReport::Picture& picture : report.pictures)
        html += headed(picture.title) + "<img alt=\"" + picture.title.toHtmlEscaped() +
                "\" src=\"data:image/png;base64," + QString::fromLatin1(picture.png.toBase64()) + "\">\n";
    html += headed(LabReportText::tr("What this cannot know"));
    QStringList bounds{LabReportText::tr("Every token starts without a state: its first windows are empty.")};
    if (report.rejected.resolution >= std::chrono::seconds(1))
        bounds << LabReportText::tr("Times are whole seconds: the order within a second is not known.");
    for (const RejectedLine& line : report.rejected.firstRejected)
        bounds << LabReportText::tr("Rejected: %1.").arg(rejectedText(line));
    if (const QString fault = faultText(report.rejected); !fault.isEmpty())
        bounds << fault;
    html += QLatin1String("<ul>");
    for (const QString& bound : bounds)
        html += "<li>" + bound.toHtmlEscaped() + "</li>\n";
    return (html + "</ul></body></html>\n").toUtf8();
}

} // namespace ratewarden::ui
