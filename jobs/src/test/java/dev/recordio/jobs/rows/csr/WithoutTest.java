// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.rows.shard.CsrTask;
import dev.recordio.testing.LocalFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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

  private String without(String without, Path input) throws Exception {
    Path out = nextOutput();
    csr(out, "--to libsvm --features 3 --without {} {}", without, input).ended(0);
    return Files.readString(out.resolve("part-00000-00000.libsvm"));
  }

  @Test
  void weightsAndQueryIdsAreLeftOutEachForItself() throws Exception {
    Path input = put("a", ROWS);
    assertEquals("1 qid:7 0:1\n0 qid:7 1:1\n1 qid:9 2:4\n", without("weight", input));
    assertFalse(manifest().hasWeight());
    assertTrue(manifest().hasQid());
    assertEquals("1:0.5 0:1\n0:2 1:1\n1:3 2:4\n", without("qid", input));
    assertEquals("1 0:1\n0 1:1\n1 2:4\n", without("QID, weight", input));
    put("a.weight", "5\n6\n7\n");
    put("a.group", "2\n1\n");
    assertEquals("1 0:1\n0 1:1\n1 2:4\n", without("weight,qid", input));
    assertEquals("1:5 0:1\n0:6 1:1\n1:7 2:4\n", without("qid", input));
  }

  @ParameterizedTest
  @CsvSource({"npz,false", "npz,true", "dmatrix-3.1,false", "rowblock,false"})
  void theBytesAreThoseOfInputWithoutThem(String layout, boolean counting) throws Exception {
    Path with = put("a", ROWS.repeat(40));
    Path bare = put("b", ROWS.replaceAll(":\\S+ qid:\\d", "").repeat(40));
    String options = (counting ? "--index-base auto" : "--features 3 --shard-rows 50") + " --to {}";
    Path out = nextOutput();
    csr(out, options + " --without weight,qid {}", layout, with).ended(0);
    Path expected = nextOutput();
    csr(expected, options + " {}", layout, bare).ended(0);
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
    Path input = put("a", "1 0:1\n");
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
    Path input = put("a", "1 x:1\n".getBytes(StandardCharsets.UTF_8));
    assertHas(csr(out, options + " {}", input).ended(2).err(), error);
    assertFalse(Files.exists(out));
  }
}
