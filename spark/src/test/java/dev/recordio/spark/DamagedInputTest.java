// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Damage;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkException;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

@Supports(row = "damaged records: fail, skip, quarantine", engine = "Spark 4.2")
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cut-between-parts",
        "cut-in-header",
        "cut-in-payload",
        "leading-garbage",
        "not-multiple-of-4",
        "starts-mid-record"
      })
  void noDamagedFixtureIsReadInSilence(String name) throws IOException {
    Path file = Fixtures.copy("damaged/" + name + ".rec", folder);
    Dataset<Row> rows = spark.read().format("recordio").load(file.toString());
    SparkException thrown =
        assertThrows(SparkException.class, () -> rows.select("data").collectAsList());
    assertTrue(causes(thrown).contains(name + ".rec at offset"), causes(thrown));
  }

  @Test
  void damageIsSkippedAndCountedWhenAsked() throws Exception {
    var counted = new AtomicLong();
    var listener =
        new SparkListener() {
          @Override
          public void onStageCompleted(SparkListenerStageCompleted stage) {
            CollectionConverters.asJava(stage.stageInfo().accumulables()).values().stream()
                .filter(a -> a.name().contains("recordio damaged records"))
                .forEach(a -> counted.addAndGet((Long) a.value().get()));
          }
        };
    spark.sparkContext().addSparkListener(listener);
    try {
      Dataset<Row> rows =
          spark.read().format("recordio").option(POLICY, "skip").load(damaged().toString());
      assertEquals(
          List.of(0L, 108L, 324L, 432L),
          rows.collectAsList().stream().map(row -> row.<Long>getAs("offset")).toList());
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } finally {
      spark.sparkContext().removeSparkListener(listener);
    }
    assertEquals(1, counted.get());
  }

  @Test
  void damageIsWrittenDownWhenAsked() throws IOException {
    Path quarantine = folder.resolve("quarantine");
    String file = damaged().toString();
    String missing =
        causes(
            assertThrows(
                Exception.class,
                () ->
                    spark
                        .read()
                        .format("recordio")
                        .option(POLICY, "quarantine")
                        .load(file)
                        .count()));
    assertTrue(missing.contains("quarantine-dir"), missing);
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
    String message =
        causes(
            assertThrows(
                Exception.class,
                () -> spark.read().format("recordio").option(POLICY, "drop").load(file).count()));
    assertTrue(message.contains(POLICY + " is 'drop'"), message);
  }
}
