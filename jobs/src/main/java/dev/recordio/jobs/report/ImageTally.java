// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageSize;
import dev.recordio.jobs.tally.FrequencySketch;
import dev.recordio.jobs.tally.LogHistogram;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.DoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Formats, sizes and aspect ratios of images, by their headers alone. */
final class ImageTally {
  private static final List<ImageContent> FORMATS =
      Stream.of(ImageContent.values()).filter(format -> format != ImageContent.OTHER).toList();

  private static final String[] ASPECTS = {
    "1:3", "1:2", "9:16", "2:3", "3:4", "5:6", "1:1", "6:5", "4:3", "3:2", "16:9", "2:1", "3:1"
  };

  /** Width by height at most, of each of these but the last. */
  private static final double[] ASPECT_BOUNDS = {
    0.42, 0.53, 0.61, 0.7, 0.79, 0.98, 1 / 0.98, 1 / 0.79, 1 / 0.7, 1 / 0.61, 1 / 0.53, 1 / 0.42
  };

  private static final int MAX_SIZES = 4096;

  private long[] formats = new long[ImageContent.values().length];
  private long[] aspects = new long[ASPECTS.length];
  private FrequencySketch sizes = new FrequencySketch(MAX_SIZES); // width in the upper half
  private LogHistogram widths = new LogHistogram();
  private LogHistogram heights = new LogHistogram();
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
    widths.add(size.width());
    heights.add(size.height());
    int below = Arrays.binarySearch(ASPECT_BOUNDS, (double) size.width() / size.height());
    aspects[below < 0 ? -below - 1 : below + 1]++;
  }

  /** Adds what another tally has counted. */
  void add(ImageTally other) {
    Arrays.setAll(formats, i -> formats[i] + other.formats[i]);
    Arrays.setAll(aspects, i -> aspects[i] + other.aspects[i]);
    sizes.add(other.sizes);
    widths.add(other.widths);
    heights.add(other.heights);
    unreadable += other.unreadable;
  }

  /** Whether no size of an image is known. */
  boolean isEmpty() {
    return sizes.total() == 0;
  }

  /** Whether most payloads are images, so that all of them should be. */
  boolean isMost() {
    return FORMATS.stream().mapToLong(format -> formats[format.ordinal()]).sum() > others();
  }

  /** Returns the number of payloads that are no image. */
  long others() {
    return formats[ImageContent.OTHER.ordinal()];
  }

  /** Returns how many JPEGs and PNGs have a header without a size. */
  long unreadable() {
    return unreadable;
  }

  /** Returns the formats, and the size of most images or the range of sizes, in words. */
  String sentence() {
    var text = new StringJoiner(", ");
    for (ImageContent format : FORMATS) {
      long count = formats[format.ordinal()];
      if (count > 0) {
        text.add(Texts.count(count) + " " + format.name().replace('_', ' '));
      }
    }
    return text.add(sizesInWords()).toString();
  }

  private String sizesInWords() {
    FrequencySketch.Entry most = sizes.top(1).get(0);
    String pixels = width(most) + " × " + height(most) + " pixels";
    if (sizes.size() == 1) {
      return "all of " + pixels;
    }
    if (2 * most.count() >= sizes.total()) {
      return Texts.percent(most.count(), sizes.total()) + " of " + pixels;
    }
    return Texts.say(
        "%s%s, %s pixels wide and %s high",
        sizes.isExact() ? "" : "more than ",
        Texts.count(sizes.size(), "size"),
        edges(ImageTally::width),
        edges(ImageTally::height));
  }

  private String edges(ToIntFunction<FrequencySketch.Entry> edge) {
    IntSummaryStatistics edges = sizes.entries().stream().mapToInt(edge).summaryStatistics();
    return edges.getMin() == edges.getMax()
        ? Integer.toString(edges.getMin())
        : edges.getMin() + " to " + edges.getMax();
  }

  private static int width(FrequencySketch.Entry size) {
    return (int) (size.key() >>> Integer.SIZE);
  }

  private static int height(FrequencySketch.Entry size) {
    return (int) size.key();
  }

  /** Adds the charts; none without images. */
  void addTo(Page.Section section) {
    if (isEmpty()) {
      return;
    }
    DoubleFunction<String> text = edge -> Texts.say("%.0f", edge);
    section.chart(Histograms.of("Image widths", "pixels", "image", widths, text));
    section.chart(Histograms.of("Image heights", "pixels", "image", heights, text));
    var chart = new Columns("Aspect ratios", "width : height, the nearest of these");
    for (int i = 0; i < ASPECTS.length; i++) {
      chart.tickWithin(ASPECTS[i]);
      chart.add(aspects[i], "about " + ASPECTS[i] + ": " + Texts.count(aspects[i], "image"));
    }
    section.chart(chart);
  }
}
