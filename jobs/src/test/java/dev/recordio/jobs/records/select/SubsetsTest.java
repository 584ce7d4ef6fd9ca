// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.run.error.BadInputException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which subset each record goes to. */
class SubsetsTest {
  private static final Fractions THREE = Fractions.parse("train=0.8,val=0.1,test=0.1");

  /** Returns the subsets of records 0 .. n - 1, with the values of {@code value}. */
  private static int[] choose(OutputChooser choice, int n, LongUnaryOperator value)
      throws BadInputException {
    if (choice.needsSurvey()) {
      for (int i = 0; i < n; i++) {
        choice.survey(value.applyAsLong(i));
      }
    }
    int[] first = pass(choice, n, value);
    assertArrayEquals(first, pass(choice, n, value), "every pass says the same");
    return first;
  }

  private static int[] pass(OutputChooser choice, int n, LongUnaryOperator value)
      throws BadInputException {
    choice.begin(n);
    var chosen = new int[n];
    for (int i = 0; i < n; i++) {
      chosen[i] = choice.choose(i, value.applyAsLong(i));
    }
    return chosen;
  }

  private static long count(int[] chosen, int subset) {
    return Arrays.stream(chosen).filter(s -> s == subset).count();
  }

  @ParameterizedTest
  @CsvSource({
    "25, 20, 3, 2",
    "10, 8, 1, 1",
    "1, 1, 0, 0",
    "0, 0, 0, 0",
    "104729, 83783, 10473, 10473"
  })
  void sizesAreExactByTheLargestRemainder(int n, int train, int val, int test)
      throws BadInputException {
    int[] chosen = choose(new Subsets(THREE, 7, false), n, i -> 0);
    assertEquals(train, count(chosen, 0));
    assertEquals(val, count(chosen, 1));
    assertEquals(test, count(chosen, 2));
  }

  @Test
  void anotherSeedIsAnotherSplitOfTheSameSizes() throws BadInputException {
    int[] one = choose(new Subsets(THREE, 1, false), 1000, i -> 0);
    int[] two = choose(new Subsets(THREE, 2, false), 1000, i -> 0);
    assertNotEquals(Arrays.toString(one), Arrays.toString(two));
    assertEquals(count(one, 1), count(two, 1));
  }

  @Test
  void everyLabelIsWithinOneOfItsShareAndTheWholeIsToo() throws BadInputException {
    // Labels of very different sizes, most of them of a record or two.
    LongUnaryOperator label = i -> Long.numberOfTrailingZeros(i + 1) * 1000 + (i % 7 == 0 ? i : 0);
    int n = 5000;
    int[] chosen = choose(new Subsets(THREE, 7, true), n, label);
    var sizes = new HashMap<Long, long[]>();
    for (int i = 0; i < n; i++) {
      sizes.computeIfAbsent(label.applyAsLong(i), l -> new long[3])[chosen[i]]++;
    }
    assertTrue(sizes.size() > 500);
    sizes.forEach(
        (l, counts) -> {
          long all = Arrays.stream(counts).sum();
          for (int subset = 0; subset < 3; subset++) {
            double quota = all * (subset == 0 ? 0.8 : 0.1);
            assertTrue(Math.abs(counts[subset] - quota) < 1, l + ": " + Arrays.toString(counts));
          }
        });
    assertEquals(0.8 * n, count(chosen, 0), 2);
    assertEquals(0.1 * n, count(chosen, 1), 2);
  }

  @Test
  void recordsOfOneGroupStayTogetherAndGroupsAreSharedOut() throws BadInputException {
    LongUnaryOperator group = i -> -(i / 3); // 20,000 groups of three; keys are any 64 bits
    int n = 60_000;
    int[] chosen = choose(Subsets.byValue(THREE, 7), n, group);
    for (int i = 0; i < n; i++) {
      assertEquals(chosen[i / 3 * 3], chosen[i]);
    }
    // Of 20,000 groups 2,000 are expected, with a standard deviation of 42.
    assertEquals(2000, count(chosen, 1) / 3.0, 4 * 42);
    assertEquals(2000, count(chosen, 2) / 3.0, 4 * 42);
  }

  @Test
  void theSmallerSampleIsPartOfTheLargerOne() throws BadInputException {
    int[] small = choose(OutputChooser.sample(100, 5000, 7), 5000, i -> 0);
    int[] large = choose(OutputChooser.sample(101, 5000, 7), 5000, i -> 0);
    assertEquals(100, count(small, 0));
    assertEquals(101, count(large, 0));
    for (int i = 0; i < small.length; i++) {
      assertTrue(small[i] != 0 || large[i] == 0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "train",
        "train=",
        "=1",
        "train=x",
        "train=0.5",
        "a=0.5,a=0.5",
        "a=0.5,b=0.6",
        "a=1,b=0",
        "a=1.5,b=-0.5",
        "../a=1",
        "_a=1",
        ".a=1",
        "a/b=1",
        "a=1,",
        "a=1e-999999999,b=1"
      })
  void otherTextIsNoFractions(String text) throws BadInputException {
    var e = assertThrows(InvalidSettingException.class, () -> Fractions.parse(text));
    assertTrue(e.getMessage().startsWith("recordio.split.fractions is '" + text + "'"));
  }

  @Test
  void fractionsAreExactDecimals() throws BadInputException {
    Fractions ten = Fractions.parse("a=0.1,b=0.2,c=0.3,d=0.4");
    long n = 1_000_000_000_000_000_000L;
    assertArrayEquals(
        new long[] {n / 10, n / 5, n / 10 * 3, n / 5 * 2}, ten.share(n, Fractions.zeros(4)));
  }
}
