// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Trial;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.codec.EncodedImage;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageCodecs;
import dev.recordio.images.codec.ImageEncoding;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.resample.Resampler;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Images in color like photographs: noise of all sizes, which is weaker the finer it is. One of
 * 500x375 pixels takes 74 KB as JPEG of quality 95.
 *
 * @param jpegs the encoded images
 */
public record Photographs(List<byte[]> jpegs) {
  private static final int QUALITY = 95;
  private static final int CHANNELS = 3;
  private static final int COARSEST = 3;

  /** Makes images. */
  public static Photographs of(int count, int width, int height, long seed) throws IOException {
    var random = new Random(seed);
    var jpegs = new ArrayList<byte[]>();
    var encoded = new EncodedImage();
    try (ImageCodec codec = ImageCodecs.create(ImageCodecs.Choice.JDK)) {
      for (int i = 0; i < count; i++) {
        codec.encode(pixels(random, width, height), ImageEncoding.JPEG, QUALITY, encoded);
        jpegs.add(encoded.toByteArray());
      }
    }
    return new Photographs(jpegs);
  }

  /** Makes the pixels of one. */
  public static Pixels pixels(Random random, int width, int height) {
    var sums = new float[width * height * CHANNELS];
    var noise = new Pixels();
    var octave = new Pixels();
    var resampler = new Resampler();
    float strength = 0.5f;
    for (int edge = COARSEST; edge < width; edge *= 2, strength *= 0.72f) {
      noise.reshape(edge, edge, CHANNELS, 8);
      random.nextBytes(noise.data());
      resampler.resize(noise, width, height, Interpolation.CUBIC, octave);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += ((octave.data()[i] & 0xff) - 128) * strength;
      }
    }
    octave.reshape(width, height, CHANNELS, 8);
    for (int i = 0; i < sums.length; i++) {
      octave.data()[i] = (byte) Math.min(Math.max(Math.round(sums[i]) + 128, 0), 255);
    }
    return octave;
  }

  /** Writes {@code count} files into a folder: the images again and again. */
  public void files(java.nio.file.Path folder, int count) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < count; i++) {
      Files.write(folder.resolve(String.format("%06d.jpg", i)), jpegs.get(i % jpegs.size()));
    }
  }

  /** Writes {@code count} records with ids and labels, and their index: the images repeatedly. */
  public void records(Configuration conf, Path rec, Path idx, int count) throws IOException {
    int header = ImageRecordHeader.bytes(1);
    try (var writer = RecordFileWriter.create(conf, rec, idx)) {
      for (int i = 0; i < count; i++) {
        byte[] jpeg = jpegs.get(i % jpegs.size());
        byte[] payload = new byte[header + jpeg.length];
        ImageRecordHeader.write(payload, 0, i, 0, new float[] {i % 10}, 1);
        System.arraycopy(jpeg, 0, payload, header, jpeg.length);
        writer.write(i, payload, 0, payload.length);
      }
    }
  }

  /** Returns a comparison of one run over {@code count} images, with the codec of our side. */
  public Trial trial(
      String suite, String name, int count, Subject ours, Subject peer, ImageCodecs.Choice choice) {
    return new Trial(
        suite,
        name,
        meanBytes(),
        bytes(count),
        count,
        ours,
        peer,
        () -> Map.of("codec", ImageCodecs.describe(choice)));
  }

  /** Returns the bytes of {@code count} encoded images. */
  public long bytes(int count) {
    long one = jpegs.stream().mapToLong(jpeg -> jpeg.length).sum();
    long rest = jpegs.stream().limit(count % jpegs.size()).mapToLong(jpeg -> jpeg.length).sum();
    return count / jpegs.size() * one + rest;
  }

  /** Returns the bytes of one of them, on average. */
  private int meanBytes() {
    return (int) jpegs.stream().mapToInt(jpeg -> jpeg.length).average().orElse(0);
  }
}
