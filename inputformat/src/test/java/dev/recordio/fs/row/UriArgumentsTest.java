// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments after the names of inputs, as dmlc-core's URIs have them. */
class UriArgumentsTest {
  private final Configuration conf = new Configuration(false);

  private List<Path> parse(String list) {
    return RowInputs.parse(conf, list);
  }

  @Test
  void argumentsSetKeysForTheWholeList() {
    LibSvmConf.FORMAT.set(conf, "libfm");
    LibSvmConf.ARGUMENTS.set(conf, "header=no&label_column=3");
    List<Path> paths = parse("s3a://b/a*.csv?format=csv&label_column=0&indexing_mode=1;x,y?z.csv");
    assertEquals(List.of(new Path("s3a://b/a*.csv"), new Path("x"), new Path("y?z.csv")), paths);
    TextSettings settings = TextSettings.of(conf);
    assertEquals("csv", settings.format());
    assertEquals(IndexBase.ONE, settings.base());
    assertEquals(Map.of("header", "no", "label_column", "0"), settings.arguments());
  }

  @Test
  void withoutArgumentsNoKeyIsSet() {
    assertEquals(List.of(new Path("a?b"), new Path("c")), parse("a?b,c"));
    assertEquals(0, conf.size());
  }

  @ParameterizedTest
  @CsvSource({
    "a?b=c/d, a?b=c/d",
    "part?=1, part?=1",
    "a?b, a?b",
    "a\\?b=c, a\\?b=c",
    "a\\#1, a#1",
    "a#1/b, a#1/b"
  })
  void whatIsNoArgumentIsPartOfThePath(String entry, String path) {
    assertEquals(new Path(path), parse(entry).get(0));
    assertEquals(0, conf.size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a?indexing_mode=0 | 0",
        "a?indexing_mode=1 | 1",
        "a?indexing_mode=-1 | auto",
      })
  void indexingModeIsTheIndexBase(String entry, String base) {
    parse(entry);
    assertEquals(base, LibSvmConf.INDEX_BASE.get(conf));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a?format=csv,b?format=libsvm | the inputs contradict each other: format is 'csv' and",
        "a?x=1#a.cache | the input 'a?x=1#a.cache' names a cache file, '#a.cache'",
        "a.txt#c | the input 'a.txt#c' names a cache file, '#c'",
        "a?indexing_mode=2 | indexing_mode is '2'; it takes 0, 1, or -1 for auto",
        "a?x=1&x=2 | 'x' twice in the arguments 'x=1&x=2'",
        "a?x=1; | an empty entry",
      })
  void invalidArgumentsSayWhy(String list, String message) {
    var e = assertThrows(InvalidSettingException.class, () -> parse(list));
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }
}
