// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mxnet;

import dev.recordio.images.codec.EncodedImage;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageCodecs;
import dev.recordio.images.codec.ImageEncoding;
import dev.recordio.images.codec.Pixels;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Folders of random images, and what {@code pack} makes of them. */
final class RandomImages {
  private RandomImages() {}

  /**
   * Writes images and their list, {@code all.lst}, of random ids and labels.
   *
   * @param channels of each image in turn: 1, 3 or 4; images of 4 are PNG, as is every fourth one
   * @param labels how many each has
   */
  static Path write(Path folder, int count, int labels, long seed, int... channels)
      throws IOException {
    Files.createDirectories(folder);
    var random = new SplittableRandom(seed);
    var lines = new ArrayList<String>();
    var pixels = new Pixels();
    var encoded = new EncodedImage();
    try (ImageCodec codec = ImageCodecs.create(ImageCodecs.Choice.JDK)) {
      for (int i = 0; i < count; i++) {
        int depth = channels[i % channels.length];
        pixels.reshape(random.nextInt(20, 110), random.nextInt(20, 110), depth, 8);
        fill(pixels, random);
        boolean png = depth == 4 || i % 4 == 3;
        ImageEncoding encoding = png ? ImageEncoding.PNG : ImageEncoding.JPEG;
        codec.encode(pixels, encoding, png ? 3 : random.nextInt(30, 100), encoded);
        String name = i + encoding.extension();
        Files.write(folder.resolve(name), encoded.toByteArray());
        var line = new StringBuilder(Integer.toString(1000 + i * 7));
        for (int label = 0; label < labels; label++) {
          line.append('\t').append(random.nextInt(1000) / 4f);
        }
        lines.add(line.append('\t').append(name).toString());
      }
    }
    Files.write(folder.resolve("all.lst"), lines);
    return folder;
  }

  /** Writes noisy images of 24x24 whose left half is bright (label 0), or whose right half is. */
  static Path writeTwoClasses(Path folder, int count) throws IOException {
    Files.createDirectories(folder);
    var random = new SplittableRandom(7);
    var lines = new ArrayList<String>();
    var pixels = new Pixels();
    var encoded = new EncodedImage();
    try (ImageCodec codec = ImageCodecs.create(ImageCodecs.Choice.JDK)) {
      for (int i = 0; i < count; i++) {
        pixels.reshape(24, 24, 3, 8);
        for (int k = 0; k < pixels.bytes(); k++) {
          boolean right = k / 3 % 24 >= 12;
          pixels.data()[k] = (byte) ((right == (i % 2 == 1) ? 140 : 70) + random.nextInt(60));
        }
        codec.encode(pixels, ImageEncoding.JPEG, 90, encoded);
        Files.write(folder.resolve(i + ".jpg"), encoded.toByteArray());
        lines.add(i + "\t" + i % 2 + "\t" + i + ".jpg");
      }
    }
    Files.write(folder.resolve("all.lst"), lines);
    return folder;
  }

  /** Fills pixels with slopes and noise. */
  static void fill(Pixels pixels, SplittableRandom random) {
    byte[] data = pixels.data();
    int across = random.nextInt(1, 9);
    int down = random.nextInt(1, 9);
    int noise = random.nextInt(1, 120);
    for (int i = 0; i < pixels.bytes(); i++) {
      int x = i / pixels.channels() % pixels.width();
      int y = i / pixels.rowBytes();
      data[i] = (byte) (x * across + y * down + i % pixels.channels() * 50 + random.nextInt(noise));
    }
  }

  /** Packs a folder of {@link #write} into one file, which is returned. */
  static Path pack(Path folder, Path output, String... options) {
    var line = new ArrayList<String>();
    line.add("pack");
    line.add("--list");
    line.add(folder.resolve("all.lst").toString());
    line.add("--root");
    line.add(folder.toString());
    line.add("--shards");
    line.add("1");
    line.addAll(List.of(options));
    line.add(output.toString());
    run(line.toArray(String[]::new));
    return output.resolve("part-00000.rec");
  }

  /** Runs a command, which must succeed. */
  static Recordio run(String... line) {
    Recordio done = Recordio.run(LocalFiles.checked(), line);
    if (done.code() != 0) {
      throw new AssertionError(String.join(" ", line) + ": " + done.err());
    }
    return done;
  }
}
