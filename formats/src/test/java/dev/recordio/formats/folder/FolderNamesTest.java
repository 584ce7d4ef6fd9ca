// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FolderNamesTest {
  @ParameterizedTest
  @CsvSource({"0, 9", "0, 10", "-1, 0", "-1, 999", "-12, 3", "-100, -98", "-1000, 120", "5, 1001"})
  void foldersSortAsLabelsDo(long min, long max) {
    var folders = new FolderOutput.LabelFolders(min, max);
    String last = "";
    for (long label = min; label <= max; label++) {
      String folder = folders.of(label);
      assertTrue(last.compareTo(folder) < 0, last + " is before " + folder);
      assertTrue(folder.endsWith(Long.toString(label)), folder);
      last = folder;
    }
  }

  @Test
  void namesOfLabels() {
    var folders = new FolderOutput.LabelFolders(0, 120);
    assertEquals("007", folders.of(7));
    var negative = new FolderOutput.LabelFolders(-2, 1);
    assertEquals("-0_-2", negative.of(-2));
    assertEquals("1", negative.of(1));
  }
}
