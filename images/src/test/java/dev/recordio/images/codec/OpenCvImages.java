// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.util.SplittableRandom;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.opencv_core.Mat;

/** Images of many kinds, written by OpenCV. */
final class OpenCvImages {
  static final int SAMPLING = opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR;
  static final int PROGRESSIVE = opencv_imgcodecs.IMWRITE_JPEG_PROGRESSIVE;
  static final int OPTIMIZE = opencv_imgcodecs.IMWRITE_JPEG_OPTIMIZE;
  static final int RESTART = opencv_imgcodecs.IMWRITE_JPEG_RST_INTERVAL;
  static final int QUALITY = opencv_imgcodecs.IMWRITE_JPEG_QUALITY;

  private OpenCvImages() {}

  /** Returns pixels of slopes and noise, of 8 or 16 bits. */
  static Pixels pixels(int width, int height, int channels, int depth, long seed) {
    var random = new SplittableRandom(seed);
    var pixels = new Pixels();
    pixels.reshape(width, height, channels, depth);
    byte[] data = pixels.data();
    for (int i = 0; i < pixels.bytes(); i++) {
      int x = i / pixels.pixelBytes() % width;
      int y = i / pixels.rowBytes();
      data[i] = (byte) (x * 5 + y * 3 + i % channels * 40 + random.nextInt(40));
    }
    return pixels;
  }

  /** Returns an encoded image; parameters are OpenCV's, in pairs. */
  static byte[] encode(Pixels pixels, String extension, int... parameters) {
    var swapped = new Pixels();
    swapped.reshape(pixels.width(), pixels.height(), pixels.channels(), pixels.depth());
    OpenCvCodec.toNative(pixels, swapped);
    int depth = pixels.depth() == 8 ? opencv_core.CV_8U : opencv_core.CV_16U;
    int type = opencv_core.CV_MAKETYPE(depth, pixels.channels());
    try (Mat image = new Mat(pixels.height(), pixels.width(), type);
        BytePointer name = new BytePointer(extension);
        IntPointer options = new IntPointer(parameters);
        BytePointer encoded = new BytePointer()) {
      image.data().put(swapped.data(), 0, swapped.bytes());
      if (!opencv_imgcodecs.imencode(name, image, encoded, options)) {
        throw new IllegalStateException(extension);
      }
      byte[] bytes = new byte[(int) encoded.limit()];
      encoded.get(bytes);
      return bytes;
    }
  }

  /** Returns what OpenCV's own imdecode makes of an image; null when it makes nothing of it. */
  static Pixels decode(byte[] image, ImageColor color) {
    int flags =
        switch (color) {
          case COLOR -> opencv_imgcodecs.IMREAD_COLOR;
          case GRAY -> opencv_imgcodecs.IMREAD_GRAYSCALE;
          case UNCHANGED -> opencv_imgcodecs.IMREAD_UNCHANGED;
        };
    try (BytePointer bytes = new BytePointer(image);
        Mat encoded = new Mat(1, image.length, opencv_core.CV_8UC1, bytes);
        Mat decoded = opencv_imgcodecs.imdecode(encoded, flags)) {
      if (decoded.empty()) {
        return null;
      }
      var swapped = new Pixels();
      int depth = 8 * (int) decoded.elemSize1();
      swapped.reshape(decoded.cols(), decoded.rows(), decoded.channels(), depth);
      decoded.data().get(swapped.data(), 0, swapped.bytes());
      var pixels = new Pixels();
      pixels.reshape(decoded.cols(), decoded.rows(), decoded.channels(), depth);
      OpenCvCodec.toNative(swapped, pixels);
      return pixels;
    }
  }

  static byte[] jpeg(int width, int height, int channels, int... parameters) {
    return encode(pixels(width, height, channels, 8, width * 31L + height), ".jpg", parameters);
  }
}
