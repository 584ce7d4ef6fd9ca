// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.LocalFiles;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renames and uploads whose steps fail; the real file systems are in other modules. */
class RemotePublishersTest {
  private final Configuration conf = LocalFiles.raw();
  private final Failing fs = new Failing();
  private Path file;

  @TempDir java.nio.file.Path folder;

  /** Local files whose writes fail if a test wants it; remembers how their streams ended. */
  private static final class Failing extends RawLocalFileSystem {
    private boolean writes = true;
    private final List<String> ended = new ArrayList<>();

    @Override
    public FSDataOutputStream create(
        Path path,
        boolean overwrite,
        int buffer,
        short replication,
        long block,
        Progressable progress)
        throws IOException {
      return watched(super.create(path, overwrite, buffer, replication, block, progress));
    }

    private FSDataOutputStream watched(OutputStream out) throws IOException {
      return new FSDataOutputStream(new Watched(out, this), null);
    }

    @Override
    public FSDataOutputStreamBuilder createFile(Path path) {
      return new Builder(this, path);
    }
  }

  private static final class Watched extends FilterOutputStream
      implements Abortable, StreamCapabilities {
    private final Failing fs;

    Watched(OutputStream out, Failing fs) {
      super(out);
      this.fs = fs;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, fs.writes ? length : 1);
      if (!fs.writes) {
        throw new IOException("disk full");
      }
    }

    @Override
    public void close() throws IOException {
      fs.ended.add("close");
      super.close();
    }

    @Override
    public boolean hasCapability(String capability) {
      return capability.equals(StreamCapabilities.ABORTABLE_STREAM);
    }

    @Override
    public AbortableResult abort() {
      fs.ended.add("abort");
      return null;
    }
  }

  /** Knows the one option, as S3A does. */
  private static final class Builder
      extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {
    private final Failing fs;

    Builder(Failing fs, Path path) {
      super(fs, path);
      this.fs = fs;
    }

    @Override
    public Builder getThisBuilder() {
      return this;
    }

    @Override
    public FSDataOutputStream build() throws IOException {
      rejectUnknownMandatoryKeys(
          java.util.Set.of("fs.option.create.conditional.overwrite"), "for this test");
      assertEquals(1, getMandatoryKeys().size());
      return fs.create(getPath(), false, 1 << 12, (short) 1, 1 << 20, null);
    }
  }

  @BeforeEach
  void initialize() throws IOException {
    fs.initialize(URI.create("file:///"), conf);
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
    fs.writes = false;
    var publisher = new RenameIfAbsent(conf, fs);
    var e = assertThrows(IOException.class, () -> publisher.publish(file, new byte[] {1, 2}));
    assertEquals("disk full", e.getMessage());
    assertEquals(0, files());
  }

  @Test
  void failedUploadIsAbortedAndNotClosed() throws IOException {
    var publisher = new PublishWay.ConditionalCreate(fs);
    fs.writes = false;
    assertThrows(IOException.class, () -> publisher.publish(file, new byte[] {1, 2}));
    assertEquals("abort", fs.ended.get(0));
  }

  @Test
  void uploadIsClosed() throws IOException {
    assertTrue(new PublishWay.ConditionalCreate(fs).publish(file, new byte[] {1, 2}));
    assertEquals(List.of("close"), fs.ended);
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
