// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hive.ql.processors.CommandProcessorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Row counts of ANALYZE TABLE and of queries that need no column. */
@ParameterizedClass
@EnumSource(names = {"MAP_REDUCE", "TEZ"})
class HiveStatisticsTest {
  private static final int RECORDS = ExpectedRecords.of("indexed").size();
  private static HiveUnderTest hive;

  @Parameter Engine engine;

  @BeforeParameterizedClassInvocation
  static void start(Engine engine) throws Exception {
    hive = HiveUnderTest.shared(engine);
  }

  @Test
  void analyzeCountsRowsByTheIndexAndWithoutByHeaders() throws Exception {
    Path files = hive.external("counted", "key BIGINT, data BINARY", "STORED AS RECORDIO");
    Files.write(files.resolve("plain.rec"), Fixtures.bytes("indexed.rec"));
    hive.run("ANALYZE TABLE counted COMPUTE STATISTICS");
    assertEquals("" + RECORDS, hive.parameter("counted", "numRows"));
    hive.run("INSERT INTO counted SELECT key, data FROM counted");
    assertEquals("" + 2 * RECORDS, hive.parameter("counted", "numRows"));
    // A header is overwritten, so only the index has the number of records.
    for (Path file : hive.dataFiles("../data/counted")) {
      var modified = Files.getLastModifiedTime(file);
      byte[] bytes = Files.readAllBytes(file);
      int middle = (int) ExpectedRecords.of("indexed").get(RECORDS / 2).offset();
      bytes[middle] ^= 1;
      Files.write(file, bytes);
      // Some headers are read to check that the index belongs to the file, if checksums allow it.
      Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
      Files.setLastModifiedTime(file, modified);
    }
    hive.run("ANALYZE TABLE counted COMPUTE STATISTICS");
    assertEquals("" + 2 * RECORDS, hive.parameter("counted", "numRows"));
    try (var split = hive.setting("mapreduce.input.fileinputformat.split.maxsize", "3000")) {
      assertEquals(List.of("" + 2 * RECORDS), hive.run("SELECT count(*) FROM counted"));
    }
    assertThrows(
        CommandProcessorException.class, () -> hive.run("SELECT sum(length(data)) FROM counted"));
  }

  @Test
  void imagesAreCountedWithoutReadingThem() throws Exception {
    Path files =
        hive.external(
            "counted_images",
            "id BIGINT, label FLOAT",
            "STORED AS RECORDIO TBLPROPERTIES ('recordio.payload'='image')");
    try (var in = getClass().getResourceAsStream("/fixtures/images/multi.rec")) {
      Files.copy(in, files.resolve("multi.rec"));
    }
    String labels = hive.run("SELECT count(label) FROM counted_images").get(0);
    assertEquals(List.of(labels), hive.run("SELECT count(*) FROM counted_images"));
    hive.run("ANALYZE TABLE counted_images COMPUTE STATISTICS NOSCAN");
    assertEquals("1", hive.parameter("counted_images", "numFiles"));
    hive.run("ANALYZE TABLE counted_images COMPUTE STATISTICS");
    assertEquals(labels, hive.parameter("counted_images", "numRows"));
  }

  @Test
  void rowsOfTextAreCountedAndAreWhereTheirVirtualColumnsSay() throws Exception {
    Path files = hive.external("counted_rows", "label DOUBLE", "STORED AS LIBSVM");
    Files.writeString(files.resolve("a.txt"), "1 0:1\n\n2 3:4 5:1\n# none\n3\n");
    Files.writeString(files.resolve("b.txt"), "4 7:1\n");
    Files.createFile(files.resolve("empty.txt"));
    for (String splitSize : List.of("256000000", "5")) {
      try (var split = hive.setting("mapreduce.input.fileinputformat.split.maxsize", splitSize)) {
        assertEquals(
            List.of("a.txt\t0\t1.0", "a.txt\t7\t2.0", "a.txt\t24\t3.0", "b.txt\t0\t4.0"),
            hive.run(
                "SELECT regexp_extract(INPUT__FILE__NAME, '[^/]*$', 0) file,"
                    + " BLOCK__OFFSET__INSIDE__FILE at, label"
                    + " FROM counted_rows ORDER BY file, at"));
        hive.run("ANALYZE TABLE counted_rows COMPUTE STATISTICS");
        assertEquals("4", hive.parameter("counted_rows", "numRows"));
      }
    }
  }

  @Test
  void compressedFilesAndVectorizedQueriesGiveTheSameRows() throws Exception {
    Path records = hive.external("packed", "key BIGINT, data BINARY", "STORED AS RECORDIO");
    Path rows = hive.external("packed_rows", "label DOUBLE, idx ARRAY<BIGINT>", "STORED AS LIBSVM");
    Files.write(records.resolve("a.rec"), Fixtures.bytes("indexed.rec"));
    Files.createFile(records.resolve("empty.rec"));
    Files.createFile(rows.resolve("empty.txt"));
    Files.writeString(rows.resolve("a.txt"), "1 0:1\n0 3:4 5:1\n");
    for (String codec : List.of("GzipCodec", "BZip2Codec")) {
      Compressed.write(codec, records.resolve("b.rec"), Fixtures.bytes("indexed.rec"));
      Compressed.write(codec, rows.resolve("b.txt"), "1 7:1\n2 9:4\n".getBytes());
    }
    for (String vectorized : List.of("true", "false")) {
      try (var vector = hive.setting("hive.vectorized.execution.enabled", vectorized);
          var bySerDe = hive.setting("hive.vectorized.use.row.serde.deserialize", vectorized)) {
        assertEquals(
            List.of(3 * RECORDS + "\t" + 3 * RECORDS),
            hive.run("SELECT count(*), count(data) FROM packed"));
        assertEquals(
            List.of("6\t7.0\t3"),
            hive.run("SELECT count(*), sum(label), count(DISTINCT label) FROM packed_rows"));
      }
    }
  }
}
