// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.spec.StageCall.Argument;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineTextTest {
  static final Set<String> KNOWN =
      Set.of("recordio", "libsvm", "libfm", "csv", "rowblock", "sagemaker");

  private static PipelineText parse(String text) {
    return PipelineText.parse(text, KNOWN);
  }

  private static String error(String text) {
    return assertThrows(InvalidSettingException.class, () -> parse(text)).getMessage();
  }

  @Test
  void aMixIsTheFirstStageAndHasTheInputs() {
    var text = parse("mix(a.rec:0.7,b.rec:0.3) | batch(256)");
    assertTrue(text.isMix());
    assertNull(text.input());
    assertNull(text.prefix());
    assertEquals(List.of("mix", "batch"), text.stages().stream().map(StageCall::name).toList());
    assertFalse(parse("\"mix(a.rec:0.7)\" | batch(256)").isMix());
  }

  @Test
  void sourceAndStagesAreTakenApart() {
    var text =
        parse(
            "recordio:hdfs:///data/train | order(epoch,seed=7) | batch(256) | prefetch(64m)"
                + " | repeat(90)");
    assertEquals("recordio", text.prefix());
    assertEquals("hdfs:///data/train", text.input());
    assertEquals(
        List.of("order", "batch", "prefetch", "repeat"),
        text.stages().stream().map(StageCall::name).toList());
    assertEquals(
        List.of(new Argument(null, "epoch"), new Argument("seed", "7")),
        text.stages().get(0).arguments());
    assertEquals(List.of(new Argument(null, "64m")), text.stages().get(2).arguments());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recordio:hdfs:///data/train | order(epoch,seed=7) | batch(256) | prefetch(64m) | repeat(90)",
        "libsvm:F | prefetch(64m)",
        "recordio:/d | shuffle(seed=1,window=16384,bytes=1g) | batch(32,tail=pad) | repeat(inf)",
        "recordio:/d | shard(3/8) | files(4,order=round_robin) | interleave(4) | take(10) | skip(2)",
        "recordio:/d | order(weighted,weights=hdfs://nn:9000/date=2020/w.txt,count=1000)",
        "/data/{a,b}/part-*.rec;/data/c.rec,d.rec | batch(2)",
        "a.csv?format=csv&label_column=0 | batch(2)",
        "csv:a.csv?label_column=0&delimiter=tab#cache",
        "hdfs://nn:9000/train.rec",
        "hdfs:/train.rec",
        "/data/a|b (1).rec | zip(\"libsvm:\\\"/x | y\\\" | batch(2)\",b)",
        "\"/data/a | b.rec\";c.rec",
        "recordio:\"say \\\"x\\\" \\\\ | y\"",
        "\"recordio:x\";recordio:y",
        "\"csb:/x\" | map(a=b=c,d=\"\")",
        "/a b  c.rec | x(\"a=b\",\"a b\",\"(\",|,a|b,=,a\\b,tail=a=b)",
        "a\\;b | x",
        "mix(a.rec:0.7,\"b.rec | order(epoch):0.3\",seed=1) | batch(2)",
        "\"mix(a.rec:1)\" | batch(2)",
        "recordio:mix(a.rec:1)",
        "mix (1).rec | batch(2)",
        "a;mix(b)"
      })
  void canonicalTextsArePrintedAsTheyAre(String text) {
    assertEquals(text, parse(text).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "RecordIO:  /d   |   Batch ( 256 , Tail = pad )  ~ recordio:/d | batch(256,tail=pad)",
        "'  /d\t|\nbatch()\n' ~ /d | batch",
        "\"/d\" | batch(\"256\",tail=\"pad\") ~ /d | batch(256,tail=pad)",
        "' Mix( a:1 , Seed = 2 )' ~ mix(a:1,seed=2)",
        "/data/\"a, b | c\"/x;y ~ \"/data/a, b | c/x\";y",
        "/a\"; b\";c ~ /a\\; b;c",
        "\"a | b,c\",d ~ \"a | b,c\",d",
        "\" a \" ~ \" a \"",
      })
  void otherTextsHaveACanonicalOne(String text, String canonical) {
    assertEquals(canonical, parse(text).toString());
    assertEquals(parse(canonical), parse(text));
    assertEquals(parse(canonical).hashCode(), parse(text).hashCode());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a |b", "/a| b", "/a|b", "/a || b", "|/a"})
  void aBarWithoutBlanksOnBothSidesIsPartOfThePath(String input) {
    assertEquals(input, parse(input + " | x").input());
    assertEquals(List.of(StageCall.of("x")), parse(input + " | x").stages());
    assertEquals(input + " | x", parse(input + " | x").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "'' ~ the source is missing (column 1 of '')",
        "' | batch(2)' ~ the source is missing (column 2 of ' | batch(2)')",
        "recordio: | x ~ no input after recordio: (column 1 of 'recordio: | x')",
        "recodio:/d | x ~ no source is named 'recodio'; did you mean recordio?; write a path"
            + " that begins so in quotes (column 1 of 'recodio:/d | x')",
        "foo:bar ~ no source is named 'foo'; there are csv, libfm, libsvm, recordio, rowblock,"
            + " sagemaker; write a path that begins so in quotes (column 1 of 'foo:bar')",
        "/d | ~ expected a stage, found the end (column 5 of '/d |')",
        "/d | | x ~ expected a stage, found '|' (column 6 of '/d | | x')",
        "/d | 1x ~ expected a stage, found '1' (column 6 of '/d | 1x')",
        "/d | x y ~ expected ' | ' with blanks on both sides, or the end, after stage x, found 'y'"
            + " (column 8 of '/d | x y')",
        "/d | x(1)|y ~ expected ' | ' with blanks on both sides, or the end, after stage x, found"
            + " '|' (column 10 of '/d | x(1)|y')",
        "/d | x(1 | y(2) ~ the parenthesis that opens here is not closed (column 7 of"
            + " '/d | x(1 | y(2)')",
        "/d | x( ~ the parenthesis that opens here is not closed (column 7 of '/d | x(')",
        "/d | x(1, ~ the parenthesis that opens here is not closed (column 7 of '/d | x(1,')",
        "/d | x(1,) ~ expected a value, found ')' (column 10 of '/d | x(1,)')",
        "/d | x(a=) ~ expected a value, found ')' (column 10 of '/d | x(a=)')",
        "/d | x(,1) ~ expected a value, found ',' (column 8 of '/d | x(,1)')",
        "/d | x(y(1)) ~ expected ',' or ')' (a value with such characters is written in quotes),"
            + " found '(' (column 9 of '/d | x(y(1))')",
        "/d | x(1 2) ~ expected ',' or ')' (a value with such characters is written in quotes),"
            + " found '2' (column 10 of '/d | x(1 2)')",
        "/d | x(\"a) | y ~ the quote that opens here is not closed (column 8 of '/d | x(\"a) | y')",
        "/d \"e | y ~ the quote that opens here is not closed (column 4 of '/d \"e | y')",
        "/d | x(a=1, 2) ~ an argument without a name follows 'a=' (column 13 of '/d | x(a=1, 2)')",
        "\"a\\\\\";b ~ a path that ends in a backslash has to be the last one (column 6 of"
            + " '\"a\\\\\";b')",
      })
  void errorsQuoteTheTextAndNameTheColumn(String text, String message) {
    assertEquals(message, error(text));
  }

  @Test
  void columnsCountCharactersAsTheyAreShown() {
    assertEquals(
        "expected a stage, found '\ud83d\ude00' (column 6 of '\ud83d\ude00 | \ud83d\ude00')",
        error("\ud83d\ude00 |  \ud83d\ude00").replace("|  ", "| "));
  }

  @Test
  void errorsAreOneLine() {
    assertEquals("expected a stage, found U+0000 (column 6 of '/d |   x')", error("/d |\n\0 x"));
  }

  @Test
  void ofLongTextsOnlyThePlaceIsQuoted() {
    String message = error("x".repeat(10_000) + " | 1\n" + "y".repeat(10_000));
    assertEquals(
        "expected a stage, found '1' (column 10004 of '..."
            + "x".repeat(57)
            + " | 1 "
            + "y".repeat(58)
            + "...')",
        message);
  }

  @Test
  void aPipelineCanBeMadeWithoutAText() {
    var stage = StageCall.of("batch").with(256).with("tail", "a, b");
    var text = PipelineText.of("RecordIO", "/a | b", List.of(stage), KNOWN);
    assertEquals("recordio:\"/a | b\" | batch(256,tail=\"a, b\")", text.toString());
    assertEquals(text, parse(text.toString()));
    assertNull(PipelineText.of(null, "x", List.of(), KNOWN).prefix());
    assertEquals("recordio:\"/a | b\"", text.withStages(List.of()).toString());
    assertNotEquals(text, text.withStages(List.of()));
    assertThrows(InvalidSettingException.class, () -> PipelineText.of(null, "", List.of(), KNOWN));
    assertThrows(
        InvalidSettingException.class, () -> PipelineText.of("hdfs", "x", List.of(), KNOWN));
    assertThrows(InvalidSettingException.class, () -> stage.with("by place"));
    assertThrows(InvalidSettingException.class, () -> StageCall.of("1"));
    assertThrows(InvalidSettingException.class, () -> StageCall.of("a b"));
    assertThrows(InvalidSettingException.class, () -> StageCall.of(""));
  }
}
