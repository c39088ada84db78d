// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class PlainLabel;

/// Asks what is to be captured, and for how long. Capturing is its owner's business.
class CaptureDialog final : public QDialog {
    Q_OBJECT

public:
    struct Source {
        std::string name; ///< of a policy, or of a format of others
        QString title;    ///< safe to show
    };
    /// There must be one source at least.
    CaptureDialog(const std::vector<Source>& sources, QWidget* parent);

    QString problem() const;

Q_SIGNALS:
    void captureWanted(const std::string& name, std::chrono::milliseconds duration);

private:
    void read();

    std::vector<Source> m_sources;
    std::optional<std::chrono::milliseconds> m_entered;
    QComboBox* m_source;
    QLineEdit* m_duration;
    PlainLabel* m_problem;
    QPushButton* m_start;
};

} // namespace ratewarden::ui
