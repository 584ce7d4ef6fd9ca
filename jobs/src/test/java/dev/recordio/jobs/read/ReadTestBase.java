// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder with 23 records in four files, one of them empty, without indexes. */
abstract class ReadTestBase {
  static final int RECORDS = 23;

  @TempDir Path dir;
  Configuration conf;

  @BeforeEach
  void write() throws IOException {
    conf = LocalJobs.conf(dir);
    Files.createDirectories(dir.resolve("in"));
    int[] counts = {7, 0, 11, 5};
    int ordinal = 0;
    for (int file = 0; file < counts.length; file++) {
      var payloads = new ArrayList<byte[]>();
      for (int i = 0; i < counts[file]; i++) {
        payloads.add(payload(ordinal++));
      }
      Files.write(dir.resolve("in/" + file + ".rec"), Damage.file(payloads));
    }
  }

  /** Damages the record that is the second of the last file, and the 20th of all. */
  final void damage() throws IOException {
    Path last = dir.resolve("in/3.rec");
    Files.write(last, Damage.putWord(Files.readAllBytes(last), 8 + 8, 0)); // its header
  }

  static byte[] payload(int ordinal) {
    return Damage.payload(ordinal, ordinal * 5 % 17);
  }

  final Recordio run(String... args) {
    return Recordio.run(conf, args);
  }

  /** Runs the command, which must succeed. */
  final Recordio read(String... args) {
    var words = new ArrayList<String>(List.of("read", "-q"));
    words.addAll(List.of(args));
    Recordio run = run(words.toArray(new String[0]));
    assertEquals("", run.err());
    assertEquals(0, run.code());
    return run;
  }

  /** Runs the command, which must fail. */
  final String refused(int code, String... args) {
    var words = new ArrayList<String>(List.of("read"));
    words.addAll(List.of(args));
    Recordio run = run(words.toArray(new String[0]));
    assertEquals(code, run.code(), run.err());
    assertTrue(run.err().startsWith("recordio: "), run.err());
    return run.err();
  }

  /** Returns the pipeline that reads the folder. */
  final String spec(String stages) {
    return "recordio:" + dir.resolve("in") + "/*.rec" + stages;
  }

  final Path file(String name) {
    return dir.resolve(name);
  }

  /** Returns the first columns of each line. */
  static List<String> columns(int count, Recordio run) {
    return run.lines().stream()
        .map(line -> String.join("\t", List.of(line.split("\t")).subList(0, count)))
        .toList();
  }
}
