// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.MiniDfs;
import dev.recordio.fs.stream.Files;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ClusterExtension.class)
class HdfsGenerationsTest extends AbstractGenerationsTest implements HdfsUnderTest {
  private final HdfsFolder folder;

  HdfsGenerationsTest(MiniDfs dfs, TestInfo test) throws IOException {
    folder = HdfsFolder.of(dfs, test);
  }

  @Override
  public HdfsFolder folder() {
    return folder;
  }

  /** HDFS takes only multiples of its checksums' unit. */
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
