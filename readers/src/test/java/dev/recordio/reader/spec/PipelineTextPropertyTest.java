// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What holds for all texts of pipelines. */
class PipelineTextPropertyTest {
  private static final String LONG =
      "RecordIO: hdfs://nn/{a,b}/*.rec;\"/odd | \\\"path\\\" \\\\ ,;\";c.csv?format=csv&x=0"
          + " |  order(epoch, seed=7) | shuffle ( window = 16k , bytes=\"64m\" )"
          + " | zip(\"libsvm:\\\"a b\\\" | batch(2)\") | batch(256,tail=pad) | repeat(inf)";

  /** What has a meaning somewhere, and some of what has none. */
  private static final String[] PIECES = {
    "\"",
    "\\",
    "|",
    " | ",
    " ",
    "\t",
    "\n",
    ";",
    ",",
    "=",
    "(",
    ")",
    "{",
    "}",
    ":",
    "/",
    "//",
    "a",
    "B",
    "_",
    "-",
    "7",
    "recordio",
    "recodio",
    "csv:",
    "x=",
    "\u0000",
    "\u00e9",
    "\ud83d\ude00",
    "\ud83d",
    "\\\"",
    "\\;",
    "batch(2)",
    "?",
    "'"
  };

  private static final int RUNS = 20_000;

  private final SplittableRandom random = new SplittableRandom(14);

  private String hostile(int max) {
    int pieces = random.nextInt(max + 1);
    var text = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private static PipelineText parse(String text) {
    return PipelineText.parse(text, PipelineTextTest.KNOWN);
  }

  /** Returns whether the text is valid; an invalid one has a clear error. */
  private static boolean isReadOrRefused(String text) {
    PipelineText read;
    try {
      read = parse(text);
    } catch (InvalidSettingException e) {
      assertTrue(
          e.getMessage().matches("\\P{Cntrl}+ \\(column [0-9]+ of '\\P{Cntrl}*'\\)"),
          e.getMessage());
      return false;
    }
    assertEquals(read, parse(read.toString()), text);
    assertEquals(read.toString(), parse(read.toString()).toString(), text);
    return true;
  }

  @Test
  void whatIsPrintedIsReadBack() {
    List<String> names = List.of("a", "batch", "x_1-y");
    for (int run = 0; run < RUNS; run++) {
      var stages = new ArrayList<StageCall>();
      for (int stage = random.nextInt(3); stage > 0; stage--) {
        StageCall call = StageCall.of(names.get(random.nextInt(3)));
        for (int argument = random.nextInt(3); argument > 0; argument--) {
          call = call.with(hostile(4));
        }
        for (int argument = random.nextInt(3); argument > 0; argument--) {
          call = call.with(names.get(random.nextInt(3)), hostile(4));
        }
        stages.add(call);
      }
      String prefix = random.nextBoolean() ? "recordio" : null;
      String input = "x".repeat(random.nextInt(2)) + hostile(8);
      if (!input.isEmpty()) {
        var text = PipelineText.of(prefix, input, stages, PipelineTextTest.KNOWN);
        assertEquals(text, parse(text.toString()), text.toString());
      }
    }
  }

  @Test
  void whatIsReadIsPrintedAndReadBack() {
    int valid = 0;
    for (int run = 0; run < RUNS; run++) {
      valid += isReadOrRefused(hostile(20)) ? 1 : 0;
      valid += isReadOrRefused("/d | x(" + hostile(5) + ") | y") ? 1 : 0;
    }
    assertTrue(valid > RUNS / 20 && valid < 2 * RUNS - RUNS / 20, valid + " are valid");
  }

  @Test
  void aQuotedPathIsOneInput() {
    for (int run = 0; run < RUNS; run++) {
      var paths = new ArrayList<String>();
      for (int count = 1 + random.nextInt(3); count > 0; count--) {
        paths.add("x" + hostile(6) + "y");
      }
      String source =
          paths.stream()
              .map(path -> "\"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
              .collect(Collectors.joining(";"));
      assertEquals(paths, InputSpec.entries(parse(source + " | a").input()), source);
    }
  }

  @Test
  void everyTruncationIsReadOrRefused() {
    int valid = 0;
    for (int end = 0; end <= LONG.length(); end++) {
      valid += isReadOrRefused(LONG.substring(0, end)) ? 1 : 0;
    }
    assertTrue(isReadOrRefused(LONG));
    assertTrue(valid > 10 && valid < LONG.length() - 10, valid + " are valid");
  }

  @Test
  void anyCharacterInPlaceOfAnyOther() {
    for (int at = 0; at < LONG.length(); at++) {
      for (char c : "\"\\| ;,=(){}:/a7\n\u0000\ud83d".toCharArray()) {
        isReadOrRefused(LONG.substring(0, at) + c + LONG.substring(at + 1));
      }
    }
  }
}
