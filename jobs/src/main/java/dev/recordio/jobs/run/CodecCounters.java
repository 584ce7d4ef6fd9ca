// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.Notes;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Which codecs the tasks of a job had: a counter of images for each. Tasks on unlike machines may
 * find different ones.
 */
public final class CodecCounters {
  private static final String GROUP = "RecordIO image codecs";

  private CodecCounters() {}

  /**
   * Adds the images of a task.
   *
   * @param codec its codec, in a few words
   */
  public static void count(TaskAttemptContext context, String codec, long images) {
    if (images > 0) {
      context.getCounter(GROUP, codec).increment(images);
    }
  }

  /**
   * Returns the line of a job's totals; null when no image was decoded.
   *
   * @return the codecs, with commas between them
   */
  public static String line(Counters counters) {
    List<String> names = names(counters);
    return names.isEmpty() ? null : String.join(", ", names);
  }

  /**
   * Says so where tasks had different codecs, so that the result may depend on where they ran.
   *
   * @param key chooses the codec
   */
  public static void noteDifferent(Counters counters, ConfKey key) {
    if (names(counters).size() > 1) {
      Notes.say(
          "tasks had different codecs, whose pixels may differ a little; choose one with -D "
              + key
              + "=jdk");
    }
  }

  private static List<String> names(Counters counters) {
    var names = new ArrayList<String>();
    for (Counter codec : counters.getGroup(GROUP)) {
      names.add(codec.getName());
    }
    return names;
  }
}
