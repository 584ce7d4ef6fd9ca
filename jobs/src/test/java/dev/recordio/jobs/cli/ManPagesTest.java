// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.run.error.ExitCode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The manual pages before they are man pages. */
class ManPagesTest {
  private static Map<String, String> pages;

  @BeforeAll
  static void writePages() throws IOException {
    pages = ManPages.of(RecordIO.commands());
  }

  @Test
  void theProgramItsFamiliesAndEveryCommandHaveAPage() {
    Set<String> names = new TreeSet<>(Set.of("recordio"));
    RecordIO.commands().names().forEach(name -> names.add("recordio-" + name));
    CommandNames.all().forEach(name -> names.add("recordio-" + name.replace(' ', '-')));
    assertEquals(names, new TreeSet<>(pages.keySet()));
  }

  @Test
  void aPageHasWhatHelpHas() {
    String page = pages.get("recordio-store-gather");
    assertTrue(page.contains("\nrecordio-store-gather - read records by id"), page);
    assertTrue(page.contains("*recordio store gather*"), page);
    assertTrue(page.contains("*-D* _KEY=VALUE_::\n"), page);
    assertTrue(page.contains("== Examples\n\n....\nrecordio store gather "), page);
    assertTrue(page.contains("*recordio-store*(1), *recordio*(1)"), page);
  }

  @Test
  void textsAreNoMarkup() {
    String pack = pages.get("recordio-pack");
    assertTrue(pack.contains("pass:c[Take only files"), pack);
    String batches = pages.get("recordio-batches");
    assertTrue(batches.contains("[rows,C,H,W\\],"), batches);
  }

  @Test
  void theProgramsPageExplainsEveryExitCode() {
    for (ExitCode code : ExitCode.values()) {
      assertTrue(pages.get("recordio").contains("\n*" + code.code() + "*::\n"), code::toString);
    }
  }
}
