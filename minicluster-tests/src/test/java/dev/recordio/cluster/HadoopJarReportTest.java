// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Ended;
import dev.recordio.testing.Jobs;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shipped jar reports on files on HDFS in containers without any other class of the project.
 */
@ExtendWith(ClusterExtension.class)
@Tag("deep") // the frame of its job is in HadoopJarIndexTest
class HadoopJarReportTest implements HdfsUnderTest {
  private final MiniYarn yarn;

  HadoopJarReportTest(MiniYarn yarn) {
    this.yarn = yarn;
  }

  @Test
  void thePageOfManyTasksHasAllRecords(@TempDir java.nio.file.Path temp) throws Exception {
    Path rec = write("multi.rec", ImageFiles.bytes("multi.rec"));
    Ended ended =
        new HadoopJar(yarn, temp)
            .run(
                "report -Dmapreduce.input.fileinputformat.split.maxsize=50000 {} -o {}",
                rec,
                path("page.html"));
    assertEquals(0, ended.status(), ended.err());
    assertEquals(List.of("multi.rec", "page.html"), Jobs.names(fs(), testDir()));
    String page = new String(read(path("page.html")), StandardCharsets.UTF_8);
    assertTrue(page.contains("<p class=\"sentence\">25 records in 1 file, 17 JPEG, 5 PNG"), page);
    assertTrue(page.contains("<img src=\"data:image/jpeg"));
    assertTrue(page.contains("0 current, 0 stale, 1 missing"));
  }
}
