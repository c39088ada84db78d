// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/painted_button.h"

#include <optional>
#include <vector>

namespace ratewarden::ui {

/// One number of the overview, large, with what it counts, a word about it, and how it has been in the last
/// ten minutes. A click opens the rows behind it.
class OverviewTile final : public PaintedButton {
    Q_OBJECT

public:
    enum class Ink { Text, Used, Near, Limited, Blocked };
    struct Content {
        QString number; ///< "1,482"; "–": not known
        QString about;  ///< "38 s longest"; may be empty
        std::vector<std::optional<double>> past{};
        bool current = true; ///< false: greyed
        QString pastFrom{};  ///< since when the past is known, if not from the beginning; may be empty
    };

    OverviewTile(const QString& label, Ink ink, const QString& toolTip, QWidget* parent = nullptr);

    void present(Content content);
    const QString& number() const { return m_content.number; }
    const QString& about() const { return m_content.about; }
    /// From the oldest on.
    const std::vector<std::optional<double>>& past() const { return m_content.past; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont numberFont() const;
    void paintUnknownPast(QPainter& painter, const QRectF& line) const;

    QString m_label;
    QString m_toolTip;
    Ink m_ink;
    Content m_content;
};

} // namespace ratewarden::ui
