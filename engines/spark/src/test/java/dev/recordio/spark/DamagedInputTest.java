// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.spark.scan.ScalaCollections;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

@Supports(
    row = "damaged records: fail, skip, quarantine",
    engine = {"Spark 4.2", "Spark 3.5"})
class DamagedInputTest extends SparkTestBase {
  private static final String POLICY = "recordio.input.corrupt-record.policy";

  /** Five records of 100 bytes, the third without its magic word. */
  private Path damaged() throws IOException {
    byte[] file =
        Damage.file(
            List.of(
                Damage.payload(1, 100),
                Damage.payload(2, 100),
                Damage.payload(3, 100),
                Damage.payload(4, 100),
                Damage.payload(5, 100)));
    return Files.write(folder.resolve("damaged.rec"), Damage.putWord(file, 216, 7));
  }

  @Test
  void theErrorNamesFileAndOffset() throws IOException {
    Dataset<Row> rows = spark.read().format("recordio").load(damaged().toString());
    for (String columns : List.of("data", "offset")) {
      SparkException thrown =
          assertThrows(SparkException.class, () -> rows.select(columns).collectAsList());
      assertTrue(causes(thrown).contains("MalformedRecordException"), causes(thrown));
      assertTrue(causes(thrown).contains("damaged.rec at offset 216"), causes(thrown));
    }
  }

  /** The totals of the stages of an action, by the names of their accumulators. */
  private static Map<String, Long> counted(Runnable action) throws Exception {
    var counts = new ConcurrentHashMap<String, Long>();
    var listener =
        new SparkListener() {
          @Override
          public void onStageCompleted(SparkListenerStageCompleted stage) {
            for (AccumulableInfo info :
                ScalaCollections.asJava(stage.stageInfo().accumulables()).values()) {
              if (info.name().get().matches("(recordio|libsvm) .*")) {
                counts.merge(info.name().get(), (Long) info.value().get(), Long::sum);
              }
            }
          }
        };
    spark.sparkContext().addSparkListener(listener);
    try {
      action.run();
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } finally {
      spark.sparkContext().removeSparkListener(listener);
    }
    return counts;
  }

  @Test
  void damageIsSkippedAndCountedWhenAsked() throws Exception {
    Dataset<Row> rows =
        spark.read().format("recordio").option(POLICY, "skip").load(damaged().toString());
    for (Dataset<Row> columns : List.of(rows, rows.select("offset"))) {
      Map<String, Long> counts =
          counted(
              () ->
                  assertEquals(
                      List.of(0L, 108L, 324L, 432L),
                      columns.collectAsList().stream()
                          .map(row -> row.<Long>getAs("offset"))
                          .toList()));
      assertEquals(
          Map.of(
              "recordio damaged records", 1L,
              "recordio damaged bytes", 108L,
              "recordio resyncs", 1L),
          counts);
    }
    assertEquals(4, rows.count());
  }

  @Test
  void brokenTextIsRepairedAndCountedWhenAsked() throws Exception {
    Path file = Files.writeString(folder.resolve("a.libsvm"), "1 2:3\nx 4:5\n0 -1:2 7:8\n");
    Dataset<Row> rows =
        spark.read().format("libsvm-exact").option("libsvm.mode", "lenient").load(file.toString());
    Map<String, Long> counts = counted(() -> assertEquals(2, rows.collectAsList().size()));
    assertEquals(Map.of("libsvm bad-label", 1L, "libsvm negative-index", 1L), counts);
  }

  @Test
  void theErrorOfAnRDDNamesFileAndOffset() throws IOException {
    String file = damaged().toString();
    JavaPairRDD<Long, byte[]> records = RecordIORdds.records(context(), file, conf(1 << 20));
    SparkException thrown = assertThrows(SparkException.class, records::count);
    assertTrue(thrown.getMessage().contains("damaged.rec at offset 216"), thrown.getMessage());
    Configuration skip = conf(1 << 20);
    skip.set(POLICY, "skip");
    assertEquals(4, RecordIORdds.records(context(), file, skip).count());
  }

  @Test
  void aFileOfAnotherKindIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "these are not records\n");
    SparkException thrown =
        assertThrows(
            SparkException.class,
            () -> spark.read().format("recordio").load(file.toString()).count());
    assertTrue(causes(thrown).contains("not a RecordIO file: file:" + file), causes(thrown));
  }

  @Test
  void sparksOwnSettingForCorruptFilesGivesUpTheRestOfARange() throws IOException {
    String file = damaged().toString();
    Dataset<Row> rows =
        spark.read().format("recordio").option("ignoreCorruptFiles", "true").load(file);
    assertEquals(List.of(0L, 108L), rows.select("offset").as(Encoders.LONG()).collectAsList());
  }

  @Test
  void aFileThatIsGoneIsAnErrorOrPassedOver() throws IOException {
    Path gone = Fixtures.copy("magic.rec", folder);
    Fixtures.copy("indexed.rec", folder);
    String input = folder.toString();
    Dataset<Row> all = spark.read().format("recordio").load(input);
    Dataset<Row> there =
        spark.read().format("recordio").option("ignoreMissingFiles", "true").load(input);
    Files.delete(gone);
    String message = causes(assertThrows(SparkException.class, all::count));
    assertTrue(message.contains("magic.rec"), message);
    assertEquals(Fixtures.records("indexed.rec").size(), there.count());
  }

  @Test
  void damageIsWrittenDownWhenAsked() throws IOException {
    Path quarantine = folder.resolve("quarantine");
    String file = damaged().toString();
    refused(
        "quarantine-dir",
        () -> spark.read().format("recordio").option(POLICY, "quarantine").load(file).count());
    Dataset<Row> rows =
        spark
            .read()
            .format("recordio")
            .option(POLICY, "quarantine")
            .option("recordio.input.corrupt-record.quarantine-dir", quarantine.toString())
            .load(file);
    assertEquals(4, rows.select("data").collectAsList().size());
    List<Path> written = files(quarantine, ".tsv");
    assertEquals(1, written.size());
    String line = Files.readString(written.get(0));
    assertTrue(line.contains("damaged.rec\t216\t324\t"), line);
  }

  @Test
  void wrongSettingsFailBeforeAnyTask() throws IOException {
    String file = damaged().toString();
    refused(
        POLICY + " is 'drop'",
        () -> spark.read().format("recordio").option(POLICY, "drop").load(file).count());
  }
}
