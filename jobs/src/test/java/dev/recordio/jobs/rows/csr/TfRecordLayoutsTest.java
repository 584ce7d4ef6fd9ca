// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.formats.tensorflow.TfRecordReader;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.testing.Recordio;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** csr writes TensorFlow's records: a row each, or a query each. */
class TfRecordLayoutsTest extends CsrTestBase {
  private Path first50() throws Exception {
    String text = new String(reference("csr/rank_qid.libsvm"), StandardCharsets.UTF_8);
    Stream<String> lines = text.lines().limit(50);
    return put("rank", lines.reduce("", (all, line) -> all + line + "\n"));
  }

  private static byte[] joined(Map<String, byte[]> files) {
    var all = new ByteArrayOutputStream();
    files.forEach(
        (name, bytes) -> {
          if (name.endsWith(".tfrecord")) {
            all.writeBytes(bytes);
          }
        });
    return all.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({"tfrecord,sparse.tfrecord", "elwc,elwc.tfrecord"})
  void bytesAreThoseOfTheReferenceFile(String layout, String reference) throws Exception {
    Path out = nextOutput();
    Recordio run = csr(out, "--to {} {}", layout, first50()).ended(0);
    String file = out + "/part-00000-00000.tfrecord";
    assertHas(run.err(), "tensorflow.data.TFRecordDataset(\"" + file + "\")");
    byte[] expected = reference("formats/tfrecord/" + reference);
    assertArrayEquals(expected, Files.readAllBytes(Path.of(file)));
    assertEquals(layout, manifest().layout());
    assertEquals(expected.length, manifest().shards().get(0).bytes());
  }

  /** Shards put one after the other are the file of one shard, since no query is cut. */
  @ParameterizedTest
  @ValueSource(strings = {"--shard-rows 3", "--shard-size 700", "--shard-rows 1"})
  void queriesAreKeptWholeAcrossShardsSegmentsAndTasks(String bound) throws Exception {
    cut(700, 1);
    Path out = nextOutput();
    csr(out, "--to elwc --features 60 " + bound + " {}", first50()).ended(0);
    assertTrue(manifest().shards().size() > 5);
    assertArrayEquals(reference("formats/tfrecord/elwc.tfrecord"), joined(files(out)));
    for (CsrManifest.Shard shard : manifest().shards()) {
      byte[] bytes = Files.readAllBytes(out.resolve(shard.file()));
      var frames = new TfRecordReader();
      frames.reset(bytes, 0, bytes.length, 0);
      int queries = 0;
      while (frames.next()) {
        queries++;
      }
      assertTrue(
          bound.endsWith("700")
              ? bytes.length <= 700 || queries == 1
              : queries == 1 || shard.rows() <= 3);
    }
  }

  @Test
  void rowsOfATfRecordAreCutByTheirBytes() throws Exception {
    CsrConf.TO.set(conf, "tfrecord");
    CsrConf.SHARD_SIZE.set(conf, 1000);
    Map<String, byte[]> files = csr(60, 0, first50());
    assertArrayEquals(reference("formats/tfrecord/sparse.tfrecord"), joined(files));
    assertEquals(8, files.keySet().stream().filter(name -> name.endsWith(".tfrecord")).count());
    files.forEach((name, bytes) -> assertTrue(!name.endsWith(".tfrecord") || bytes.length <= 1000));
  }

  @Test
  void whatIsLeftOutIsNotInTheExamples() throws Exception {
    CsrConf.TO.set(conf, "tfrecord");
    byte[] bare = joined(csr(9, 0, put("bare", "1 0:1\n0\n")));
    CsrConf.WITHOUT.set(conf, "weight,qid");
    assertArrayEquals(bare, joined(csr(9, 0, put("all", "1:2 qid:1 0:1\n0:3 qid:2\n"))));
    CsrConf.WITHOUT.set(conf, "qid");
    byte[] weighted = joined(csr(9, 0, put("all", "1:2 qid:1 0:1\n0:3 qid:2\n")));
    assertTrue(new String(weighted, StandardCharsets.ISO_8859_1).contains("weight"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "elwc     | 1 0:1      | 3 | these rows can't be written as elwc: they have no query ids",
        "elwc     | 1 qid:9223372036854775808 0:1 | 3 | rank at offset 0: expected query ids below"
            + " 2^63",
        "tfrecord | 1 qid:9223372036854775808 0:1 | 3 | rank at offset 0: expected query ids below"
            + " 2^63",
        "elwc --without qid | x  | 2 | --to elwc needs the query ids that --without leaves out"
      })
  void whatTheyHaveNoFormForIsAnError(String layout, String rows, int code, String error)
      throws Exception {
    Path out = dir.resolve("out");
    Path input = put("rank", rows + "\n");
    assertHas(csr(out, "--to " + layout + " {}", input).ended(code).err(), error);
    assertFalse(Files.exists(out));
  }

  @Test
  void inputWithoutRowsIsAFileWithoutRecords() throws Exception {
    CsrConf.TO.set(conf, "elwc");
    assertEquals(0, csr(9, 0, put("none", "")).get("part-00000-00000.tfrecord").length);
  }
}
