// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.rows.SourceFile;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task reads only the part of the table that has its files. */
class SourceTableTest {
  @TempDir java.nio.file.Path scratch;

  @Test
  void everyFileIsFoundInItsBlock() throws Exception {
    int block = SourceTable.BLOCK;
    for (int count : List.of(1, block - 1, block, block + 1, 3 * block)) {
      var files = files(count);
      var conf = new Configuration();
      SourceTable.write(conf, files, new Path(scratch.toUri()));
      SourceTable table = SourceTable.read(conf);
      for (int i = count - 1; i >= 0; i--) {
        assertEquals(SourceFile.of(files.get(i)), table.get(i));
      }
    }
  }

  @Test
  void otherBlocksAreNotRead() throws Exception {
    var conf = new Configuration();
    SourceTable.write(conf, files(100 * SourceTable.BLOCK), new Path(scratch.toUri()));
    SourceTable table = SourceTable.read(conf);
    assertEquals(0, table.blocksRead());
    for (int i = 0; i < SourceTable.BLOCK + 1; i++) {
      table.get(7 * SourceTable.BLOCK + i);
    }
    assertEquals(2, table.blocksRead());
  }

  private static List<FileStatus> files(int count) {
    var files = new ArrayList<FileStatus>();
    for (int i = 0; i < count; i++) {
      var path = new Path("hdfs://cluster/in/" + "x".repeat(i % 50) + i + ".rec");
      files.add(new FileStatus(4L * i, false, 1, 1 << 27, 1_700_000_000_000L + i, path));
    }
    return files;
  }
}
