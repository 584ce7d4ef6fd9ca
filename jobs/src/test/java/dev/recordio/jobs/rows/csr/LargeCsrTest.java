// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.shard.CsrTask;
import dev.recordio.testing.LocalFiles;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Text of twice the heap: 2 GiB in the 1 GiB that tests have. */
@Tag("large")
class LargeCsrTest extends CsrTestBase {
  private static final long SIZE = 2L << 30;
  private static final int ROWS = 1000; // of a piece of text that is repeated

  @Test
  void textLargerThanTheHeap() throws Exception {
    assertTrue(Runtime.getRuntime().maxMemory() <= 1L << 30, "tests run with -Xmx1g");
    var random = new Random(3);
    var piece = new StringBuilder();
    long entries = 0;
    for (int r = 0; r < ROWS; r++) {
      piece.append(r % 2);
      int index = 0;
      for (int i = 20 + random.nextInt(110); i > 0; i--) {
        index += 1 + random.nextInt(300);
        piece.append(' ').append(index).append(":0.").append(100000 + random.nextInt(900000));
        entries++;
      }
      piece.append('\n');
    }
    byte[] bytes = piece.toString().getBytes(StandardCharsets.US_ASCII);
    Path input = dir.resolve("large.libsvm");
    long pieces = SIZE / bytes.length + 1;
    try (OutputStream out = Files.newOutputStream(input)) {
      for (long i = 0; i < pieces; i++) {
        out.write(bytes);
      }
    }
    var file = new FileStatus(Files.size(input), false, 1, 1 << 27, 0, LocalFiles.path(input));
    Path output = dir.resolve("out");
    run(
        new CsrJob(
            conf,
            SegmentTable.of(conf, List.of(file)),
            new CsrTask(40_000, 0, "told"),
            LocalFiles.path(output)));
    org.apache.hadoop.fs.Path folder = LocalFiles.path(output);
    CsrManifest manifest = CsrManifest.read(folder.getFileSystem(conf), folder);
    assertEquals(pieces * ROWS, manifest.rows());
    assertEquals(pieces * entries, manifest.nnz());
    assertEquals(manifest.rows() / 2, manifest.labels().counts().get("1"));
    long row = 0;
    for (CsrManifest.Shard shard : manifest.shards()) {
      assertEquals(row, shard.firstRow());
      assertEquals(shard.bytes(), Files.size(output.resolve(shard.file())));
      row += shard.rows();
    }
    assertEquals(manifest.rows(), row);
  }
}
