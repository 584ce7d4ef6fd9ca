// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.row.LibSvmConf;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Every key that a job of any engine may read through this library. */
public final class LibraryKeys {
  /** All of them, in the order of the docs. */
  public static final List<ConfKey> ALL =
      Stream.<ConfKey[]>of(RecordIOConf.values(), LibSvmConf.values())
          .flatMap(Arrays::stream)
          .toList();

  private LibraryKeys() {}

  /**
   * Checks the values of all keys, so that a job with an invalid one does not begin.
   *
   * @param further keys of what the job reads or writes besides
   * @throws dev.recordio.conf.InvalidSettingException when a key does not take its value
   */
  public static void checkAll(Configuration conf, ConfKey... further) {
    ConfKey.checkAll(conf, ALL);
    ConfKey.checkAll(conf, List.of(further));
  }
}
