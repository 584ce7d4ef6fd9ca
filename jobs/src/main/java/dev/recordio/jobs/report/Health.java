// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import java.util.ArrayList;
import java.util.List;

/** The section "Health": a line for each check, and a list of what is wrong. */
final class Health {
  private static final int MAX_PROBLEMS = 50;
  private static final int MAX_PLACE = 120;
  private static final int MAX_REASON = 400;

  /** How a check ended, with the class of the page's style. */
  private enum Verdict {
    GOOD("✓", "good"),
    NOTE("i", "note"),
    BAD("✗", "wrong");

    private final String sign;
    private final String word;

    Verdict(String sign, String word) {
      this.sign = sign;
      this.word = word;
    }
  }

  private record Check(Verdict verdict, String name, String text) {
    void write(Markup to) {
      to.open("li", "class", verdict.word);
      to.element("span", verdict.sign, "class", "sign", "aria-hidden", "true");
      to.open("div").element("b", name).text(" ").element("span", text);
      if (verdict == Verdict.BAD) {
        to.element("span", " (" + verdict.word + ")", "class", "hidden");
      }
      to.close().close();
    }
  }

  private final List<Check> checks = new ArrayList<>();
  private final List<List<String>> problems = new ArrayList<>();
  private long found;

  /** Adds a check, which found something wrong or not. */
  void check(boolean isBad, String name, String text) {
    checks.add(new Check(isBad ? Verdict.BAD : Verdict.GOOD, name, text));
  }

  /** Adds a check that found something wrong. */
  void bad(String name, String text) {
    check(true, name, text);
  }

  /** Adds what is worth knowing, and neither good nor bad. */
  void note(String name, String text) {
    checks.add(new Check(Verdict.NOTE, name, text));
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

  void write(Page page) {
    Page.Section section = page.section("Health");
    section.list(
        to -> {
          to.open("ul", "class", "checks");
          checks.forEach(check -> check.write(to));
          to.close();
        });
    if (!problems.isEmpty()) {
      String caption =
          found > problems.size()
              ? "The first " + problems.size() + " of " + Texts.count(found, "finding")
              : "What was found";
      section.table(caption, List.of("place", "what is wrong"), problems);
    }
  }
}
