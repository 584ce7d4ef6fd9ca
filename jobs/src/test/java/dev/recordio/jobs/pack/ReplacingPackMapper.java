// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.shard.ShardSplit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/** Overwrites a local file with another one when half of the shard is written. */
class ReplacingPackMapper extends PackMapper {
  /** Key of the file to overwrite. */
  static final String TARGET = "test.replace.target";

  /** Key of the file that holds the new content. */
  static final String CONTENT = "test.replace.content";

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    long half = ((ShardSplit) context.getInputSplit()).records() / 2;
    super.run(
        new WrappedMapper<NullWritable, Source, NullWritable, BytesWritable>()
        .new Context(context) {
          private long records;

          @Override
          public boolean nextKeyValue() throws IOException, InterruptedException {
            if (records++ == half) {
              replace(context);
            }
            return super.nextKeyValue();
          }
        });
  }

  private static void replace(Context context) throws IOException {
    Path target = Path.of(context.getConfiguration().get(TARGET));
    FileTime later = FileTime.fromMillis(Files.getLastModifiedTime(target).toMillis() + 7);
    Files.write(target, Files.readAllBytes(Path.of(context.getConfiguration().get(CONTENT))));
    Files.setLastModifiedTime(target, later);
  }
}
