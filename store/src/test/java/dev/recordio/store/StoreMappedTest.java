// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores on Hadoop's own local file systems, whose chunks are read from memory. */
class StoreMappedTest {
  private static final int RECORDS = 600;
  private static final int VALUE_BYTES = 500;

  @TempDir Path folder;

  private final byte[] values = new byte[RECORDS * VALUE_BYTES];

  @BeforeEach
  void values() {
    new Random(3).nextBytes(values);
  }

  private Store create(Class<? extends FileSystem> type) throws IOException {
    Configuration conf = LocalFiles.raw();
    conf.setClass("fs.file.impl", type, FileSystem.class);
    var path = new org.apache.hadoop.fs.Path(folder.toUri() + "/" + type.getSimpleName());
    Store store = Store.create(conf, path, TestStore.schema("x=bytes"));
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < RECORDS; i++) {
        append.set(0, values, i * VALUE_BYTES, VALUE_BYTES);
        append.add();
      }
      append.commit();
    }
    return store;
  }

  private Path chunk(Store store) throws IOException {
    Path data = Path.of(store.path().toUri().getPath()).resolve("data");
    try (var files = Files.list(data)) {
      return files.filter(file -> file.toString().endsWith(".chunk")).findFirst().orElseThrow();
    }
  }

  @Test
  void valuesAreThose() throws IOException {
    long[] ids = LongStream.range(0, 1000).map(i -> i * 389 % RECORDS).toArray();
    for (var type : List.of(RawLocalFileSystem.class, LocalFileSystem.class)) {
      try (StoreGather gather = create(type).snapshot().gather();
          GatherBatch batch = gather.get(ids)) {
        for (int i = 0; i < ids.length; i++) {
          byte[] value = new byte[VALUE_BYTES];
          batch.value("x", i).get(value);
          int at = (int) ids[i] * VALUE_BYTES;
          byte[] expected = java.util.Arrays.copyOfRange(values, at, at + VALUE_BYTES);
          assertArrayEquals(expected, value);
        }
      }
    }
  }

  @Test
  void aFlippedByteIsNamed() throws IOException {
    for (var type : List.of(RawLocalFileSystem.class, LocalFileSystem.class)) {
      Store store = create(type);
      Path chunk = chunk(store);
      int id = 77;
      long offset = 16 + id * (VALUE_BYTES + 4L);
      try (var file = new RandomAccessFile(chunk.toFile(), "rw")) {
        file.seek(offset + 5);
        file.write(values[id * VALUE_BYTES + 5] ^ 1);
      }
      try (StoreGather gather = store.snapshot().gather()) {
        var e = assertThrows(MalformedRecordException.class, () -> gather.get(new long[] {1, id}));
        assertTrue(e.path().endsWith(chunk.getFileName().toString()), e::getMessage);
        assertEquals(offset + VALUE_BYTES, e.offset());
        gather.get(new long[] {id - 1, id + 1}).close();
      }
    }
  }

  /**
   * The system has no page to give: the values are not what they were, and the JVM reports it in
   * its own time, as an error of the thread.
   */
  @Test
  void aChunkThatIsCutWhileItIsReadIsAnError() throws IOException, InterruptedException {
    Store store = create(RawLocalFileSystem.class);
    try (StoreGather gather = store.snapshot().gather()) {
      gather.get(new long[] {1, 2}).close();
      try (var file = new RandomAccessFile(chunk(store).toFile(), "rw")) {
        file.setLength(10_000);
      }
      var read = new AtomicBoolean();
      var reader =
          new Thread(
              () -> {
                try {
                  gather.get(new long[] {RECORDS - 20, RECORDS - 2});
                  read.set(true);
                } catch (IOException e) {
                  assertTrue(e.getMessage().contains(store.path().toString()), e::getMessage);
                }
              });
      reader.setUncaughtExceptionHandler(
          (thread, e) -> assertInstanceOf(InternalError.class, e, e::toString));
      reader.start();
      reader.join();
      assertFalse(read.get());
    }
  }
}
