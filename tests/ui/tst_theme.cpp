// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suites.h"
#include "tests/ui/contrast.h"
#include "ui/charts/request_flow_chart.h"
#include "ui/theme/profile_colors.h"
#include "ui/theme/style.h"

#include <QComboBox>
#include <QStyleOptionComboBox>
#include <QTest>

#include <algorithm>
#include <set>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Areas stand out from light and from dark cards, and from each other.
    void policiesAreToldApart()
    {
        std::vector<QColor> all;
        for (std::size_t i = 0; i < RequestFlowChart::seriesColors; ++i)
            all.push_back(RequestFlowChart::seriesColor(i, false));
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark})
            for (const QColor& color : all)
                QVERIFY2(contrast(color, colorsOf(scheme).card) >= 3, qPrintable(color.name()));
        all.push_back(RequestFlowChart::seriesColor(0, true));
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark})
            all.push_back(colorsOf(scheme).limited);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(std::abs(all[i].red() - all[j].red()) + std::abs(all[i].green() - all[j].green()) +
                                 std::abs(all[i].blue() - all[j].blue()) >=
                             60,
                         qPrintable(all[i].name() + ' ' + all[j].name()));
    }

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
            for (const QColor& ink :
                 {c.text, c.muted, c.accent, c.used, c.nearLimit, c.limited, c.blocked, c.good})
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

    // A profile's colour writes its environment, and draws its stripe, on the page, cards and its own ground.
    void profileColoursCanBeRead_data() { textCanBeRead_data(); }
    void profileColoursCanBeRead()
    {
        QFETCH(Scheme, scheme);
        const Colors& c = colorsOf(scheme);
        std::set<QRgb> different;
        for (const ProfileColor each : allProfileColors) {
            const QColor ink = profileColorOf(each, scheme);
            different.insert(ink.rgb());
            QColor tint; // as groundFor() mixes it for the scheme in force
            tint.setRgbF(0.14F * ink.redF() + 0.86F * c.card.redF(),
                         0.14F * ink.greenF() + 0.86F * c.card.greenF(),
                         0.14F * ink.blueF() + 0.86F * c.card.blueF());
            for (const QColor& ground : {c.page, c.card, c.selection, tint})
                QVERIFY2(contrast(ink, ground) >= 4.5,
                         qPrintable(QStringLiteral("%1 on %2: %3")
                                        .arg(colorText(each), ground.name())
                                        .arg(contrast(ink, ground), 0, 'f', 2)));
            QVERIFY(contrast(c.text, tint) >= 4.5);
        }
        QCOMPARE(different.size(), allProfileColors.size());
    }

    void rulesAreToldApartWithoutColour()
    {
        const std::vector<Rule> rules = parseRules("1/s + 5/10s + 20/min + 100/5min + 200/h + 800/day");
        std::set<QList<qreal>> dashes;
        std::set<QRgb> colors;
        for (const QPen& pen : rulePens(rules)) {
            dashes.insert(pen.dashPattern());
            colors.insert(pen.color().rgb());
        }
        QCOMPARE(dashes.size(), rules.size());
        QCOMPARE(colors.size(), rules.size());
        QCOMPARE(rulePens(std::vector<Rule>(16, {1, std::chrono::seconds(1)})).size(), 16U);
    }

    void aRuleKeepsItsPenWhenOthersComeAndGo()
    {
        const auto penOf = [](const char* rule, const char* notation) {
            const std::vector<Rule> rules = parseRules(notation);
            const auto place = std::ranges::find(rules, parseRules(rule).front());
            return rulePens(rules).at(std::size_t(place - rules.begin()));
        };
        for (const char* rule : {"10/s", "120/min", "2000/h", "9000/day"}) {
            const QPen alone = penOf(rule, rule);
            QVERIFY2(penOf(rule, "10/s + 120/min + 2000/h + 9000/day") == alone, rule);
            QVERIFY2(penOf(rule, "9000/day + 2000/h + 120/min + 10/s") == alone, rule);
        }
        QVERIFY(penOf("10/s", "10/s + 2000/h") == penOf("10/s", "10/s + 50/10s + 120/min"));
        QVERIFY(penOf("120/min", "10/s + 50/10s + 120/min") == penOf("120/min", "120/min"));
    }

    void whatIsNotLiveIsGrey()
    {
        const auto saturation = [](const QColor& color) {
            return color.hsvSaturationF() * color.valueF();
        };
        const Colors& c = colors();
        for (const QColor& color : {c.used, c.limited, c.blocked, c.nearLimit}) {
            QCOMPARE(agedColor(color, Freshness::Live), color);
            for (const Freshness old : {Freshness::Paused, Freshness::Stale})
                QVERIFY(saturation(agedColor(color, old)) < saturation(color) / 2);
        }
    }

    void aComboBoxHasRoomForItsLongestText()
    {
        Style style;
        QComboBox box;
        box.setStyle(&style);
        for (const char* text : {"last 10 minutes", "letzte 10 Minuten", "every 1 s"}) {
            box.clear();
            box.addItem(text);
            box.setSizeAdjustPolicy(QComboBox::AdjustToContents); // anew each time
            QStyleOptionComboBox option;
            option.initFrom(&box);
            option.rect = QRect(QPoint(), box.sizeHint());
            const QRect field =
                style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
            QVERIFY2(field.width() - 2 >= box.fontMetrics().horizontalAdvance(text), text);
        }
    }
};

RATEWARDEN_SUITE(TestTheme)
#include "tst_theme.moc"
