// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Supports;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of Hive over the fixtures: DDL, queries as jobs, inserts. */
@ParameterizedClass
@EnumSource(names = {"MAP_REDUCE", "TEZ"})
class HiveTablesTest {
  private static HiveUnderTest hive;

  @Parameter Engine engine;

  @BeforeParameterizedClassInvocation
  static void start(Engine engine) throws Exception {
    hive = HiveUnderTest.shared(engine);
  }

  private static void copy(String resource, Path target) throws IOException {
    try (InputStream in = HiveTablesTest.class.getResourceAsStream("/fixtures/" + resource)) {
      Files.copy(in, target);
    }
  }

  @Test
  @Supports(
      row = "read LibSVM, LibFM, CSV, row blocks, formats of your own",
      engine = {"Hive 4.0", "Hive on Tez"})
  @Supports(
      row = "LibSVM text written",
      engine = {"Hive 4.0", "Hive on Tez"})
  void agaricusHasItsKnownLabels() throws Exception {
    Path files =
        hive.external(
            "agaricus", "label DOUBLE, idx ARRAY<BIGINT>, val ARRAY<FLOAT>", "STORED AS LIBSVM");
    copy("libsvm/agaricus.txt.train", files.resolve("agaricus.txt.train"));
    assertEquals(
        List.of("0.0\t3373", "1.0\t3140"),
        hive.run("SELECT label, count(*) FROM agaricus GROUP BY label ORDER BY label"));
    hive.run(
        "CREATE EXTERNAL TABLE agaricus_map (label DOUBLE, features MAP<BIGINT,FLOAT>)"
            + " PARTITIONED BY (part STRING) STORED AS LIBSVM",
        "CREATE EXTERNAL TABLE agaricus_copy (label DOUBLE, idx ARRAY<BIGINT>, val ARRAY<FLOAT>)"
            + " STORED AS LIBSVM",
        "INSERT INTO agaricus_copy SELECT label, idx, val FROM agaricus");
    List<Path> copied = hive.dataFiles("agaricus_copy");
    assertEquals(1, copied.size(), copied.toString());
    copy("libsvm/agaricus.txt.train", hive.folder().resolve("train"));
    assertEquals(
        Files.readString(hive.folder().resolve("train")).strip(),
        Files.readString(copied.get(0)).strip());
    Path part = Files.createDirectories(hive.folder().resolve("part"));
    copy("libsvm/agaricus.txt.test", part.resolve("agaricus.txt.test"));
    hive.run(
        "ALTER TABLE agaricus_map ADD PARTITION (part='test') LOCATION '" + part.toUri() + "'");
    assertEquals(
        List.of("test\t1611"),
        hive.run(
            "SELECT m.part, count(*) FROM agaricus_map m JOIN"
                + " (SELECT DISTINCT label FROM agaricus) a ON m.label = a.label"
                + " WHERE size(m.features) > 0 GROUP BY m.part"));
  }

  @Test
  @Supports(
      row = "write .rec + .idx + .ridx",
      engine = {"Hive 4.0", "Hive on Tez"})
  void imagesHaveLabelsAndComeBackToTheByte() throws Exception {
    String columns = "id BIGINT, id2 BIGINT, label FLOAT, labels ARRAY<FLOAT>, data BINARY";
    String image = "STORED AS RECORDIO TBLPROPERTIES ('recordio.payload'='image')";
    Path files = hive.external("images", columns, image);
    copy("images/multi.rec", files.resolve("multi.rec"));
    copy("images/multi.idx", files.resolve("multi.idx"));
    hive.run(
        "CREATE EXTERNAL TABLE images_copy (" + columns + ") " + image,
        "INSERT INTO images_copy SELECT * FROM images");
    assertArrayEquals(
        Files.readAllBytes(files.resolve("multi.rec")),
        Files.readAllBytes(hive.dataFiles("images_copy").get(0)));
    String labels = "SELECT label, count(*) FROM %s GROUP BY label ORDER BY label";
    List<String> counts = hive.run(labels.formatted("images"));
    assertTrue(counts.size() > 1, counts.toString());
    assertEquals(counts, hive.run(labels.formatted("images_copy")));
  }
}
