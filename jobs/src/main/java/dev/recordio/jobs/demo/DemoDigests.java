// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.demo;

import dev.recordio.fs.stream.Files;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Compares what a job read with the files.
 *
 * @param fs where the files are
 * @param folder the folder
 * @param names their names, in the order of their keys
 */
record DemoDigests(FileSystem fs, Path folder, List<String> names) {
  /**
   * Returns how many of the lines of key and digest, in the order of the keys, are not as expected.
   */
  int differences(List<String> digests) throws IOException {
    int wrong = Math.abs(digests.size() - names.size());
    for (int i = 0; i < names.size() && i < digests.size(); i++) {
      byte[] bytes = Files.readAll(fs, new Path(folder, names.get(i)));
      if (!digests.get(i).equals(i + "\t" + DigestMapper.sha256(bytes, 0, bytes.length))) {
        wrong++;
      }
    }
    return wrong;
  }
}
