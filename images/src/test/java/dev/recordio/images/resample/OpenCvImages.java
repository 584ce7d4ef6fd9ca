// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.opencv_core.Mat;

/** Images as OpenCV has them: 16 bits in native order. */
final class OpenCvImages {
  private OpenCvImages() {}

  /** Returns whether OpenCV's native code is here. */
  static boolean arePossible() {
    try {
      opencv_core.setNumThreads(1);
      return true;
    } catch (LinkageError e) {
      return false;
    }
  }

  static Mat of(Pixels image) {
    int depth = image.depth() == 8 ? opencv_core.CV_8U : opencv_core.CV_16U;
    var mat =
        new Mat(image.height(), image.width(), opencv_core.CV_MAKETYPE(depth, image.channels()));
    mat.data().put(swapped(image.data(), image.bytes(), image.depth()), 0, image.bytes());
    return mat;
  }

  static Pixels of(Mat mat) {
    var image = new Pixels();
    image.reshape(mat.cols(), mat.rows(), mat.channels(), mat.depth() == 0 ? 8 : 16);
    var data = new byte[image.bytes()];
    mat.data().get(data);
    System.arraycopy(swapped(data, data.length, image.depth()), 0, image.data(), 0, data.length);
    return image;
  }

  private static byte[] swapped(byte[] data, int length, int depth) {
    var bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = data[depth == 8 ? i : i ^ 1];
    }
    return bytes;
  }
}
