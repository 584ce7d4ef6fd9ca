// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Samples;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.images.codec.Pixels;
import java.io.IOException;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Size;

/**
 * OpenCV's resize by bytedeco's jars, which are on the class path if the user has put them there.
 */
public final class OpenCvResize {
  /** Its name in tables and notes. */
  public static final String NAME = "OpenCV's resize";

  private OpenCvResize() {}

  /**
   * Returns bilinear resizing of an image of 8 bits, many times, on one thread. The tally has how
   * often, and the sum of the samples of the last result.
   *
   * @throws IOException when OpenCV is not on the class path
   */
  public static Subject.Work work(Pixels image, int width, int height, int times)
      throws IOException {
    try {
      opencv_core.setNumThreads(1);
    } catch (LinkageError e) {
      throw new IOException(
          "error: no jars of org.bytedeco:opencv, openblas and javacpp with native code in"
              + " HADOOP_CLASSPATH",
          e);
    }
    var from = new Mat(image.height(), image.width(), opencv_core.CV_8UC(image.channels()));
    from.data().put(image.data(), 0, image.bytes());
    var to = new Mat();
    var size = new Size(width, height);
    var result = new byte[width * height * image.channels()];
    return () -> {
      for (int i = 0; i < times; i++) {
        opencv_imgproc.resize(from, to, size, 0, 0, opencv_imgproc.INTER_LINEAR);
      }
      to.data().get(result);
      return new Tally(times, 0, Samples.sum(result, result.length));
    };
  }
}
