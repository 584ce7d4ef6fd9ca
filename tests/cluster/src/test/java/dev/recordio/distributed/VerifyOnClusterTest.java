// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.testing.Ended;
import dev.recordio.testing.MiniHadoop;
import dev.recordio.testing.Supports;
import dev.recordio.wire.RecordIOFormat;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file is verified by many tasks, each of which reads its range alone. */
@Tag("cluster")
@Supports(
    row = "damage found: headers, magic words, indexes, checksums, images, rows",
    engine = "command line")
class VerifyOnClusterTest {
  private static final int RECORDS = 4000;
  private static final int PAYLOAD = 6000;
  private static final int TASKS = 6;

  @TempDir static Path temp;

  @Test
  void aFileIsVerifiedByAllTasks() throws Exception {
    Path jar = Path.of(RecordIO.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(jar), "classes, not yet packed");
    MiniHadoop.assumeThere();
    Path file = write(temp.resolve("a.rec"));
    long length = Files.size(file);
    Path printed = Files.createDirectory(temp.resolve("printed"));
    try (var cluster = new MiniHadoop(temp.resolve("cluster"), printed)) {
      cluster.hadoop("fs", "-put", file.toString(), "/a.rec");
      cluster.hadoop("jar", jar.toString(), "index", "--checksums", "/a.rec");
      long split = (length + TASKS - 1) / TASKS;
      Ended ended =
          cluster.hadoop(
              "jar",
              jar.toString(),
              "verify",
              "--debug",
              "--json",
              "--checksums",
              "-Dmapreduce.map.speculative=false",
              "-Dmapreduce.input.fileinputformat.split.minsize=" + split,
              "/a.rec");
      assertTrue(ended.out().contains("\"records\" : " + RECORDS), ended.out());
      String status = cluster.hadoop("job", "-status", job(ended.err())).out();
      assertEquals(TASKS, number("Launched map tasks=", status), status);
      long read = number("HDFS: Number of bytes read=", status);
      assertTrue(read >= length, status);
      // Each task reads its range, the end of its last record, and some of the indexes.
      assertTrue(read < length + length / 4, status);
    }
  }

  private static Path write(Path file) throws IOException {
    byte[] record = new byte[RecordIOFormat.HEADER_BYTES + PAYLOAD];
    RecordIOFormat.putWord(record, 0, RecordIOFormat.MAGIC);
    RecordIOFormat.putWord(record, 4, PAYLOAD);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < RECORDS; i++) {
        RecordIOFormat.putWord(record, RecordIOFormat.HEADER_BYTES, i);
        out.write(record);
      }
    }
    return file;
  }

  private static String job(String log) {
    Matcher id = Pattern.compile("job_\\d+_\\d+").matcher(log);
    assertTrue(id.find(), log);
    return id.group();
  }

  private static long number(String name, String text) {
    Matcher number = Pattern.compile(Pattern.quote(name) + "(\\d+)").matcher(text);
    assertTrue(number.find(), text);
    return Long.parseLong(number.group(1));
  }
}
