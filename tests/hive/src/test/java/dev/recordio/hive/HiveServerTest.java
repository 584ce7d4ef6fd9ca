// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import dev.recordio.testing.MiniHadoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shipped jar in a session of HiveServer2 over JDBC, only by ADD JAR, with the tasks of its
 * queries in YARN containers.
 */
class HiveServerTest {
  private static final String RECORDS =
      """
      ROW FORMAT SERDE 'dev.recordio.hive.RecordIOSerDe'
      STORED AS INPUTFORMAT 'dev.recordio.hive.RecordIOHiveInputFormat'
      OUTPUTFORMAT 'dev.recordio.hive.RecordIOHiveOutputFormat' LOCATION '%s'
      """;
  private static final String ROWS =
      """
      ROW FORMAT SERDE 'dev.recordio.hive.LibSVMSerDe'
      STORED AS INPUTFORMAT 'dev.recordio.hive.LibSVMHiveInputFormat'
      OUTPUTFORMAT 'dev.recordio.hive.LibSVMHiveOutputFormat' LOCATION '%s'
      """;
  private static final String IMAGE =
      " (id BIGINT, id2 BIGINT, label FLOAT, labels ARRAY<FLOAT>, data BINARY) "
          + RECORDS
          + " TBLPROPERTIES ('recordio.payload'='image')";

  @TempDir Path temp;

  private void input(String folder, String fixture) throws IOException {
    Path target = Files.createDirectories(temp.resolve("tables").resolve(folder));
    try (InputStream in = Fixtures.class.getResourceAsStream("/fixtures/" + fixture)) {
      Files.copy(in, target.resolve(Path.of(fixture).getFileName()));
    }
  }

  @Test
  void tablesAreReadAndWrittenInContainersAndDamageIsReportedToTheSession() throws Exception {
    MiniHadoop.assumeThere();
    input("rows", "libsvm/agaricus.txt.train");
    input("images", "images/multi.rec");
    input("damaged", "recordio/damaged/leading-garbage.rec");
    Path cluster = temp.resolve("cluster");
    try (var hadoop = new MiniHadoop(cluster, Files.createDirectory(temp.resolve("printed")))) {
      hadoop.hadoop("fs", "-put", temp.resolve("tables").toString(), "/");
      List<List<String>> seen;
      try (var hive = new HiveServer(hadoop, temp.resolve("hive"))) {
        seen =
            hive.run(
                List.of(
                    "ADD JAR " + HiveProcess.jobsJar(),
                    "SET hive.exec.post.hooks=dev.recordio.hive.IndexInserted",
                    "CREATE EXTERNAL TABLE mushrooms (label DOUBLE, idx ARRAY<BIGINT>) "
                        + ROWS.formatted("/tables/rows"),
                    "SELECT label, count(*) FROM mushrooms GROUP BY label",
                    "CREATE EXTERNAL TABLE images" + IMAGE.formatted("/tables/images"),
                    "CREATE EXTERNAL TABLE copy" + IMAGE.formatted("/tables/copy"),
                    "INSERT INTO copy SELECT * FROM images",
                    "CREATE EXTERNAL TABLE damaged (data BINARY) "
                        + RECORDS.formatted("/tables/damaged"),
                    "SELECT sum(length(data)) FROM damaged",
                    "SET recordio.input.corrupt-record.policy=skip",
                    "SELECT count(*) FROM damaged"));
      }
      assertEquals(List.of("0.0\t3373", "1.0\t3140"), seen.get(3));
      assertEquals(List.of(), seen.get(6));
      String message = String.join("\n", seen.get(8));
      assertTrue(message.startsWith("failed: "), message);
      assertTrue(message.contains("not a RecordIO file: hdfs://"), message);
      assertTrue(
          message.contains("/leading-garbage.rec at offset 0: expected the magic 0A 23 D7 CE"),
          message);
      assertEquals(List.of("5"), seen.get(10));
      hadoop.hadoop("fs", "-get", "/tables/copy", temp.toString());
    }
    // Each task has written a file, in the order of the splits.
    var records = new ByteArrayOutputStream();
    for (int task = 0; Files.exists(temp.resolve("copy/00000" + task + "_0")); task++) {
      records.write(Files.readAllBytes(temp.resolve("copy/00000" + task + "_0")));
      assertTrue(Files.exists(temp.resolve("copy/00000" + task + "_0.idx")), "no index");
    }
    assertArrayEquals(
        Files.readAllBytes(temp.resolve("tables/images/multi.rec")), records.toByteArray());
  }
}
