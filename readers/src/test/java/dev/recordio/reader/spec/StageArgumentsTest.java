// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.conf.SettingType;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StageArgumentsTest {
  private enum Tail {
    EMIT,
    DROP,
    ROUND_UP
  }

  private static final StageSyntax BATCH =
      StageSyntax.of("batch", "makes one item of several")
          .required("n", SettingType.whole(1), "how many items")
          .optional("tail", SettingType.oneOf("emit", "drop", "round_up"), "emit", "the rest")
          .optional("bytes", SettingType.bytes(1), null, "at most")
          .optional("share", SettingType.fraction(0, 1), "0.5", "of them")
          .optional("sorted", SettingType.flag(), "false", "whether");
  private static final StageSyntax REPEAT =
      StageSyntax.of("repeat", "begins again")
          .optional("n", SettingType.wholeOrInf(1), "inf", "how often");
  private static final StageSyntax SHUFFLE =
      StageSyntax.of("shuffle", "by chance")
          .optional("seed", RecordIOConf.INPUT_SEED, "of the chance");
  private static final StageSyntax ZIP =
      StageSyntax.of("zip", "side by side")
          .required("n", SettingType.whole(0), "a number")
          .several("with", SettingType.text(), "other pipelines")
          .optional("tail", SettingType.oneOf("emit", "drop"), "emit", "the rest");

  private final Configuration conf = new Configuration(false);

  private StageArguments read(StageSyntax syntax, String stage) {
    return syntax.read(PipelineText.parse("/d | " + stage, List.of()).stages().get(0), conf);
  }

  private static StageSyntax syntax(String stage) {
    return List.of(BATCH, REPEAT, SHUFFLE, ZIP).stream()
        .filter(syntax -> stage.startsWith(syntax.name()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void valuesHaveTheirTypes() {
    var arguments = read(BATCH, "batch(7,Drop,bytes=64m,share=.25,sorted=TRUE)");
    assertEquals(7, arguments.getInt("n"));
    assertEquals(7L, arguments.getLong("n"));
    assertEquals("drop", arguments.getText("tail"));
    assertEquals(Tail.DROP, arguments.getEnum("tail", Tail.class));
    assertEquals(64L << 20, arguments.getLong("bytes"));
    assertEquals(
        "batch(7,tail=drop,bytes=67108864,share=0.25,sorted=true)", arguments.normal().toString());
    assertEquals(Tail.ROUND_UP, read(BATCH, "batch(7,tail=round_up)").getEnum("tail", Tail.class));
    assertEquals(Long.MAX_VALUE, read(REPEAT, "repeat(inf)").getLong("n"));
  }

  @Test
  void whatIsOmittedHasItsDefault() {
    var arguments = read(BATCH, "batch(n=7)");
    assertTrue(arguments.has("n") && arguments.has("tail"));
    assertEquals(Tail.EMIT, arguments.getEnum("tail", Tail.class));
    assertEquals("batch(7,tail=emit,share=0.5,sorted=false)", arguments.normal().toString());
    assertFalse(arguments.has("bytes"));
    assertEquals(0, read(SHUFFLE, "shuffle").getLong("seed"));
    RecordIOConf.INPUT_SEED.set(conf, 5);
    assertEquals(5, read(SHUFFLE, "shuffle()").getLong("seed"));
    assertEquals(6, read(SHUFFLE, "shuffle(6)").getLong("seed"));
    RecordIOConf.INPUT_SEED.set(conf, "x");
    var e = assertThrows(InvalidSettingException.class, () -> read(SHUFFLE, "shuffle"));
    assertTrue(e.getMessage().startsWith("recordio.input.seed is 'x'"), e.getMessage());
  }

  @Test
  void severalValuesAreGivenByPlace() {
    var arguments = read(ZIP, "zip(0,a,\"b | c\",tail=drop)");
    assertEquals(List.of("a", "b | c"), arguments.getTexts("with"));
    assertEquals("drop", arguments.getText("tail"));
    assertEquals(List.of("a"), read(ZIP, "zip(0,with=a)").getTexts("with"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "batch(tail=DROP,n=0x10,bytes=1k)"
            + " ~ batch(16,tail=drop,bytes=1024,share=0.5,sorted=false)",
        "batch(16,share=5e-1) ~ batch(16,tail=emit,share=0.5,sorted=false)",
        "repeat ~ repeat(n=inf)",
        "repeat(INF) ~ repeat(n=inf)",
        "repeat(+3) ~ repeat(n=3)",
        "shuffle ~ shuffle(seed=0)",
        "zip(1,\"a b\",c) ~ zip(1,\"a b\",c,tail=emit)",
      })
  void theNormalFormHasAllValues(String stage, String normal) {
    assertEquals(normal, read(syntax(stage), stage).normal().toString());
    assertEquals(normal, read(syntax(stage), normal).normal().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "batch ~ stage batch needs n: a whole number of 1 or more (column 6",
        "batch(0) ~ n of batch is '0'; it takes a whole number of 1 or more (column 12",
        "batch(1,tail=dorp) ~ tail of batch is 'dorp'; it takes one of emit, drop, round_up; did"
            + " you mean drop? (column 14",
        "batch(1,tail=wrap) ~ tail of batch is 'wrap'; it takes one of emit, drop, round_up"
            + " (column 14",
        "batch(1,tial=drop) ~ stage batch has no parameter 'tial'; did you mean tail? (column 14",
        "batch(1,x=drop) ~ stage batch has no parameter 'x'; there are n, tail, bytes, share,"
            + " sorted (column 14",
        "batch(1,n=2) ~ n of batch is given twice (column 14",
        "batch(1,tail=emit,tail=drop) ~ tail of batch is given twice (column 24",
        "batch(1,bytes=64q) ~ bytes of batch is '64q'; it takes a number of bytes of 1 or more,"
            + " with k, m, g for powers of 1024 (column 14",
        "batch(1,share=1.5) ~ share of batch is '1.5'; it takes a number from 0 to 1 (column 14",
        "batch(1,sorted=maybe) ~ sorted of batch is 'maybe'; it takes true or false (column 14",
        "repeat(3,4) ~ too many arguments: expected repeat(n=inf) (column 15",
        "repeat(-inf) ~ n of repeat is '-inf'; it takes a whole number of 1 or more, or inf"
            + " (column 13",
        "zip(1) ~ stage zip needs with: any text (column 6",
        "zip(1,a,with=b) ~ with of zip is given twice (column 14",
      })
  void errorsPointToTheArgument(String stage, String message) {
    var e = assertThrows(InvalidSettingException.class, () -> read(syntax(stage), stage));
    assertEquals(message + " of '/d | " + stage + "')", e.getMessage());
  }

  @Test
  void aStageHasErrorsOfItsOwn() {
    var arguments = read(BATCH, "batch(9999999999)");
    assertEquals(
        "n of batch is '9999999999'; it takes a whole number up to 2147483647"
            + " (column 12 of '/d | batch(9999999999)')",
        assertThrows(InvalidSettingException.class, () -> arguments.getInt("n")).getMessage());
    assertEquals(
        "tail of batch is 'emit'; too late (column 6 of '/d | batch(9999999999)')",
        arguments.error("tail", "too late").getMessage());
    var made = BATCH.read(StageCall.of("batch").with(1), conf);
    assertEquals("n of batch is '1'; too few", made.error("n", "too few").getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "bytes", "tail"})
  void aStageThatAsksForWhatItDoesNotDeclareIsWrong(String parameter) {
    var arguments = read(BATCH, "batch(1)");
    assertThrows(IllegalStateException.class, () -> arguments.getLong(parameter));
  }

  @Test
  void aSyntaxIsWhatArgumentsCanBeMatchedTo() {
    SettingType text = SettingType.text();
    assertThrows(IllegalStateException.class, () -> BATCH.required("late", text, ""));
    assertThrows(IllegalStateException.class, () -> ZIP.several("more", text, ""));
    assertThrows(IllegalStateException.class, () -> BATCH.optional("n", text, null, ""));
    assertThrows(
        InvalidSettingException.class, () -> REPEAT.optional("m", SettingType.whole(0), "x", ""));
  }

  @Test
  void aSyntaxCanBeShown() {
    assertEquals("batch(n,tail=emit,bytes=,share=0.5,sorted=false)", BATCH.usage());
    assertEquals("shuffle(seed=recordio.input.seed)", SHUFFLE.usage());
    assertEquals("zip(n,with,...,tail=emit)", ZIP.usage());
    assertEquals("makes one item of several", BATCH.description());
    assertEquals("the rest", BATCH.parameters().get(1).description());
  }
}
