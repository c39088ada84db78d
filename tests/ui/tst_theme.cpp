// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace ratewarden::ui;

namespace {

// As WCAG 2.1 defines relative luminance and contrast ratio.
double luminance(const QColor& color)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textCanBeRead_data()
    {
        QTest::addColumn<Scheme>("scheme");
        QTest::newRow("light") << Scheme::Light;
        QTest::newRow("dark") << Scheme::Dark;
    }
    void textCanBeRead()
    {
        QFETCH(Scheme, scheme);
        const Colors& c = colorsOf(scheme);
        for (const QColor& ground : {c.page, c.card, c.selection})
            for (const QColor& ink : {c.text, c.muted, c.accent, c.used, c.nearLimit, c.limited, c.blocked})
                QVERIFY2(contrast(ink, ground) >= 4.5,
                         qPrintable(QStringLiteral("%1 on %2: %3")
                                        .arg(ink.name(), ground.name())
                                        .arg(contrast(ink, ground), 0, 'f', 2)));
        // On a filled button the card's or page's colour writes.
        const QColor onFilled = scheme == Scheme::Dark ? c.page : c.card;
        QVERIFY(contrast(onFilled, c.accent) >= 4.5);
        QVERIFY(contrast(onFilled, c.limited) >= 4.5);
        for (const QColor& bar : {c.used, c.nearLimit, c.limited, c.blocked})
            QVERIFY(contrast(bar, c.track) >= 3);
    }

    void rulesAreToldApartWithoutColour()
    {
        for (int count = 1; count <= 4; ++count) {
            std::set<QList<qreal>> dashes;
            for (int i = 0; i < count; ++i)
                dashes.insert(rulePen(i, count).dashPattern());
            QCOMPARE(int(dashes.size()), count);
        }
        for (int i = 0; i < 16; ++i)
            QVERIFY(rulePen(i, 16).color().isValid());
    }
};

QTEST_GUILESS_MAIN(TestTheme)
#include "tst_theme.moc"
