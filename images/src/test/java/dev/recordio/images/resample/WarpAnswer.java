// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A line of warps.tsv: an image, a matrix, a method, and the checksum of OpenCV's result. */
record WarpAnswer(
    Interpolation method,
    int channels,
    int width,
    int height,
    int newWidth,
    int newHeight,
    double[] matrix,
    String checksum) {
  /** What is outside the image. */
  static final int FILL = 114;

  private static final String FILE = "/images/resample/warps.tsv";

  static Stream<WarpAnswer> all() throws IOException {
    try (InputStream in = WarpAnswer.class.getResourceAsStream(FILE)) {
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      return lines.stream().filter(line -> !line.startsWith("#")).map(WarpAnswer::of);
    }
  }

  private static WarpAnswer of(String line) {
    String[] fields = line.split("\t");
    int[] numbers = Stream.of(fields).skip(1).limit(5).mapToInt(Integer::parseInt).toArray();
    return new WarpAnswer(
        Interpolation.valueOf(fields[0]),
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        Stream.of(fields[6].split(" ")).mapToDouble(Double::parseDouble).toArray(),
        fields[7]);
  }

  /** Makes the image, the same every time. */
  Pixels image() {
    return SampleImages.of(new Random(width * 31L + height), width, height, channels, 8);
  }
}
