// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import dev.recordio.reader.share.Share;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The keys of pipelines of readers. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ReaderConf implements ConfKey {
  SPEC(
      "recordio.reader.spec",
      "",
      text(),
      "The pipeline that Readers.open(conf) opens, and the command read if none is given, such as"
          + " recordio:/data/train | order(epoch,seed=7) | batch(256) | prefetch(64m)."),
  SHARD(
      "recordio.reader.shard",
      "0/1",
      text("I/N, such as 0/4, I below N", Share::parse),
      "Which of several workers a reader is: I of N, from 0. It reads the records I, I + N, ..."
          + " of the rest of each epoch's order."),
  THREADS(
      "recordio.reader.threads",
      "1",
      whole(1, 1024),
      "How many threads of a reader parse text, where rows are read.");

  private final Definition definition;

  ReaderConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @InterfaceAudience.Private
  @Override
  public Definition definition() {
    return definition;
  }

  /** Returns the key, as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
