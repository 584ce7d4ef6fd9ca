// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hive.ql.processors.CommandProcessorException;

/** A session of Hive in a JVM whose class path has none of the classes under test. */
final class AddJarSession {
  private static final String RECORDS =
      formats("RecordIOSerDe", "RecordIOHiveInputFormat", "RecordIOHiveOutputFormat");
  private static final String ROWS =
      formats("LibSVMSerDe", "LibSVMHiveInputFormat", "LibSVMHiveOutputFormat");

  private AddJarSession() {}

  private static String formats(String serDe, String input, String output) {
    return """
        ROW FORMAT SERDE 'dev.recordio.hive.%s' STORED AS
        INPUTFORMAT 'dev.recordio.hive.%s' OUTPUTFORMAT 'dev.recordio.hive.%s'"""
        .formatted(serDe, input, output);
  }

  private static boolean isOnClassPath() {
    try {
      Class.forName("dev.recordio.hive.RecordIOSerDe");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static boolean isKnown(HiveUnderTest hive) throws Exception {
    try {
      hive.run("CREATE TABLE by_name (data BINARY) STORED AS RECORDIO");
      return true;
    } catch (CommandProcessorException e) {
      if (!e.getMessage().contains("Unrecognized file format in STORED AS clause: 'RECORDIO'")) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Runs the session.
   *
   * @param args the jar, a folder with fixtures in {@code data}, a file for the output
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    var out = new ArrayList<String>();
    out.add("class path: " + (isOnClassPath() ? "with" : "without"));
    var hive = new HiveUnderTest(folder);
    hive.run("CREATE EXTERNAL TABLE any_text (a INT) STORED AS TEXTFILE");
    hive.addJar(args[0]);
    out.add(
        "STORED AS RECORDIO after the session's first table: "
            + (isKnown(hive) ? "known" : "unknown"));
    hive.set("hive.exec.post.hooks", "dev.recordio.hive.IndexInserted");
    String location = " LOCATION '" + folder.resolve("data").toUri() + "%s'";
    hive.run(
        "CREATE EXTERNAL TABLE agaricus (label DOUBLE, idx ARRAY<BIGINT>, val ARRAY<FLOAT>) "
            + ROWS
            + location.formatted("libsvm"));
    for (String row :
        hive.run("SELECT label, count(*) FROM agaricus GROUP BY label ORDER BY label")) {
      out.add("agaricus: " + row);
    }
    String columns = " (id BIGINT, id2 BIGINT, label FLOAT, labels ARRAY<FLOAT>, data BINARY) ";
    String image = " TBLPROPERTIES ('recordio.payload'='image')";
    hive.run(
        "CREATE EXTERNAL TABLE images" + columns + RECORDS + location.formatted("images") + image,
        "CREATE EXTERNAL TABLE images_copy" + columns + RECORDS + image,
        "INSERT INTO images_copy SELECT * FROM images");
    Path copy = folder.resolve("external/images_copy/000000_0");
    out.add(
        "copy equals: "
            + Arrays.equals(
                Files.readAllBytes(folder.resolve("data/images/multi.rec")),
                Files.readAllBytes(copy)));
    out.add("index: " + Files.exists(copy.resolveSibling("000000_0.idx")));
    Files.write(Path.of(args[2]), List.copyOf(out));
  }
}
