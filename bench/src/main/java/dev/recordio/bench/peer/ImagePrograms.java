// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Other programs that work on images; importing modules and loading libraries does not count. */
public final class ImagePrograms {
  private ImagePrograms() {}

  /**
   * Returns im2rec.py's steps with cv2 on the JPEGs of a folder: decode, resize, encode. The tally
   * has their number, and the sum of the sizes that they get.
   *
   * @param edge the short edge
   * @param quality of the JPEGs
   */
  public static Subject.Work cv2(Path folder, int edge, int quality) throws IOException {
    return PythonLoad.program("transcode_cv2.py")
        .work(seen -> new Tally(seen[0], 0, seen[1]), folder, edge, quality);
  }

  /**
   * Returns the same steps with sharp, which decodes a JPEG at the least scale that is enough. Node
   * must find the module, as by {@code NODE_PATH}.
   */
  public static Subject.Work sharp(Path folder, int edge, int quality) throws IOException {
    return new Program(List.of("node", "-e", PythonLoad.source("transcode_sharp.js"), "--"))
        .work(seen -> new Tally(seen[0], 0, seen[1]), folder, edge, quality);
  }

  /**
   * Returns an epoch of MXNet's ImageRecordIter, on one thread: random crops and mirrors, a mean.
   * The tally has the number of images.
   *
   * @param library libmxnet.so
   * @param dtype float32 or uint8
   */
  public static Subject.Work iterate(Path library, Path rec, String dtype, int edge, int batch)
      throws IOException {
    return PythonLoad.program("read_mxnet.py")
        .work(seen -> new Tally(seen[0], 0, 0), library, rec, dtype, edge, batch);
  }
}
