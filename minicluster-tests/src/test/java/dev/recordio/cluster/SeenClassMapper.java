// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Splits lines of class names and counts for each name whether its container can load it. */
class SeenClassMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
  private static final IntWritable ONE = new IntWritable(1);

  @Override
  protected void map(LongWritable offset, Text line, Context context)
      throws IOException, InterruptedException {
    for (String name : line.toString().split(" ")) {
      context.write(new Text(seen(name) + " " + name), ONE);
    }
  }

  private static String seen(String name) {
    try {
      Class.forName(name, false, SeenClassMapper.class.getClassLoader());
      return "present";
    } catch (ClassNotFoundException e) {
      return "absent";
    }
  }
}
