// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Logged;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hive.ql.processors.CommandProcessorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What Hive reports about invalid input. */
@ParameterizedClass
@EnumSource(names = {"MAP_REDUCE", "TEZ"})
class HiveDamageTest {
  private static HiveUnderTest hive;

  @Parameter Engine engine;

  @BeforeParameterizedClassInvocation
  static void start(Engine engine) throws Exception {
    hive = HiveUnderTest.shared(engine);
  }

  /** Returns Hive's message for a statement that fails. */
  private static String failure(String statement) {
    return assertThrows(CommandProcessorException.class, () -> hive.run(statement)).getMessage();
  }

  /** Returns what Hive and the tasks of its job report about a query that fails. */
  static String told(Executable query) throws Exception {
    var thrown = new StringBuilder();
    String logged =
        Logged.of(
            () -> thrown.append(assertThrows(CommandProcessorException.class, query).getMessage()));
    return thrown + logged;
  }

  private static void contains(String message, String... parts) {
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "'" + part + "' in: " + message);
    }
  }

  @Test
  void damagedRecordIsReportedByFetchAndJobAndSkippedAndCountedWhenConfigured() throws Exception {
    Path files = hive.external("damaged", "key BIGINT, data BINARY", "STORED AS RECORDIO");
    Files.write(files.resolve("bad.rec"), Fixtures.bytes("damaged/leading-garbage.rec"));
    try (var fetch = hive.setting("hive.fetch.task.conversion", "more")) {
      contains(failure("SELECT * FROM damaged"), "bad.rec at offset 0: expected", "found");
    }
    String sum = "SELECT count(*), sum(length(data)) > 0 FROM damaged";
    String log = told(() -> hive.run(sum));
    contains(log, "bad.rec at offset 0: expected", "found");
    try (var skip = hive.setting("recordio.input.corrupt-record.policy", "skip")) {
      String[] counted = hive.run(sum).get(0).split("\t");
      assertTrue(Integer.parseInt(counted[0]) > 0, counted[0]);
      assertEquals(1, hive.counter(RecordIOCounter.DAMAGED_RECORDS));
    }
  }

  @Test
  void filesOfAnotherFormatAreNamed() throws Exception {
    Path files = hive.external("no_text", "label DOUBLE", "STORED AS LIBSVM");
    Files.write(files.resolve("records.rec"), Fixtures.bytes("indexed.rec"));
    try (var fetch = hive.setting("hive.fetch.task.conversion", "more")) {
      contains(
          failure("SELECT * FROM no_text"), "records.rec at offset 0, line 1: expected", "found");
    }
    files = hive.external("no_records", "data BINARY", "STORED AS RECORDIO");
    Files.writeString(files.resolve("rows.txt"), "1 0:1\n0 3:4\n");
    contains(
        told(() -> hive.run("SELECT sum(length(data)) FROM no_records")),
        "rows.txt at offset 0: expected",
        "found");
    files =
        hive.external(
            "no_words",
            "word STRING",
            "STORED AS RECORDIO TBLPROPERTIES ('recordio.payload'='text')");
    Files.write(files.resolve("indexed.rec"), Fixtures.bytes("indexed.rec"));
    contains(
        told(() -> hive.run("SELECT max(word) FROM no_words")),
        "payload that is no text: ",
        "indexed.rec at offset ",
        "expected UTF-8");
  }

  @Test
  void columnsAndPropertiesThatDoNotFitAreNamed() {
    contains(failure("CREATE TABLE wrong (label STRING) STORED AS LIBSVM"), "found label string");
    contains(
        failure("CREATE TABLE wrong (id BIGINT) STORED AS RECORDIO"),
        "expected columns out of key bigint, data binary; found id bigint");
    String properties = " STORED AS RECORDIO TBLPROPERTIES ('%s'='%s')";
    contains(
        failure("CREATE TABLE wrong (a INT)" + properties.formatted("recordio.payload", "text")),
        "expected one STRING; found [a] [int]");
    contains(
        failure("CREATE TABLE wrong (a INT)" + properties.formatted("recordio.payload", "jpeg")),
        "recordio.payload");
    contains(
        failure(
            "CREATE TABLE wrong (data BINARY)"
                + properties.formatted("recordio.input.corrupt-record.policy", "skip")),
        "SET recordio.input.corrupt-record.policy=skip");
  }

  /** Hive itself reports only that the table would have no columns. */
  @Test
  void propertyThatWouldBePassedOverIsRefusedByATableThatIsThere() throws Exception {
    hive.external("no_properties", "data BINARY", "STORED AS RECORDIO");
    failure("ALTER TABLE no_properties SET TBLPROPERTIES ('recordio.input.buffer-size'='1m')");
    assertEquals(List.of("NULL"), hive.run("SELECT max(data) FROM no_properties"));
  }
}
