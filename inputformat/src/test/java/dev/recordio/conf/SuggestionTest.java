// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
  private static final List<String> KNOWN =
      List.of("batch", "batches", "zip", "csv", "seed", "shuffle", "n");

  @ParameterizedTest
  @CsvSource({
    "bacth, batch", "btach, batch", "batcch, batch", "batc, batch", "patsh, batch",
    "batche, batch or batches", "batchess, batches", "sed, seed", "seeed, seed", "zap, zip",
    "shufle, shuffle", "suffel, shuffle"
  })
  void theNearestAreSuggested(String wrong, String near) {
    assertEquals(near, String.join(" or ", Suggestion.near(wrong, KNOWN)));
  }

  @ParameterizedTest
  @CsvSource({"map", "cos", "m", "nn", "sd", "xxxch", "shuxxxe", "''"})
  void wordsThatAreFarAreNot(String wrong) {
    assertEquals(List.of(), Suggestion.near(wrong, KNOWN));
  }

  @Test
  void slipsAreLettersOmittedInsertedReplacedOrSwapped() {
    assertEquals(0, Suggestion.slips("ab", "ab"));
    assertEquals(1, Suggestion.slips("ab", "ba"));
    assertEquals(2, Suggestion.slips("", "ab"));
    assertEquals(3, Suggestion.slips("kitten", "sitting"));
  }
}
