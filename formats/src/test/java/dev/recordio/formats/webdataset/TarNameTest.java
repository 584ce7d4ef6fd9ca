// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.webdataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TarNameTest {
  /** The expressions of WebDataset's tariterators.py. */
  private static final Pattern SPLIT = Pattern.compile("^((?:.*/|)[^.]+)[.]([^/]*)$");

  private static final Pattern META = Pattern.compile("__[^/]*__($|/).*");
  private static final String LETTERS = "aB./_";
  private static final int MAX_LENGTH = 7;

  @ParameterizedTest
  @CsvSource({
    "000000000.jpg, 000000000, jpg",
    "a/v1.0/x.seg.png, a/v1.0/x, seg.png",
    "a/b.JPG, a/b, jpg",
    "./x.cls, ./x, cls",
    "x., x, ''",
    "a/__m__/x.txt, a/__m__/x, txt",
    "__m__x.txt, __m__x, txt",
    "ein-Bild-é.Json, ein-Bild-é, json",
  })
  void theSuffixBeginsAfterTheFirstDotOfTheLastPart(String name, String base, String suffix) {
    TarName split = TarName.of(name);

    assertEquals(base, split.base());
    assertEquals(suffix, split.suffix());
    assertEquals(name, base + "." + split.field(), "the field is as it was written");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"README", ".hidden", "a/.hidden", "a.b/c", "__meta__", "__m__/x.jpg", "a.b/", ""})
  void otherNamesBelongToNoSample(String name) {
    assertNull(TarName.of(name));
  }

  @Test
  void allShortNamesAreSplitAsByTheLibrary() {
    int samples = 0;
    for (int length = 0; length <= MAX_LENGTH; length++) {
      int count = (int) Math.pow(LETTERS.length(), length);
      for (int i = 0; i < count; i++) {
        samples += check(name(i, length)) ? 1 : 0;
      }
    }
    assertEquals(27_609, samples);
  }

  private static String name(int number, int length) {
    var name = new StringBuilder();
    for (int i = 0, rest = number; i < length; i++, rest /= LETTERS.length()) {
      name.append(LETTERS.charAt(rest % LETTERS.length()));
    }
    return name.toString();
  }

  private static boolean check(String name) {
    Matcher split = SPLIT.matcher(name);
    boolean sample =
        split.matches() && !split.group(1).endsWith("/") && !META.matcher(name).matches();
    TarName found = TarName.of(name);
    assertEquals(sample, found != null, name);
    if (sample) {
      assertEquals(split.group(1), found.base(), name);
      assertEquals(split.group(2).toLowerCase(), found.suffix(), name);
    }
    return sample;
  }
}
