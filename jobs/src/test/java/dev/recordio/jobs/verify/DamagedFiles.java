// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.index.RidxReader;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Files that libdmlc wrote, with their indexes, to be damaged. */
public abstract class DamagedFiles {
  protected static final List<String> FILES = List.of("plain", "magic", "mixed", "empty-records");

  /** A file as it was written. */
  protected record Sound(byte[] bytes, long[] starts) {}

  @TempDir protected Path dir;

  protected final Configuration conf = new Configuration();
  protected final List<Sound> sound = new ArrayList<>();

  @BeforeEach
  void copyFiles() throws IOException {
    for (String name : FILES) {
      try (InputStream in = getClass().getResourceAsStream("/fixtures/recordio/" + name + ".rec")) {
        Files.write(dir.resolve(name + ".rec"), in.readAllBytes());
      }
      String file = dir.resolve(name + ".rec").toString();
      assertEquals(0, Recordio.run(conf, "index", "-q", "--checksums", file).code());
      sound.add(new Sound(Files.readAllBytes(Path.of(file)), starts(name)));
    }
  }

  private long[] starts(String name) throws IOException {
    var index = new org.apache.hadoop.fs.Path(dir.resolve(name + ".ridx").toUri());
    try (RidxReader reader = RidxReader.open(conf, index)) {
      long[] starts = new long[(int) reader.count() + 1];
      for (int i = 0; reader.next(); i++) {
        starts[i] = reader.offset();
      }
      starts[starts.length - 1] = reader.recordsLength();
      return starts;
    }
  }

  protected final FileStatus status(String name) throws IOException {
    var path = new org.apache.hadoop.fs.Path(dir.resolve(name + ".rec").toUri());
    return path.getFileSystem(conf).getFileStatus(path);
  }

  /** Verifies a file that is cut into ranges anywhere. */
  protected final FileRuns runs(String name, Random random, boolean checksums) throws IOException {
    FileStatus status = status(name);
    var cuts = new TreeSet<>(Set.of(0L));
    for (int i = random.nextInt(4); i > 0 && status.getLen() > 0; i--) {
      cuts.add(random.nextLong(status.getLen()));
    }
    return Verified.of(conf, status, cuts, checksums, checksums).runs();
  }

  /** Whether a length word was changed to one that differs in the padding alone. */
  protected static boolean sameEnd(byte[] bytes, byte[] damaged, int first) {
    int at = first & -4;
    return first >= 0
        && RecordIOFormat.align(RecordIOFormat.partLength(RecordIOFormat.word(bytes, at)))
            == RecordIOFormat.align(RecordIOFormat.partLength(RecordIOFormat.word(damaged, at)));
  }
}
