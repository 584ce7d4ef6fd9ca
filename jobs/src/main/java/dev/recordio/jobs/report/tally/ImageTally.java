// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageSize;
import java.util.Arrays;

/** Formats, sizes and aspect ratios of images, by their headers alone. */
public final class ImageTally {
  /** Width by height at most, of each class of aspect ratios but the last. */
  private static final double[] ASPECTS = {
    0.42, 0.53, 0.61, 0.7, 0.79, 0.98, 1 / 0.98, 1 / 0.79, 1 / 0.7, 1 / 0.61, 1 / 0.53, 1 / 0.42
  };

  /** The number of classes of aspect ratios; the class in the middle is of squares. */
  public static final int ASPECT_CLASSES = ASPECTS.length + 1;

  private static final int MAX_SIZES = 4096;

  private long[] formats = new long[ImageContent.values().length];
  private long[] aspects = new long[ASPECT_CLASSES];
  private FrequencySketch classes = new FrequencySketch(MAX_SIZES);
  private FrequencySketch sizes = new FrequencySketch(MAX_SIZES);
  private long unreadable;

  /** Counts a payload, or what follows its image header. */
  void add(byte[] bytes, int offset, int length) {
    ImageContent content = ImageContent.of(bytes, offset, length);
    formats[content.ordinal()]++;
    if (content != ImageContent.JPEG && content != ImageContent.PNG) {
      return;
    }
    ImageSize size = ImageSize.of(bytes, offset, length);
    if (size == null) {
      unreadable++;
      return;
    }
    sizes.add((long) size.width() << Integer.SIZE | size.height());
    classes.add((long) edgeClass(size.width()) << Integer.SIZE | edgeClass(size.height()));
    double aspect = (double) size.width() / size.height();
    int below = Arrays.binarySearch(ASPECTS, aspect);
    aspects[below < 0 ? -below - 1 : below + 1]++;
  }

  /** Returns the class of a width or height: two for each power of two. */
  private static int edgeClass(int pixels) {
    return (LogHistogram.classOf(pixels) - 1) / 2;
  }

  /** Returns the smallest width or height of a class. */
  public static int lowestEdge(int edgeClass) {
    return (int) Math.ceil(LogHistogram.lowest(1 + 2 * edgeClass));
  }

  /** Adds what another tally has counted. */
  void add(ImageTally other) {
    Arrays.setAll(formats, i -> formats[i] + other.formats[i]);
    Arrays.setAll(aspects, i -> aspects[i] + other.aspects[i]);
    classes.add(other.classes);
    sizes.add(other.sizes);
    unreadable += other.unreadable;
  }

  /** Returns how many payloads have a format. */
  public long count(ImageContent format) {
    return formats[format.ordinal()];
  }

  /** Returns how many images have an aspect ratio of a class. */
  public long aspects(int number) {
    return aspects[number];
  }

  /** Returns how many JPEGs and PNGs have a header without a size. */
  public long unreadable() {
    return unreadable;
  }

  /** Returns the sizes: width in the upper, height in the lower half of a key. */
  public FrequencySketch sizes() {
    return sizes;
  }

  /** Returns the classes of widths and heights, in the halves of a key like {@link #sizes}. */
  public FrequencySketch classes() {
    return classes;
  }
}
