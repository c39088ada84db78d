// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/policy.h"

#include <QWidget>

namespace ratewarden::ui {

/// What the rules of a policy allow: the most requests that can pass in any span, from a tenth of the
/// shortest window to the longest, both in powers of ten. A thin line for each rule, and a thick one for all
/// together.
class RuleEnvelope final : public QWidget {
    Q_OBJECT

public:
    explicit RuleEnvelope(QWidget* parent = nullptr);

    /// Without rules it is empty.
    void setPolicy(const Policy& policy);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Policy m_policy;
};

} // namespace ratewarden::ui
