// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;

/** A folder with 23 records in four files, one of them empty, without indexes. */
abstract class ReadTestBase extends CommandTestBase {
  static final int RECORDS = 23;

  Configuration conf;

  @BeforeEach
  void makeFolder() throws IOException {
    conf = LocalJobs.conf(dir);
    int[] counts = {7, 0, 11, 5};
    int ordinal = 0;
    for (int file = 0; file < counts.length; file++) {
      var payloads = new ArrayList<byte[]>();
      for (int i = 0; i < counts[file]; i++) {
        payloads.add(payload(ordinal++));
      }
      write("in/" + file + ".rec", Damage.file(payloads));
    }
  }

  /** Damages the record that is the second of the last file, and the 20th of all. */
  final void damage() throws IOException {
    byte[] last = Files.readAllBytes(path("in/3.rec"));
    write("in/3.rec", Damage.putWord(last, 8 + 8, 0)); // its header
  }

  static byte[] payload(int ordinal) {
    return Damage.payload(ordinal, ordinal * 5 % 17);
  }

  @Override
  protected Configuration conf() {
    return conf;
  }

  /** Runs the command, which must succeed. */
  final Recordio read(String line, Object... arguments) {
    Recordio run = run("read -q " + line, arguments);
    assertEquals("", run.err());
    return run.ended(0);
  }

  /** Runs the command, which must fail. */
  final String refused(int code, String line, Object... arguments) {
    String err = run("read " + line, arguments).ended(code).err();
    assertTrue(err.startsWith("recordio: "), err);
    return err;
  }

  /** Returns the pipeline that reads the folder. */
  final String spec(String stages) {
    return "recordio:" + dir.resolve("in") + "/*.rec" + stages;
  }

  /** Returns the first columns of each line. */
  static List<String> columns(int count, Recordio run) {
    return run.lines().stream()
        .map(line -> String.join("\t", List.of(line.split("\t")).subList(0, count)))
        .toList();
  }
}
