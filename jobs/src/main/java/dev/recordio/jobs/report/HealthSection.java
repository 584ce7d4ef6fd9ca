// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import java.util.ArrayList;
import java.util.List;

/** The section "Health": a line for each check, and a list of what is wrong. */
final class HealthSection {
  private static final int MAX_PROBLEMS = 50;
  private static final int MAX_PLACE = 120;
  private static final int MAX_REASON = 400;

  /** How a check ended. */
  enum Verdict {
    /** As it should be. */
    GOOD("✓", "good"),
    /** Worth knowing. */
    NOTE("i", "note"),
    /** Wrong. */
    BAD("✗", "wrong");

    private final String sign;
    private final String word;

    Verdict(String sign, String word) {
      this.sign = sign;
      this.word = word;
    }

    static Verdict badIf(boolean isBad) {
      return isBad ? BAD : GOOD;
    }
  }

  private record Check(Verdict verdict, String name, String text) {}

  private final List<Check> checks = new ArrayList<>();
  private final List<List<String>> problems = new ArrayList<>();
  private long found;

  /** Adds a check. */
  void check(Verdict verdict, String name, String text) {
    checks.add(new Check(verdict, name, text));
  }

  /** Adds a check that found something wrong. */
  void bad(String name, String text) {
    check(Verdict.BAD, name, text);
  }

  /** Adds what is to be said of the order of labels. */
  HealthSection order(ShuffleScore score, String remedy) {
    String advice = score == null ? null : score.advice(remedy);
    if (advice != null) {
      check(Verdict.NOTE, "Order", advice);
    }
    return this;
  }

  /** Adds something that is wrong at a place; of many the first are listed. */
  void problem(String path, long offset, String reason) {
    if (found++ < MAX_PROBLEMS) {
      String place = Texts.shorten(path + " at offset " + offset, MAX_PLACE);
      problems.add(List.of(place, Texts.shorten(reason, MAX_REASON)));
    }
  }

  /** Counts what is wrong at places that are not known. */
  void further(long more) {
    found += more;
  }

  /** Returns the state in few words, for the head of the page. */
  String text() {
    boolean isGood = checks.stream().noneMatch(check -> check.verdict == Verdict.BAD);
    return isGood ? "sound" : "needs a look";
  }

  /** Writes the section. */
  void write(Page page) {
    Markup to = page.section("Health");
    to.open("ul", "class", "checks");
    for (Check check : checks) {
      to.open("li", "class", check.verdict.word);
      to.element("span", check.verdict.sign, "class", "sign", "aria-hidden", "true");
      to.open("div").element("b", check.name);
      to.text(" ").element("span", check.text);
      if (check.verdict == Verdict.BAD) {
        to.element("span", " (" + check.verdict.word + ")", "class", "hidden");
      }
      to.close().close();
    }
    to.close();
    if (!problems.isEmpty()) {
      String caption =
          found > problems.size()
              ? "The first " + problems.size() + " of " + Texts.count(found, "finding")
              : "What was found";
      Page.table(to, caption, List.of("place", "what is wrong"), problems);
    }
  }
}
