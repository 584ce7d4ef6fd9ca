// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.images.codec.Pixels;
import dev.recordio.images.mean.MeanImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class NormalizerTest {
  private static final int HEIGHT = 5;
  private static final int WIDTH = 13;
  private static final int GUARD = 8;
  private static final float[] MEANS = {123.68f, 116.5f, -3.5f, 300.7f};
  private static final float[] STDS = {58.393f, -57.12f, 57.375f, 2f};
  private static final float SCALE = 0.017f;

  private final Random random = new Random(3);

  private AugmentedImage image(int channels) {
    var image = new AugmentedImage();
    image.pixels().reshape(WIDTH, HEIGHT, channels, 8);
    random.nextBytes(image.pixels().data());
    return image;
  }

  private static AugmentOptions.Builder builder(int channels, ImageDtype dtype) {
    AugmentOptions.Builder options =
        AugmentOptions.builder()
            .set("shape", channels + "," + HEIGHT + "," + WIDTH)
            .set("dtype", dtype.toString());
    for (int channel = 0; channel < channels && dtype == ImageDtype.FLOAT32; channel++) {
      options.set("std-" + "rgba".charAt(channel), Float.toString(STDS[channel]));
    }
    return dtype == ImageDtype.FLOAT32 ? options.set("scale", Float.toString(SCALE)) : options;
  }

  private static AugmentOptions.Builder withMeans(int channels, ImageDtype dtype) {
    AugmentOptions.Builder options = builder(channels, dtype);
    for (int channel = 0; channel < channels && dtype != ImageDtype.UINT8; channel++) {
      options.set("mean-" + "rgba".charAt(channel), Float.toString(MEANS[channel]));
    }
    return options;
  }

  private MeanImage meanImage(int channels) {
    var values = new float[channels * HEIGHT * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() * 255;
    }
    return new MeanImage(channels, HEIGHT, WIDTH, values);
  }

  private static ByteBuffer write(Normalizer normalizer, AugmentedImage image) {
    var buffer =
        ByteBuffer.allocateDirect(normalizer.bytes() + 2 * GUARD).order(ByteOrder.nativeOrder());
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) 0x55);
    }
    buffer.position(3);
    normalizer.write(image, buffer, GUARD);
    assertEquals(3, buffer.position());
    for (int i = 0; i < GUARD; i++) {
      assertEquals(0x55, buffer.get(i), "before");
      assertEquals(0x55, buffer.get(buffer.capacity() - 1 - i), "after");
    }
    return buffer.slice(GUARD, normalizer.bytes()).order(ByteOrder.nativeOrder());
  }

  /** What a number is, by the rule alone. */
  private static Number expected(AugmentOptions options, AugmentedImage image, int[] cyx) {
    int channel = cyx[0];
    int column = image.isMirrored() ? WIDTH - 1 - cyx[2] : cyx[2];
    int sample = image.pixels().sample(column, cyx[1], channel);
    MeanImage meanImage = options.mean();
    float mean =
        meanImage == null
            ? MEANS[channel]
            : meanImage.values()[(channel * HEIGHT + cyx[1]) * WIDTH + column];
    if (options.dtype() == ImageDtype.UINT8) {
      return (byte) sample;
    }
    if (options.dtype() == ImageDtype.INT8) {
      long rounded = Math.round(Math.abs((double) mean)) * (mean < 0 ? -1 : 1);
      return (byte) Math.max(-128, Math.min(127, sample - rounded));
    }
    float factor = image.contrast() * SCALE / STDS[channel];
    return (sample - mean) * factor + image.illumination() * SCALE / STDS[channel];
  }

  private static void check(AugmentOptions options, AugmentedImage image) {
    ByteBuffer found = write(new Normalizer(options), image);
    int channels = options.channels();
    assertEquals(channels * HEIGHT * WIDTH * options.dtype().bytes(), found.capacity());
    for (int c = 0; c < channels; c++) {
      for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
          boolean planes = options.layout() == ImageLayout.NCHW;
          int at = planes ? (c * HEIGHT + y) * WIDTH + x : (y * WIDTH + x) * channels + c;
          Number number =
              options.dtype() == ImageDtype.FLOAT32
                  ? (Number) found.getFloat(at * Float.BYTES)
                  : (Number) found.get(at);
          assertEquals(
              expected(options, image, new int[] {c, y, x}),
              number,
              () -> options + ", mirrored " + image.isMirrored());
        }
      }
    }
  }

  @Test
  void everyNumberIsWhatTheRuleSays() {
    for (ImageDtype dtype : EnumSet.range(ImageDtype.FLOAT32, ImageDtype.INT8)) {
      for (ImageLayout layout : ImageLayout.values()) {
        for (int channels : new int[] {1, 3, 4}) {
          for (int i = 0; i < 5; i++) {
            AugmentedImage image = image(channels);
            boolean drawn = dtype == ImageDtype.FLOAT32 && i >= 2;
            image.set(i % 2 == 1, drawn && i < 4 ? 1.3f : 1, drawn ? -7.25f : 0);
            check(withMeans(channels, dtype).set("layout", layout.toString()).build(), image);
            if (dtype != ImageDtype.UINT8) {
              AugmentOptions named =
                  builder(channels, dtype)
                      .set("layout", layout.toString())
                      .set("mean-img", "m")
                      .build();
              check(named.with(meanImage(channels)), image);
            }
          }
        }
      }
    }
  }

  /** Samples and the bits of what libmxnet 1.9.1 made of them, for two channels. */
  @Test
  void floatsAreThoseOfImageRecordIterBitForBit() {
    int[] samples = {0, 1, 17, 100, 124, 200, 254, 255};
    int[][] bits = {
      {
        0xbd137c23,
        0xbd124add,
        0xbcfe6cff,
        0xbbe1e6e0,
        0x38c35fd8,
        0x3cb604d6,
        0x3d1b6726,
        0x3d1c986c
      },
      {
        0xbd0e5bf2,
        0xbd0d23df,
        0xbcf3454d,
        0xbba3a29c,
        0x3b0cd80a,
        0x3ccae696,
        0x3d274769,
        0x3d287f7d
      },
      {
        0x3cfc4974,
        0x3cf9dc13,
        0x3cd30605,
        0x3a98f9c8,
        0xbbc2c5e2,
        0xbce92a3b,
        0xbd361e56,
        0xbd375506
      }
    };
    AugmentOptions options =
        AugmentOptions.builder()
            .set("shape", "3,1,8")
            .set("mean-r", "123.68")
            .set("mean-g", "116.779")
            .set("mean-b", "103.939")
            .set("std-r", "58.393")
            .set("std-g", "57.12")
            .set("std-b", "-57.375")
            .set("scale", ".017")
            .build();
    var image = new AugmentedImage();
    image.pixels().reshape(8, 1, 3, 8);
    for (int i = 0; i < 24; i++) {
      image.pixels().data()[i] = (byte) samples[i / 3];
    }
    ByteBuffer found = write(new Normalizer(options), image);
    for (int i = 0; i < 24; i++) {
      assertEquals(bits[i / 8][i % 8], found.getInt(4 * i), "number " + i);
    }
  }

  /** What libmxnet 1.9.1 subtracts for means that lie in the middle. */
  @Test
  void meansOfBytesAreRoundedAwayFromZero() {
    String[] means = {"100.5", "101.5", "50.25", "-0.5", "-3.5", "127.5", "0.49999997", "1e30"};
    int[] subtracted = {101, 102, 50, -1, -4, 128, 0, 1000};
    for (int i = 0; i < means.length; i++) {
      AugmentOptions options =
          AugmentOptions.builder()
              .set("shape", "1,1,256")
              .set("dtype", "int8")
              .set("mean-r", means[i])
              .build();
      var image = new AugmentedImage();
      image.pixels().reshape(256, 1, 1, 8);
      for (int sample = 0; sample < 256; sample++) {
        image.pixels().data()[sample] = (byte) sample;
      }
      ByteBuffer found = write(new Normalizer(options), image);
      for (int sample = 0; sample < 256; sample++) {
        int difference = Math.max(-128, Math.min(127, sample - subtracted[i]));
        assertEquals(difference, found.get(sample), means[i]);
      }
    }
  }

  /** libmxnet 1.9.1 has these bits too. */
  @Test
  void zeroHasTheSignOfStd() {
    for (int sign : new int[] {1, -1}) {
      AugmentOptions options =
          AugmentOptions.builder().set("shape", "1,1,1").set("std-r", sign + "").build();
      var image = new AugmentedImage();
      image.pixels().reshape(1, 1, 1, 8);
      assertEquals(sign < 0 ? 1 << 31 : 0, write(new Normalizer(options), image).getInt(0));
    }
  }

  @Test
  void threadsDoNotDisturbEachOther() throws Exception {
    var normalizer = new Normalizer(withMeans(3, ImageDtype.FLOAT32).build());
    List<AugmentedImage> images = new ArrayList<>();
    List<ByteBuffer> alone = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      AugmentedImage image = image(3);
      image.set(i % 2 == 0, 1 + i * 0.1f, i);
      images.add(image);
      alone.add(write(normalizer, image));
    }
    var pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        AugmentedImage image = images.get(i);
        ByteBuffer expected = alone.get(i);
        tasks.add(
            () -> {
              boolean same = true;
              for (int n = 0; n < 2000; n++) {
                same &= write(normalizer, image).equals(expected);
              }
              return same;
            });
      }
      for (Future<Boolean> same : pool.invokeAll(tasks)) {
        assertTrue(same.get());
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    var normalizer = new Normalizer(withMeans(3, ImageDtype.FLOAT32).build());
    var buffer = ByteBuffer.allocateDirect(normalizer.bytes()).order(ByteOrder.nativeOrder());
    AugmentedImage image = image(3);
    normalizer.write(image, buffer, 0);
    assertThrows(IndexOutOfBoundsException.class, () -> normalizer.write(image, buffer, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> normalizer.write(image, buffer, -1));
    ByteOrder foreign =
        ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            ? ByteOrder.BIG_ENDIAN
            : ByteOrder.LITTLE_ENDIAN;
    var turned = ByteBuffer.allocateDirect(normalizer.bytes()).order(foreign);
    assertThrows(IllegalArgumentException.class, () -> normalizer.write(image, turned, 0));
    for (AugmentedImage other : List.of(image(4), image(1))) {
      assertThrows(IllegalArgumentException.class, () -> normalizer.write(other, buffer, 0));
    }
    Pixels deep = image(3).pixels();
    var sixteen = new AugmentedImage();
    sixteen.pixels().reshape(deep.width(), deep.height(), 3, 16);
    assertThrows(IllegalArgumentException.class, () -> normalizer.write(sixteen, buffer, 0));
    AugmentOptions named = builder(3, ImageDtype.FLOAT32).set("mean-img", "m.bin").build();
    assertThrows(IllegalArgumentException.class, () -> new Normalizer(named));
  }
}
