// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import static dev.recordio.jobs.testing.CommandTestBase.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.mapreduce.IndexFault;
import dev.recordio.mapreduce.IndexedFile;
import dev.recordio.testing.FileSystemUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands that use indexes, on files or indexes with a fault: never a wrong record. */
@Tag("deep")
class IndexFaultsCommandTest implements FileSystemUnderTest {
  private static final String SKIP = "recordio.input.corrupt-record.policy=skip";
  private static final int RECORD = 221;

  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    return LocalJobs.conf(temp);
  }

  @Override
  public Path testDir() {
    return new Path(temp.toUri());
  }

  private Recordio run(String line, Object... arguments) {
    Recordio run = Recordio.run(conf(), words(line, arguments));
    if (run.code() == 3) {
      assertTrue(run.err().contains("a.rec") || run.err().contains("a.idx"), run.err());
    }
    return run;
  }

  private static byte[] joined(List<byte[]> payloads) throws IOException {
    var all = new ByteArrayOutputStream();
    for (byte[] payload : payloads) {
      all.write(payload);
    }
    return all.toByteArray();
  }

  private IndexedFile make(IndexFault fault) throws IOException {
    var file = new IndexedFile(this);
    fault.make(file);
    return file;
  }

  @ParameterizedTest
  @EnumSource
  void catKeyGivesTheRecordOfTheKeyOrAnError(IndexFault fault) throws IOException {
    IndexedFile file = make(fault);
    String key = Long.toString(IndexedFile.key(RECORD));
    Recordio run = run("cat --key {} {}", key, file.rec);
    if (run.code() == 0) {
      boolean other = fault == IndexFault.OTHER_PAYLOADS_BY_TEXT; // which can't be detected
      assertArrayEquals(file.payloads(other ? 2 : 1).get(RECORD), run.bytes());
      assertTrue(fault != IndexFault.OTHER_KEYS);
    } else {
      assertEquals(3, run.code(), run.err());
      assertEquals(0, run.bytes().length);
    }
  }

  @ParameterizedTest
  @EnumSource
  void catRowsGivesTheRecordsOfTheseNumbersOrAnError(IndexFault fault) throws IOException {
    IndexedFile file = make(fault);
    Recordio run = run("cat --rows 120-130 {}", file.rec);
    if (run.code() != 0) {
      assertEquals(3, run.code(), run.err());
    } else if (fault.isSeenByAll) {
      assertArrayEquals(joined(file.truth.subList(120, 131)), run.bytes());
    }
  }

  @ParameterizedTest
  @EnumSource
  void catShuffledGivesAllSoundRecordsOrAnError(IndexFault fault) throws IOException {
    IndexedFile file = make(fault);
    Recordio run = run("cat --shuffle -D {} {}", SKIP, file.rec);
    switch (fault.outcome) {
      case RIGHT -> {
        assertEquals(0, run.code(), run.err());
        assertEquals(joined(file.truth).length, run.bytes().length);
      }
      case MISFIT -> assertEquals(3, run.code(), run.err());
      case DAMAGE -> {
        if (fault != IndexFault.TRUNCATED_WITHIN) {
          assertEquals(5, run.code(), run.err());
          assertEquals(
              joined(file.truth).length - file.truth.get(file.damaged).length, run.bytes().length);
        } else {
          assertEquals(3, run.code(), run.err());
        }
      }
      case DAMAGES -> {
        assertTrue(run.code() == 5 || run.code() == 3, run.err());
        assertTrue(run.bytes().length <= joined(file.truth.subList(0, file.damaged)).length);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void indexCheckReportsEveryFault(IndexFault fault) throws IOException {
    IndexedFile file = make(fault);
    Recordio run = run("index --check --checksums {}", file.rec);
    // Keys of the .idx are trusted, so the .ridx is reported as different.
    assertEquals(fault == IndexFault.NONE, run.code() == 0, run.out() + run.err());
    assertTrue(run.code() == 0 || run.code() == 3 || run.code() == 4, run.err());
  }
}
