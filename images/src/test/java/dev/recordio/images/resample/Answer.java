// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A line of answers.tsv: an image, a size, a method, and the checksum of OpenCV's result. */
record Answer(
    Interpolation method,
    int depth,
    int channels,
    int width,
    int height,
    int newWidth,
    int newHeight,
    String checksum) {
  private static final String FILE = "/images/resample/answers.tsv";

  static Stream<Answer> all() throws IOException {
    try (InputStream in = Answer.class.getResourceAsStream(FILE)) {
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      return lines.stream().filter(line -> !line.startsWith("#")).map(Answer::of);
    }
  }

  private static Answer of(String line) {
    String[] fields = line.split("\t");
    int[] numbers = Stream.of(fields).skip(1).limit(6).mapToInt(Integer::parseInt).toArray();
    return new Answer(
        Interpolation.valueOf(fields[0]),
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        fields[7]);
  }

  /** Makes the image, the same every time. */
  Pixels image() {
    long seed = width * 31L + height + channels * 7L + depth;
    return SampleImages.of(new Random(seed), width, height, channels, depth);
  }
}
