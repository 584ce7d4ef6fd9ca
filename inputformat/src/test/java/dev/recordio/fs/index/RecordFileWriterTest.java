// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a writer that can't be created leaves. */
class RecordFileWriterTest implements FileSystemUnderTest {
  private static final byte[] OLD = {1, 2, 3};

  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    return LocalFiles.raw();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.rec", "a.idx", "a.ridx"})
  void aFileThatExistsIsLeftUnchangedAndNoOtherIsLeft(String existing) throws IOException {
    Path old = write(existing, OLD);
    assertThrows(
        FileAlreadyExistsException.class,
        () -> RecordFileWriter.create(conf(), path("a.rec"), path("a.idx")).close());
    assertEquals(List.of(existing), Jobs.names(fs(), testDir()));
    assertArrayEquals(OLD, read(old));
  }
}
