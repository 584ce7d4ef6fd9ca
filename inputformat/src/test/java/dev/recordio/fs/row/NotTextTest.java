// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is no text is named by its first bytes, whichever range of it is read. */
class NotTextTest {
  private static final String PAGE = "<!DOCTYPE html>\n<p>Not found</p>\n1 1:1\n1 1:1\n";

  @TempDir java.nio.file.Path folder;

  private static Configuration conf(String mode) {
    Configuration conf = LocalFiles.raw();
    LibSvmConf.MODE.set(conf, mode);
    return conf;
  }

  private Path file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
    return new Path(LocalFiles.path(folder), name);
  }

  private static int rows(Configuration conf, Path file, long start) throws IOException {
    var block = new CsrBlock();
    int rows = 0;
    long length = file.getFileSystem(conf).getFileStatus(file).getLen();
    var range = new InputRange(file, start, length - start);
    try (RowReader reader = RowInputs.open(conf, List.of(range))) {
      while (reader.next(block)) {
        rows += block.rows();
      }
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource({
    "strict, 0",
    "lenient, 0",
    "dmlc, 0",
    "strict, 9",
    "lenient, 9",
    "lenient, 40",
    "dmlc, 40"
  })
  void aRangeIsOfItsFile(String mode, long start) throws IOException {
    Path file = file("page", PAGE);
    var error = assertThrows(MalformedRecordException.class, () -> rows(conf(mode), file, start));
    assertEquals(RowInputs.NOT_TEXT, error.what());
    assertEquals(0, error.offset());
    assertTrue(error.found().contains("a web page"), error.found());
    assertFalse(RowInputs.isText(conf(mode), file));
  }

  @Test
  void strictReadingLooksOnlyWhereALineIsBad() throws IOException {
    assertEquals(1, rows(conf("strict"), file("page", PAGE), 35), "sound lines of it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"strict", "lenient", "dmlc"})
  void rangesOfTextAreRead(String mode) throws IOException {
    assertEquals(2, rows(conf(mode), file("rows", "1 1:1\n1 1:2\n1 1:3\n"), 1));
    Path short_ = file("short", "1\n2\n");
    assertEquals(1, rows(conf(mode), short_, 1));
  }

  @Test
  void theRuleOfABadLineOfTextStays() throws IOException {
    Path file = file("rows", "1 1:1\nx 1:2\n");
    var error = assertThrows(MalformedRecordException.class, () -> rows(conf("strict"), file, 1));
    assertEquals("bad-label", error.what());
  }
}
