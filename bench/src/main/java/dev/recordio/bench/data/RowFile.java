// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A local LibSVM file and its expected sums.
 *
 * @param text its shape
 * @param local the file
 * @param length its bytes
 * @param truth the expected result of parsing it
 */
public record RowFile(RowText text, Path local, long length, RowSums truth) {
  /**
   * Writes a file.
   *
   * @param folder a folder of a local file system
   * @param size bytes, rounded up to whole lines
   */
  public static RowFile write(RowText text, org.apache.hadoop.fs.Path folder, long size, long seed)
      throws IOException {
    Path local = Storage.localPath(folder).resolve(text + ".libsvm");
    RowSums truth;
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(local), 1 << 20)) {
      truth = text.write(out, size, seed);
    }
    return new RowFile(text, local, Files.size(local), truth);
  }

  /** Returns the file as a Hadoop path. */
  public org.apache.hadoop.fs.Path path() {
    return new org.apache.hadoop.fs.Path(local.toUri());
  }

  /** Returns the mean length of a line, in bytes. */
  public int meanLine() {
    return Math.toIntExact(length / truth.rows());
  }

  /** Returns a comparison of one run over the rows, with its own facts. */
  public Trial trial(
      String suite, String name, Subject ours, Subject peer, Supplier<Map<String, Object>> facts) {
    return new Trial(suite, name, meanLine(), length, truth.rows(), ours, peer, facts);
  }

  /** Returns the expected tally. */
  public Tally tally() {
    return tally(truth, 0);
  }

  /**
   * Returns the tally of a parser; fails as {@link RowSums#tally} does.
   *
   * @param ulps by how many units in the last place numbers may differ from the truth, on average
   */
  public Tally tally(RowSums found, int ulps) {
    return found.tally(length, truth, ulps);
  }
}
