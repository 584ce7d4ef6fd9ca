// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.ManyFiles;
import dev.recordio.jobs.testing.LocalJobs;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Requests for the files of a list, by how many lines share a folder. */
class FolderStatusesTest {
  private final Configuration conf = LocalJobs.conf();
  private final Map<String, Long> before = ManyFiles.calls();

  FolderStatusesTest() {
    ManyFiles.install(conf);
  }

  private long calls(String call) {
    return ManyFiles.calls().getOrDefault(call, 0L) - before.getOrDefault(call, 0L);
  }

  /** Asks for files of one folder; returns how many had the length that a listing gives. */
  private int ask(ListScan.FolderStatuses statuses, int inFolder, int files) throws IOException {
    int listed = 0;
    for (int i = 0; i < files; i++) {
      var file = new Path("many:///10/" + inFolder + "/class00000003/image_%08d.jpg".formatted(i));
      FileStatus status = statuses.of(file);
      assertEquals(file, status.getPath());
      assertTrue(status.isFile());
      listed += i % 7 != 0 && status.getLen() == 1000 + 4 * (i % 7) ? 1 : 0;
    }
    return listed;
  }

  @Test
  void aFolderOfManyLinesIsListedOnce() throws IOException {
    assertTrue(ask(new ListScan.FolderStatuses(conf), 2000, 1000) > 820);
    assertEquals(1, calls("list"));
    assertEquals(31, calls("status"));
  }

  @Test
  void filesOfFoldersThatFewLinesShareAreRequested() throws IOException {
    assertEquals(0, ask(new ListScan.FolderStatuses(conf), 2000, 31));
    assertEquals(0, calls("list"));
    assertEquals(31, calls("status"));
  }

  /** A listing is given up before it costs more than the requests, and tried again later. */
  @Test
  void aFolderWithFarMoreFilesIsNotListed() throws IOException {
    assertEquals(0, ask(new ListScan.FolderStatuses(conf), 100_000_000, 300));
    assertEquals(2, calls("list"));
    assertEquals(300, calls("status"));
  }

  @Test
  void whatAListingLacksIsRequested() throws IOException {
    var statuses = new ListScan.FolderStatuses(conf);
    ask(statuses, 2000, 40);
    var gone = new Path("many:///10/2000/class00000003/gone.idx");
    assertThrows(FileNotFoundException.class, () -> statuses.of(gone));
  }
}
