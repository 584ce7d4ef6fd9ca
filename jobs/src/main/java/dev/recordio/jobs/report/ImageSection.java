// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.image.ImageContent;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Columns;
import dev.recordio.jobs.report.chart.HeatMap;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.FrequencySketch;
import dev.recordio.jobs.report.tally.ImageTally;
import dev.recordio.jobs.report.tally.RecordTally;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Formats, sizes and aspect ratios of the images in records. */
final class ImageSection {
  private static final String[] ASPECTS = {
    "1:3", "1:2", "9:16", "2:3", "3:4", "5:6", "1:1", "6:5", "4:3", "3:2", "16:9", "2:1", "3:1"
  };

  private final ImageTally images;

  ImageSection(RecordTally tally) {
    images = tally.images();
  }

  /** Whether no size of an image is known. */
  boolean isEmpty() {
    return images.sizes().total() == 0;
  }

  /** Whether most payloads are images, so that all of them should be. */
  boolean isMost() {
    return known() > others();
  }

  /** Returns the number of payloads that are no image. */
  long others() {
    return images.count(ImageContent.OTHER);
  }

  private long known() {
    long known = 0;
    for (ImageContent format : ImageContent.values()) {
      known += format == ImageContent.OTHER ? 0 : images.count(format);
    }
    return known;
  }

  /** Returns the formats, and the size of most images or the range of sizes, in words. */
  String sentence() {
    var text = new StringJoiner(", ");
    for (ImageContent format : ImageContent.values()) {
      if (format != ImageContent.OTHER && images.count(format) > 0) {
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
    return (sizes.isExact() ? "" : "more than ")
        + Texts.count(sizes.size(), "size")
        + ", "
        + edges(ImageSection::width)
        + " pixels wide and "
        + edges(ImageSection::height)
        + " high";
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
    int left = cells.stream().mapToInt(ImageSection::width).min().orElse(0);
    int right = cells.stream().mapToInt(ImageSection::width).max().orElse(0);
    int low = cells.stream().mapToInt(ImageSection::height).min().orElse(0);
    int high = cells.stream().mapToInt(ImageSection::height).max().orElse(0);
    int columns = right - left + 1;
    int rows = high - low + 1;
    long[][] counts = new long[rows][columns];
    double[][] strengths = new double[rows][columns];
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
        names(IntStream.iterate(high, i -> i >= low, i -> i - 1)),
        names(IntStream.rangeClosed(left, right)),
        "width",
        strengths,
        (row, column) ->
            range(left + column)
                + " × "
                + range(high - row)
                + " pixels: "
                + Texts.count(counts[row][column], "image"));
  }

  private static List<String> names(IntStream classes) {
    var names = new ArrayList<String>();
    classes.forEach(number -> names.add(Integer.toString(ImageTally.lowestEdge(number))));
    return names;
  }

  private static String range(int edgeClass) {
    int from = ImageTally.lowestEdge(edgeClass);
    int to = ImageTally.lowestEdge(edgeClass + 1) - 1;
    return to > from ? from + " to " + to : Integer.toString(from);
  }

  private Chart aspects() {
    var chart = new Columns("Aspect ratios", "", "width : height, the nearest of these");
    for (int i = 0; i < ImageTally.ASPECT_CLASSES; i++) {
      chart.tickWithin(ASPECTS[i]);
      chart.add(
          images.aspects(i),
          "about " + ASPECTS[i] + ": " + Texts.count(images.aspects(i), "image"));
    }
    return chart;
  }
}
