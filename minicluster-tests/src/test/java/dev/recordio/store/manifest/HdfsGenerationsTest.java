// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.fs.stream.Files;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@AgainOnHdfs
class HdfsGenerationsTest extends AbstractGenerationsTest implements HdfsUnderTest {
  /** HDFS takes only multiples of its checksums' unit. */
  @Tag("hdfs")
  @Test
  void chunkOfAnySizeIsOneBlock() throws IOException {
    Path file = path("chunk");
    byte[] bytes = new byte[300_001];
    FSDataOutputStream out = Files.createFile(fs(), file, bytes.length);
    out.write(bytes);
    Files.closeDurably(fs(), file, out);
    assertArrayEquals(bytes, read(file));
    assertEquals(1, fs().getFileBlockLocations(file, 0, bytes.length).length);
  }
}
