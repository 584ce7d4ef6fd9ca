// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.input;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.row.ColumnFile;
import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.LocalFiles;
import dev.recordio.xgboost.mapreduce.WorkerSplit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What workers read: matrices of csr, lists of columns, and their splits. */
class InputByteFuzzTest extends ByteFuzzTest {
  @TempDir Path folder;
  private final Configuration conf = LocalFiles.raw();

  @Override
  protected List<ByteTarget> targets() throws IOException {
    FileSystem fs = LocalFiles.path(folder).getFileSystem(conf);
    return List.of(
        ByteTarget.ofFile(
                "column-file", 5_000, folder.resolve("columns.npy"), f -> ColumnFile.read(fs, f))
            .refuses(IOException.class),
        ByteTarget.ofFile("shard-npz", 5_000, folder.resolve("a.npz"), this::npz),
        ByteTarget.ofWritable("worker-split", 100_000, WorkerSplit::new));
  }

  /** A matrix of as many rows and entries as the list of shards has. */
  private void npz(org.apache.hadoop.fs.Path file) throws IOException {
    var shard = new WorkerInput.Shard(file.toString(), 5, 6, 3, false, false, false);
    CsrBlock rows = new NpzFile(conf, shard).read(new float[5]);
    for (int i = 0; i < rows.entries(); i++) {
      if (rows.index(i) > 3) {
        throw new AssertionError("column " + rows.index(i));
      }
    }
  }

  @Test
  void matrixWithoutColumnsIsRefused() {
    Path file = Path.of("src/test/resources/fuzz/shard-npz/without-indices.npz");
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    var e = assertThrows(MalformedRecordException.class, () -> npz(path));
    assertTrue(e.getMessage().contains("the members indices"), e.getMessage());
  }
}
