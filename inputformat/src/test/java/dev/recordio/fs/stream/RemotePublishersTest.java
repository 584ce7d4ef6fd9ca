// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static dev.recordio.testing.Faults.Call.CREATE;
import static dev.recordio.testing.Faults.Call.FINISH;
import static dev.recordio.testing.Faults.Call.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renames and uploads whose steps fail; the real file systems are in other modules. */
class RemotePublishersTest {
  private final Configuration conf = LocalFiles.raw();
  private final Faults faults = new Faults();
  private final Faults.Rule closes = faults.on(FINISH);
  private FileSystem fs;
  private Path file;

  @TempDir java.nio.file.Path folder;

  @BeforeEach
  void initialize() throws IOException {
    fs = faults.local(faults.installUploads(new Configuration(conf)));
    file = new Path(LocalFiles.path(folder), "file");
  }

  private int files() {
    return folder.toFile().list().length;
  }

  @Test
  void renamedFileIsWhole() throws IOException {
    var publisher = new RenameIfAbsent(conf, fs);
    assertTrue(publisher.publish(file, new byte[] {1, 2, 3}));
    assertFalse(publisher.publish(file, new byte[] {4}));
    assertArrayEquals(new byte[] {1, 2, 3}, Files.readAll(fs, file));
    assertEquals(1, files(), "no temporary file is left");
  }

  @Test
  void failedWriteRenamesNothing() {
    faults.on(WRITE).gives(asked -> 1);
    var publisher = new RenameIfAbsent(conf, fs);
    var e = assertThrows(IOException.class, () -> publisher.publish(file, new byte[] {1, 2}));
    assertEquals("injected: No space left on device", e.getMessage());
    assertEquals(0, files());
  }

  @Test
  void failedUploadIsAbortedAndNotClosed() throws IOException {
    var publisher = new PublishWay.ConditionalCreate(fs);
    faults.on(WRITE).gives(asked -> 1);
    assertThrows(IOException.class, () -> publisher.publish(file, new byte[] {1, 2}));
    assertEquals(0, closes.count());
    assertEquals(0, faults.open());
    assertEquals(0, files());
  }

  @Test
  void uploadIsClosed() throws IOException {
    assertTrue(new PublishWay.ConditionalCreate(fs).publish(file, new byte[] {1, 2}));
    assertEquals(1, closes.count());
    faults.on(CREATE).fails(there -> new FileAlreadyExistsException(there.toString()));
    assertFalse(new PublishWay.ConditionalCreate(fs).publish(file, new byte[] {4}));
  }

  @Test
  void fileSystemThatDoesNotKnowTheOptionPublishesNothing() throws IOException {
    var publisher = new PublishWay.ConditionalCreate(file.getFileSystem(conf));
    assertThrows(IOException.class, () -> publisher.publish(file, new byte[] {1}));
    assertEquals(0, files());
  }

  @Test
  void blocksHaveRoomForTheWholeFile() throws IOException {
    var asked = new ArrayList<Long>();
    var blocks =
        new RawLocalFileSystem() {
          @Override
          public FSDataOutputStream create(
              Path path,
              boolean overwrite,
              int buffer,
              short replication,
              long block,
              Progressable progress)
              throws IOException {
            asked.add(block);
            assertFalse(overwrite);
            return super.create(path, overwrite, buffer, replication, block, progress);
          }
        };
    blocks.initialize(URI.create("file:///"), conf);
    long mib = 1 << 20;
    for (long bytes : new long[] {0, 1, mib, mib + 1, 128 * mib}) {
      Path one = new Path(file + "-" + bytes);
      FSDataOutputStream out = Files.createFile(blocks, one, bytes);
      out.write(7);
      Files.closeDurably(blocks, one, out);
      assertArrayEquals(new byte[] {7}, Files.readAll(blocks, one));
    }
    assertEquals(List.of(mib, mib, mib, 2 * mib, 128 * mib), asked);
    FileSystem checked = file.getFileSystem(LocalFiles.checked());
    FSDataOutputStream out = Files.createFile(checked, file, 1);
    out.write(7);
    Files.closeDurably(checked, file, out);
    assertArrayEquals(new byte[] {7}, Files.readAll(checked, file));
  }
}
