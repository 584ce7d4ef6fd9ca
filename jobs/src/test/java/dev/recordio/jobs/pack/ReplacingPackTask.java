// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardEntries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.apache.hadoop.conf.Configuration;

/** Overwrites a local file with another one when half of the shard is written. */
class ReplacingPackTask extends PackTask {
  /** Key of the file to overwrite. */
  static final String TARGET = "test.replace.target";

  /** Key of the file that holds the new content. */
  static final String CONTENT = "test.replace.content";

  private long left; // records before the middle

  @Override
  protected ShardReport run(PlannedShard shard, TaskContext task)
      throws IOException, InterruptedException {
    left = shard.records() / 2;
    return super.run(shard, task);
  }

  @Override
  protected Source next(ShardEntries<Source> entries, TaskContext task) throws IOException {
    if (left-- == 0) {
      replace(task.conf());
    }
    return super.next(entries, task);
  }

  private static void replace(Configuration conf) throws IOException {
    Path target = Path.of(conf.get(TARGET));
    FileTime later = FileTime.fromMillis(Files.getLastModifiedTime(target).toMillis() + 7);
    Files.write(target, Files.readAllBytes(Path.of(conf.get(CONTENT))));
    Files.setLastModifiedTime(target, later);
  }
}
