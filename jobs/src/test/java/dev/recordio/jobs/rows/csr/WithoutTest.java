// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.rows.shard.CsrTask;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rows are written without is as if the input did not have it. */
class WithoutTest extends CsrTestBase {
  private static final String ROWS =
      """
      1:0.5 qid:7 0:1
      0:2 qid:7 1:1
      1:3 qid:9 2:4
      """;

  private Recordio csr(Path out, Object... words) {
    Stream<Object> all =
        Stream.of(Stream.of("csr"), Stream.of(words), Stream.of(out)).flatMap(s -> s);
    return Recordio.run(conf, all.map(Object::toString).toArray(String[]::new));
  }

  private String text(String without, Path input, Object... words) throws Exception {
    Path out = nextOutput();
    Stream<Object> all =
        Stream.concat(
            Stream.of("--to", "libsvm", "--features", 3, "--without", without, input),
            Stream.of(words));
    Recordio run = csr(out, all.toArray());
    assertEquals(0, run.code(), run.err());
    return Files.readString(out.resolve("part-00000-00000.libsvm"));
  }

  @Test
  void weightsAndQueryIdsAreLeftOutEachForItself() throws Exception {
    Path input = write("a", ROWS);
    assertEquals("1 qid:7 0:1\n0 qid:7 1:1\n1 qid:9 2:4\n", text("weight", input));
    assertFalse(manifest().hasWeight());
    assertTrue(manifest().hasQid());
    assertEquals("1:0.5 0:1\n0:2 1:1\n1:3 2:4\n", text("qid", input));
    assertEquals("1 0:1\n0 1:1\n1 2:4\n", text("QID, weight", input));
    write("a.weight", "5\n6\n7\n");
    write("a.group", "2\n1\n");
    assertEquals("1 0:1\n0 1:1\n1 2:4\n", text("weight,qid", input));
    assertEquals("1:5 0:1\n0:6 1:1\n1:7 2:4\n", text("qid", input));
  }

  @ParameterizedTest
  @CsvSource({"npz,false", "npz,true", "dmatrix-3.1,false", "rowblock,false"})
  void theBytesAreThoseOfInputWithoutThem(String layout, boolean counting) throws Exception {
    Path with = write("a", ROWS.repeat(40));
    Path bare = write("b", ROWS.replaceAll(":\\S+ qid:\\d", "").repeat(40));
    List<Object> options =
        counting ? List.of("--index-base", "auto") : List.of("--features", 3, "--shard-rows", 50);
    Stream<Object> words =
        Stream.concat(Stream.of("--to", layout, "--without", "weight,qid"), options.stream());
    Path out = nextOutput();
    Recordio run = csr(out, Stream.concat(words, Stream.of(with)).toArray());
    assertEquals(0, run.code(), run.err());
    Path expected = nextOutput();
    words = Stream.concat(Stream.of("--to", layout), options.stream());
    assertEquals(0, csr(expected, Stream.concat(words, Stream.of(bare)).toArray()).code());
    Map<String, byte[]> files = files(expected);
    assertEquals(files.keySet(), files(out).keySet());
    files.remove("_csr.json");
    assertTrue(files.size() > 1);
    for (var file : files.entrySet()) {
      assertArrayEquals(file.getValue(), files(out).get(file.getKey()), file.getKey());
    }
  }

  @Test
  void whatATaskWasToldThatRowsHaveIsLeftOutToo() throws Exception {
    Path input = write("a", "1 0:1\n");
    CsrConf.WITHOUT.set(conf, "weight,qid");
    var told = new CsrTask(3, 0, "told", true, true, null, null);
    run(new CsrJob(conf, segments(input), told, LocalFiles.path(nextOutput())));
    assertEquals(4, files(output()).size(), "npz, label, manifest and mark");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--without label | --without is 'label'",
        "--without weight,,qid | --without is 'weight,,qid'",
        "--without qid --keep-groups | --keep-groups needs the query ids that --without leaves out"
      })
  void whatDoesNotFitIsSaidBeforeAnythingIsRead(String options, String error) throws Exception {
    Path out = dir.resolve("out");
    Path input = write("a", "1 x:1\n".getBytes(StandardCharsets.UTF_8));
    Recordio run = csr(out, Stream.of((options + " " + input).split(" ")).toArray());
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains(error), run.err());
    assertFalse(Files.exists(out));
  }
}
