// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What globs match. */
class PathGlobTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/1?.jpg     | cats/12.jpg      | true",
        "*/1?.jpg     | cats/1.jpg       | false",
        "*/1?.jpg     | a/cats/12.jpg    | false",
        "*.jpg        | cats/1.jpg       | false",
        "*.jpg        | 1.jpg            | true",
        "**/*.jpg     | 1.jpg            | true",
        "**/*.jpg     | a/b/c.jpg        | true",
        "a/**         | a/b/c.jpg        | true",
        "a/**         | ab/c.jpg         | false",
        "a/           | a/b/c.jpg        | true",
        "a**z         | a/b/z            | true",
        "[a-c]?/x     | bq/x             | true",
        "[!a-c]/x     | b/x              | false",
        "a[^b]c       | a/c              | false",
        "[]]x         | ]x               | true",
        "x.{jpg,png}  | x.png            | true",
        "x.{jpg,png}  | x.gif            | false",
        "a,b          | a,b              | true",
        "a\\*b        | a*b              | true",
        "a\\*b        | axb              | false",
        "a.c          | abc              | false",
        "(a)+$        | (a)+$            | true",
        "?            | 猫               | true",
      })
  void matchesWholePaths(String glob, String path, boolean expected) {
    assertEquals(expected, new PathGlob(glob).matches(path), glob + " " + path);
  }

  @Test
  void aFolderIsLeftOutAsAWholeOnlyByAGlobForAllBelow() {
    assertTrue(new PathGlob("raw/**").matchesAllBelow("raw"));
    assertTrue(new PathGlob("**/raw/").matchesAllBelow("a/raw"));
    assertFalse(new PathGlob("raw/*").matchesAllBelow("raw"));
    assertFalse(new PathGlob("raw/**").matchesAllBelow("raw2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[a", "{a", "a}", "a\\", "[z-a]"})
  void whatIsNotClosedIsInvalid(String glob) {
    var e = assertThrows(InvalidSettingException.class, () -> new PathGlob(glob));
    assertTrue(e.getMessage().contains("'" + glob + "'"), e.getMessage());
  }
}
