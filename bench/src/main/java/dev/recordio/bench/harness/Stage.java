// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The comparisons of a suite over the same data. */
@FunctionalInterface
public interface Stage {
  /**
   * Writes the data and returns the comparisons over it.
   *
   * @param conf names the file systems
   * @param folder for the files, empty
   */
  List<Trial> trials(Configuration conf, Path folder) throws IOException;

  /** Returns the file system that the data is on. */
  default Storage storage() {
    return Storage.RAW;
  }

  /** Returns this stage on another file system. */
  default Stage on(Storage other) {
    Stage stage = this;
    return new Stage() {
      @Override
      public List<Trial> trials(Configuration conf, Path folder) throws IOException {
        return stage.trials(conf, folder);
      }

      @Override
      public Storage storage() {
        return other;
      }
    };
  }
}
