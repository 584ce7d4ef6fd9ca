// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Ended;
import dev.recordio.testing.Jobs;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar indexes files on HDFS in containers without any other class of the project. */
@ExtendWith(ClusterExtension.class)
class HadoopJarIndexTest implements HdfsUnderTest {
  private final MiniYarn yarn;

  HadoopJarIndexTest(MiniYarn yarn) {
    this.yarn = yarn;
  }

  @Test
  void indexesAreMxnets(@TempDir java.nio.file.Path temp) throws Exception {
    Path rec = write("multi.rec", ImageFiles.bytes("multi.rec"));
    Ended ended =
        new HadoopJar(yarn, temp)
            .run("index -Dmapreduce.input.fileinputformat.split.maxsize=50000 --keys id {}", rec);
    assertEquals(0, ended.status(), ended.err());
    assertEquals("", ended.out());
    assertTrue(ended.err().matches("(?s).*records +25\n.*"), ended.err());
    assertArrayEquals(ImageFiles.bytes("multi.idx"), read(path("multi.idx")));
    assertEquals(List.of("multi.idx", "multi.rec", "multi.ridx"), Jobs.names(fs(), testDir()));
  }
}
