// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.input.InputRange;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.RowText;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A header is one wherever splits are cut, and nothing else is. */
class CsvHeaderCutsTest {
  @TempDir java.nio.file.Path folder;

  private Configuration conf(String header) {
    Configuration conf = LocalFiles.raw();
    conf.set("libsvm.format", "csv");
    conf.set("libsvm.arguments", "label_column=0&header=" + header);
    return conf;
  }

  private Path file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
    return new Path(LocalFiles.path(folder), name);
  }

  private static String rows(Configuration conf, List<InputRange> ranges) throws IOException {
    var rows = new StringBuilder();
    var block = new CsrBlock();
    try (RowReader reader = RowInputs.open(conf, ranges)) {
      while (reader.next(block)) {
        String text = RowText.of(block).toString(); // of as many blocks as there were reads
        rows.append(text.substring(1, text.length() - 1).replace(", ", "\n")).append('\n');
      }
    }
    return rows.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "auto, '\\n\\n\\nlabel,a,b\\n1,2,3\\n4,5,6\\n'",
    "auto, '  \\n\\r\\n \\t \\nlabel,a,b\\n1,2,3\\n4,5,6\\n'",
    "yes, '\\n\\n\\n7,8,9\\n1,2,3\\n4,5,6\\n'",
    "yes, '\\n7,8,9\\n\\n\\n1,2,3\\n4,5,6\\n'",
    "yes, '7,8,9\\n\\n\\n1,2,3\\n4,5,6\\n'",
    "no, '\\n\\n\\n7,8,9\\n1,2,3\\n'"
  })
  void rowsDoNotDependOnTheCut(String header, String escaped) throws IOException {
    String text = escaped.translateEscapes();
    Configuration conf = conf(header);
    Path file = file("a.csv", text);
    String whole = rows(conf, List.of(new InputRange(file, 0, text.length())));
    for (int cut = 1; cut < text.length(); cut++) {
      var first = new InputRange(file, 0, cut);
      var second = new InputRange(file, cut, text.length() - cut);
      assertEquals(
          whole, rows(conf, List.of(first)) + rows(conf, List.of(second)), "cut at " + cut);
      assertEquals(whole, rows(conf, List.of(first, second)), "cut at " + cut + ", one reader");
    }
  }

  /** Where one file's header was found says nothing about the next file. */
  @Test
  void aReaderOfSeveralFilesForgetsWhereTheFirstLineWas() throws IOException {
    Configuration conf = conf("yes");
    String text = "\n\n\n\n\n\n7,8,9\n";
    Path blank = file("a.csv", text);
    Path other = file("b.csv", "1,2\n3,4\n5,6\n");
    Configuration plain = conf("yes");
    String alone = rows(plain, List.of(new InputRange(other, 1, 11)));
    assertEquals(
        alone,
        rows(
            conf,
            List.of(new InputRange(blank, 0, text.length() - 1), new InputRange(other, 1, 11))));
    for (int blanks = 1; blanks < 12; blanks++) {
      String many = "\n".repeat(blanks) + "7,8\n9,9\n";
      Path before = file("c" + blanks + ".csv", many);
      var first = new InputRange(before, 0, many.length());
      for (int from = 1; from < 12; from++) {
        var second = new InputRange(other, from, 12 - from);
        assertEquals(
            rows(conf, List.of(first)) + rows(conf, List.of(second)),
            rows(conf, List.of(first, second)),
            blanks + " blank lines before, then from " + from);
      }
    }
  }
}
