// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/traffic_plan.h"
#include "ui/lab/lab_runner.h"

#include <QDialog>
#include <QTimer>

#include <map>
#include <optional>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class PlainLabel;
class RequestHistogram;

/// Asks what made-up traffic is to be like, and shows a picture of it while one types. What is wrong is said
/// below its field. Making the traffic is its owner's business.
class GenerateDialog final : public QDialog {
    Q_OBJECT

public:
    /// Begins with this plan, as the one before was.
    GenerateDialog(const TrafficPlan& plan, QWidget* parent);
    ~GenerateDialog() override;

    /// What is entered; empty while it is no plan.
    const std::optional<TrafficPlan>& entered() const { return m_entered; }
    /// What is said below the field of that objectName; empty: nothing.
    QString problemOf(const QString& field) const;
    /// The requests of the preview, as it is shown.
    const RequestHistogram& preview() const { return *m_preview; }
    QString summary() const;
    bool isIdle() const;

Q_SIGNALS:
    void generateWanted(const ratewarden::TrafficPlan& plan);

private:
    struct Field {
        QWidget* label;
        QWidget* widget;
        PlainLabel* problem;
    };

    QWidget* makeFields();
    QLineEdit* addText(QGridLayout* grid, const QString& label, const char* name, const QString& hint);
    void addField(QGridLayout* grid, const QString& label, const char* name, QWidget* widget);
    void fill(const TrafficPlan& plan);
    void read();
    void showFaults(const std::map<QString, QString>& faults);
    void showPreview();

    TrafficPlan m_plan; // what the fields do not show
    std::optional<TrafficPlan> m_entered;
    std::map<QString, Field> m_fields; // by objectName
    QTimer m_settles;
    QComboBox* m_shape;
    QLineEdit* m_tokens = nullptr;
    QLineEdit* m_rate = nullptr;
    QLineEdit* m_duration = nullptr;
    QLineEdit* m_zipf = nullptr;
    QLineEdit* m_burst = nullptr;
    QCheckBox* m_backsOff;
    QLineEdit* m_lowestCost = nullptr;
    QLineEdit* m_highestCost = nullptr;
    QLineEdit* m_seed = nullptr;
    RequestHistogram* m_preview;
    PlainLabel* m_summary;
    QPushButton* m_generate;
    LabRunner m_runner; // last: what it runs is stopped first
};

} // namespace ratewarden::ui
