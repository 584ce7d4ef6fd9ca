// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.RowText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of CSV by their names. */
class NamedCsvTest {
  @TempDir java.nio.file.Path folder;

  private static final String TEXT =
      "q,city,w,y,a,note,b\r\n"
          + "1,Paris,0.5,1,2.5,\"x, \"\"y\",-1\r\n"
          + "1,\"a \"\"b\"\", c\",1,0,,,7\r\n\r\n"
          + "2,,2,1, 3 ,n\"o,\"\"\r\n"
          + "7,NA,2,0,\"4\",,NA\r\n";

  private static Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.set("libsvm.format", "csv");
    LibSvmConf.CSV_LABEL.set(conf, "y");
    LibSvmConf.CSV_WEIGHT.set(conf, "w");
    LibSvmConf.CSV_QID.set(conf, "q");
    LibSvmConf.CSV_IGNORE.set(conf, "note");
    LibSvmConf.CSV_CATEGORICAL.set(conf, "city");
    LibSvmConf.CSV_HASH_BITS.set(conf, 4);
    LibSvmConf.CSV_NA_WORDS.set(conf, "NA,null");
    LibSvmConf.CSV_NAMES.set(conf, "q,city,w,y,a,b");
    return conf;
  }

  private InputRange file(String name, String text) throws IOException {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private InputRange file(String name, byte[] bytes) throws IOException {
    Files.write(folder.resolve(name), bytes);
    return new InputRange(new Path(LocalFiles.path(folder), name), 0, bytes.length);
  }

  private static String rows(Configuration conf, InputRange... ranges) throws IOException {
    var rows = new StringBuilder();
    var block = new CsrBlock();
    try (RowReader reader = RowInputs.open(conf, List.of(ranges))) {
      while (reader.next(block)) {
        String text = RowText.of(block).toString(); // of as many blocks as there were reads
        rows.append(text.substring(1, text.length() - 1).replace(", ", "\n")).append('\n');
      }
    }
    return rows.toString();
  }

  @Test
  void rowsDoNotDependOnTheCut() throws IOException {
    Configuration conf = conf();
    InputRange all = file("a.csv", TEXT);
    String whole = rows(conf, all);
    assertEquals(4, whole.lines().count(), whole);
    for (int cut = 1; cut < TEXT.length(); cut++) {
      var first = new InputRange(all.path(), 0, cut);
      var second = new InputRange(all.path(), cut, TEXT.length() - cut);
      assertEquals(whole, rows(conf, first) + rows(conf, second), "cut at " + cut);
      assertEquals(whole, rows(conf, first, second), "cut at " + cut + ", one reader");
    }
  }

  @Test
  void theOrderOfColumnsOfAFileDoesNotMatter() throws IOException {
    String one = "y,a,city,b,w,q\n1,2,x,3,1,9\n0,4,y,5,1,9\n";
    String other = "\uFEFFb,extra,w,q,city,a,y\n3,no,1,9,x,2,1\n5,,1,9,y,4,0\n";
    Configuration conf = conf();
    LibSvmConf.CSV_IGNORE.set(conf, "extra");
    assertEquals(rows(conf, file("a.csv", one)), rows(conf, file("b.csv", other)));
    assertEquals(
        rows(conf, file("a.csv", one)) + rows(conf, file("a.csv", one)),
        rows(conf, file("a.csv", one), file("b.csv", other)));
  }

  @Test
  void aCompressedFileHasItsHeaderToo() throws IOException {
    java.nio.file.Path packed = folder.resolve("a.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(TEXT.getBytes(StandardCharsets.UTF_8));
    }
    var range =
        new InputRange(new Path(LocalFiles.path(folder), "a.csv.gz"), 0, Files.size(packed));
    assertEquals(rows(conf(), file("a.csv", TEXT)), rows(conf(), range));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          y,a,b,w,q             | the column city
          y,a,b,city,w,q,z      | not z
          y,a,b,city,w,q,a      | a' twice
          0,1,2,3,4,5           | no header, so c0, c1
          """)
  void aHeaderThatDoesNotFitIsAnErrorWithItsFile(String header, String found) throws IOException {
    InputRange range = file("a.csv", header + "\n");
    var e = assertThrows(MalformedRecordException.class, () -> rows(conf(), range));
    assertTrue(e.getMessage().contains(found), e.getMessage());
    assertTrue(e.getMessage().contains("a.csv"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1,2,x,x,1,9       | bad-cell    | in column b: --categorical
          1,2,x,3,1         | ragged-row  | 6 cells, as in the first line of the file, not 5
          1,2,x,3,1,9,4     | ragged-row  | not 7
          ,2,x,3,1,9        | bad-label   | in column y
          1,2,x,3,,9        | bad-weight  | in column w
          1,2,x,3,1,9.5     | bad-qid     | in column q
          1,2,x,3,1,        | bad-qid     | in column q
          1,2,"x,3,1,9      | bad-cell    | a closing quote in the line, in column city
          """)
  void whatDoesNotFitItsColumnIsAnErrorWithItsPlace(String line, String rule, String expected)
      throws IOException {
    String text = "y,a,city,b,w,q\n1,2,x,3,1,9\n" + line.strip() + "\n0,4,y,5,1,9\n";
    InputRange range = file("a.csv", text);
    Configuration conf = conf();
    var e = assertThrows(MalformedRecordException.class, () -> rows(conf, range));
    assertEquals(rule, e.what());
    assertEquals(3, e.line());
    assertTrue(e.getMessage().contains(expected), e.getMessage());
    LibSvmConf.MODE.set(conf, "lenient");
    assertEquals(rule.equals("bad-label") ? 2 : 3, rows(conf, range).lines().count());
  }

  @Test
  void withoutNamesAReaderOfAPartRefuses() throws IOException {
    Configuration conf = conf();
    conf.unset(LibSvmConf.CSV_NAMES.key());
    InputRange range = file("a.csv", TEXT);
    var e = assertThrows(InvalidSettingException.class, () -> rows(conf, range));
    assertTrue(e.getMessage().contains("libsvm.csv.names"), e.getMessage());
  }

  @Test
  void wordsForAbsentCellsNeedNoNames() throws IOException {
    Configuration conf = LocalFiles.raw();
    conf.set("libsvm.format", "csv");
    conf.set("libsvm.arguments", "label_column=0");
    InputRange words = file("a.csv", "1,NA,nan,\"null\",4\n0, NA ,2,nan,-1\n");
    InputRange empty = file("b.csv", "1,,nan,,4\n0,,2,nan,-1\n");
    assertThrows(MalformedRecordException.class, () -> rows(conf, words));
    String plain = rows(conf, empty);
    LibSvmConf.CSV_NA_WORDS.set(conf, "NA,null");
    assertEquals(plain, rows(conf, words));
    LibSvmConf.CSV_NA_WORDS.set(conf, "NA,null,nan");
    assertEquals(
        rows(conf, file("c.csv", "1,,,,4\n0,,2,,-1\n")), rows(conf, words), "nan is a word too");
  }

  @ParameterizedTest
  @CsvSource({
    "libsvm.csv.label=city, named twice",
    "'libsvm.csv.names=q,q', a name twice",
    "libsvm.csv.label=z, no column 'z'",
    "libsvm.arguments=label_column=0, label_column",
    "libsvm.mode=dmlc, dmlc",
    "libsvm.labels=none, labels is none",
    "libsvm.features=17, 18 columns"
  })
  void settingsThatDoNotFitAreRefused(String setting, String found) {
    Configuration conf = conf();
    int equals = setting.indexOf('=');
    conf.set(setting.substring(0, equals), setting.substring(equals + 1));
    var e = assertThrows(InvalidSettingException.class, () -> TextSettings.of(conf).check());
    assertTrue(e.getMessage().contains(found), e.getMessage());
  }
}
