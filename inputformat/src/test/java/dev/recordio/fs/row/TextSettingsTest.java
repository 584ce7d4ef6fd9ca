// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.text.LineParser;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formats by name, with their arguments. */
class TextSettingsTest {
  private final Configuration conf = new Configuration(false);

  private CsrBlock parse(String format, String arguments, String text) throws Exception {
    LibSvmConf.FORMAT.set(conf, format);
    LibSvmConf.ARGUMENTS.set(conf, arguments);
    LineParser parser = TextSettings.of(conf).parser();
    var block = new CsrBlock();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    parser.parse(bytes, 0, bytes.length, 0, 1, block);
    return block;
  }

  @Test
  void csvTakesItsArguments() throws Exception {
    String arguments = "label_column=1&weight_column=0&delimiter=tab&header=yes";
    CsrBlock block = parse("csv", arguments, "1\t2\t3\n4\t5\t6\n");
    assertEquals(1, block.rows());
    assertEquals(5, block.labels()[0]);
    assertEquals(4, block.weights()[0]);
    assertEquals(6, block.values()[0]);
    assertEquals(6, block.positions()[0]);
    assertEquals(2, parse("csv", "delimiter=semicolon", "1;2").entries());
    assertEquals(2, parse("csv", "delimiter=|", "1|2").entries());
  }

  @Test
  void libFmHasFields() throws Exception {
    CsrBlock block = parse("libfm", "", "1 2:3:4\n");
    assertEquals(2, block.fields()[0]);
    assertEquals(3, block.index(0));
  }

  @Test
  void formatsOfOthersAreFound() throws Exception {
    CsrBlock block = parse("words", "label=7", "a b c\nd\n\n");
    assertEquals(2, block.rows());
    assertEquals(7, block.labels()[1]);
    assertEquals(3, block.offset(1));
  }

  @Test
  void wordsMayBeWrittenInAnyCase() throws Exception {
    assertEquals(1, parse("CSV", "header=NO&delimiter=Tab", "1\t2").rows());
    assertEquals(2, parse("Words", "label=7", "a b c\nd\n").rows());
    conf.set("libsvm.format", "RowBlock");
    conf.set("libsvm.arguments", "index_type=UInt64");
    assertEquals(IndexType.UINT64, TextSettings.of(conf).indexType());
    conf.set("libsvm.index.base", "AUTO");
    assertEquals(IndexBase.AUTO, TextSettings.of(conf).base());
    conf.set("libsvm.mode", "Lenient");
    assertEquals(ParseMode.LENIENT, TextSettings.of(conf).mode());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "libsvm.features | -4 | libsvm.features is '-4'; it takes a whole number of 0 or more",
        "libsvm.index.base | 2 | libsvm.index.base is '2'; it takes one of 0, 1, auto",
        "libsvm.mode | slack | libsvm.mode is 'slack'; it takes one of strict, lenient, dmlc",
      })
  void invalidKeysAreNamed(String key, String value, String message) {
    conf.set(key, value);
    var e = assertThrows(InvalidSettingException.class, () -> TextSettings.of(conf));
    assertEquals(message, e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "tsv | \"\" | libsvm.format is 'tsv'; it takes one of csv, libffm, libfm, libsvm, words, rowblock,"
            + " sagemaker",
        "libsvm | label_column=0 | the format libsvm has no argument 'label_column'; it takes"
            + " label_columns, labels",
        "csv | lables=0 | the format csv has no argument 'lables'; it takes alternate_sign,"
            + " categorical, delimiter, hash_bits, header, ignore, label, label_column, labels,"
            + " na_words, names, qid, weight, weight_column",
        "csv | labels=0 | labels is '0'; it takes one of first, none, all",
        "csv | labels=none&label_column=0 | labels is none, but label_column is 0: set only one"
            + " of them",
        "libfm | field_base=2 | field_base is '2'; it takes 0 or 1",
        "rowblock | labels=none | the format rowblock has no argument 'labels'; it takes index_type",
        "csv | label_column=x | label_column is 'x'; it takes a column, from 0, or -1 for none",
        "csv | delimiter=:: | delimiter is '::'; it takes one character, or tab, comma or"
            + " semicolon",
        "csv | header=maybe | header is 'maybe'; it takes one of auto, yes, no",
        "csv | label_column=1&weight_column=1 | label and weight both in column 1",
        "csv | label_column | libsvm.arguments is 'label_column'; it takes name=value with & between:"
            + " 'label_column' is not of the form name=value",
        "rowblock | index_type=int | index_type is 'int'; it takes one of uint32, uint64",
        "rowblock | header=no | the format rowblock has no argument 'header'; it takes index_type",
      })
  void invalidValuesListTheValidOnes(String format, String arguments, String message) {
    LibSvmConf.FORMAT.set(conf, format);
    LibSvmConf.ARGUMENTS.set(conf, arguments);
    var e = assertThrows(InvalidSettingException.class, () -> TextSettings.of(conf).check());
    assertEquals(message, e.getMessage());
  }

  @Test
  void undecidedBaseIsRefused() {
    LibSvmConf.INDEX_BASE.set(conf, "auto");
    var e = assertThrows(InvalidSettingException.class, () -> TextSettings.of(conf).check());
    assertTrue(e.getMessage().startsWith("libsvm.index.base is auto"), e.getMessage());
  }
}
