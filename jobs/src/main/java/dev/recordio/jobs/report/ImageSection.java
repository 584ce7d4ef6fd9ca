// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.image.ImageContent;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Columns;
import dev.recordio.jobs.report.chart.HeatMap;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.FrequencySketch;
import dev.recordio.jobs.report.tally.ImageTally;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Formats, sizes and aspect ratios of the images in records. */
final class ImageSection {
  private static final String[] ASPECTS = {
    "1:3", "1:2", "9:16", "2:3", "3:4", "5:6", "1:1", "6:5", "4:3", "3:2", "16:9", "2:1", "3:1"
  };

  private static final List<ImageContent> FORMATS =
      Stream.of(ImageContent.values()).filter(format -> format != ImageContent.OTHER).toList();

  private final ImageTally images;

  ImageSection(ImageTally images) {
    this.images = images;
  }

  /** Whether no size of an image is known. */
  boolean isEmpty() {
    return images.sizes().total() == 0;
  }

  /** Whether most payloads are images, so that all of them should be. */
  boolean isMost() {
    return FORMATS.stream().mapToLong(images::count).sum() > others();
  }

  /** Returns the number of payloads that are no image. */
  long others() {
    return images.count(ImageContent.OTHER);
  }

  /** Returns the formats, and the size of most images or the range of sizes, in words. */
  String sentence() {
    var text = new StringJoiner(", ");
    for (ImageContent format : FORMATS) {
      if (images.count(format) > 0) {
        text.add(Texts.count(images.count(format)) + " " + format.name().replace('_', ' '));
      }
    }
    return text.add(sizesInWords()).toString();
  }

  private String sizesInWords() {
    FrequencySketch sizes = images.sizes();
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
        edges(ImageSection::width),
        edges(ImageSection::height));
  }

  private String edges(ToIntFunction<FrequencySketch.Entry> edge) {
    IntSummaryStatistics edges =
        images.sizes().entries().stream().mapToInt(edge).summaryStatistics();
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

  /** Returns the charts; none without images. */
  List<Chart> charts() {
    return isEmpty() ? List.of() : List.of(sizes(), aspects());
  }

  private Chart sizes() {
    List<FrequencySketch.Entry> cells = images.classes().entries();
    IntSummaryStatistics across = cells.stream().mapToInt(ImageSection::width).summaryStatistics();
    IntSummaryStatistics up = cells.stream().mapToInt(ImageSection::height).summaryStatistics();
    int left = across.getMin();
    int high = up.getMax();
    long[][] counts = new long[high - up.getMin() + 1][across.getMax() - left + 1];
    double[][] strengths = new double[counts.length][counts[0].length];
    double most = images.classes().top(1).get(0).count();
    for (FrequencySketch.Entry cell : cells) {
      int row = high - height(cell);
      int column = width(cell) - left;
      counts[row][column] = cell.count();
      strengths[row][column] = 0.15 + 0.85 * Math.log1p(cell.count()) / Math.log1p(most);
    }
    return new HeatMap(
        "Image sizes",
        "Width to the right, height upwards, in pixels, logarithmic; the fuller the color, the more"
            + " images.",
        names(IntStream.iterate(high, i -> i >= up.getMin(), i -> i - 1)),
        names(IntStream.rangeClosed(left, across.getMax())),
        "width",
        strengths,
        (row, column) ->
            Texts.say(
                "%s × %s pixels: %s",
                range(left + column),
                range(high - row),
                Texts.count(counts[row][column], "image")));
  }

  private static List<String> names(IntStream classes) {
    return classes.mapToObj(number -> Integer.toString(ImageTally.lowestEdge(number))).toList();
  }

  private static String range(int edgeClass) {
    int from = ImageTally.lowestEdge(edgeClass);
    int to = ImageTally.lowestEdge(edgeClass + 1) - 1;
    return to > from ? from + " to " + to : Integer.toString(from);
  }

  private Chart aspects() {
    var chart = new Columns("Aspect ratios", "", "width : height, the nearest of these");
    for (int i = 0; i < ImageTally.ASPECT_CLASSES; i++) {
      long count = images.aspects(i);
      chart.tickWithin(ASPECTS[i]);
      chart.add(count, "about " + ASPECTS[i] + ": " + Texts.count(count, "image"));
    }
    return chart;
  }
}
