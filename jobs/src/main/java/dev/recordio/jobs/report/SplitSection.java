// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.jobs.inspect.SplitStart;
import dev.recordio.jobs.report.chart.Bars;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Strip;
import dev.recordio.jobs.report.chart.Texts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** The section of splits: what a job over the input would give its tasks, and on which hosts. */
final class SplitSection {
  /** Finding the first record of a split takes a read: of these many. */
  private static final int MAX_LISTED = 64;

  private static final int MAX_DRAWN = 256;
  private static final int MAX_HOSTS = 20;

  /** A split with the offset of its first record; -1 if it is not known. */
  private record Split(InputRange range, long first) {}

  private final List<InputRange> ranges;
  private final List<Split> listed = new ArrayList<>();
  private final boolean hasFirst;

  private SplitSection(List<InputRange> ranges, boolean hasFirst) {
    this.ranges = ranges;
    this.hasFirst = hasFirst;
  }

  /** Plans the splits of files of records, and finds the first records of some. */
  static SplitSection ofRecords(Configuration conf, List<FileStatus> files) throws IOException {
    var search = new Configuration(conf);
    SplitStart.setReads(search);
    SplitSection section =
        new SplitSection(plan(conf, files, SplitPlanner.uncompressed(conf)), true);
    for (InputRange range : section.ranges.subList(0, section.listedCount())) {
      section.listed.add(new Split(range, first(search, range)));
    }
    return section;
  }

  private static long first(Configuration conf, InputRange range) throws IOException {
    try {
      return SplitStart.of(conf, range).offset();
    } catch (MalformedRecordException e) {
      return -1; // damage is reported elsewhere
    }
  }

  /** Plans the splits of files of rows. */
  static SplitSection ofRows(Configuration conf, List<FileStatus> files, Predicate<Path> splittable)
      throws IOException {
    var section = new SplitSection(plan(conf, files, splittable), false);
    section
        .ranges
        .subList(0, section.listedCount())
        .forEach(range -> section.listed.add(new Split(range, -1)));
    return section;
  }

  private static List<InputRange> plan(
      Configuration conf, List<FileStatus> files, Predicate<Path> splittable) throws IOException {
    Job job = Job.getInstance(conf);
    long min = Math.max(1, FileInputFormat.getMinSplitSize(job));
    long max = FileInputFormat.getMaxSplitSize(job);
    List<FileStatus> full = files.stream().filter(file -> file.getLen() > 0).toList();
    return new SplitPlanner(conf, min, max, splittable).plan(full);
  }

  private int listedCount() {
    return Math.min(MAX_LISTED, ranges.size());
  }

  /** Returns the number of splits. */
  int count() {
    return ranges.size();
  }

  /** Writes the section. */
  void write(Page page) throws IOException {
    Markup to = page.section("Splits");
    to.element(
        "p",
        "A job over this input has "
            + Texts.count(ranges.size(), "split")
            + ", one for each block of a file that can be cut.");
    var charts = new ArrayList<Chart>();
    charts.add(strip());
    charts.add(hosts());
    Page.charts(to, charts);
    table(to);
  }

  private Chart strip() {
    int group = Math.max(1, (ranges.size() + MAX_DRAWN - 1) / MAX_DRAWN);
    long bytes = ranges.stream().mapToLong(InputRange::length).sum();
    var strip =
        new Strip(
            "Splits in the order of the input",
            group == 1 ? "" : "A piece is " + group + " splits.",
            "0 B",
            Texts.bytes(bytes));
    boolean other = false;
    Path file = null;
    for (int i = 0; i < ranges.size(); i += group) {
      InputRange range = ranges.get(i);
      other = range.path().equals(file) ? other : !other;
      file = range.path();
      long length =
          ranges.subList(i, Math.min(ranges.size(), i + group)).stream()
              .mapToLong(InputRange::length)
              .sum();
      String tip =
          Texts.shorten(file.getName(), 60)
              + " from "
              + Texts.count(range.start())
              + ", "
              + Texts.bytes(length);
      strip.add(length, !other, tip);
    }
    return strip;
  }

  private Chart hosts() throws IOException {
    Map<String, Integer> splits = new TreeMap<>();
    for (InputRange range : ranges) {
      for (String host : range.hosts()) {
        splits.merge(host, 1, Integer::sum);
      }
    }
    List<Map.Entry<String, Integer>> most =
        splits.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_HOSTS)
            .toList();
    String summary =
        splits.size() > MAX_HOSTS ? "The first " + MAX_HOSTS + " of " + splits.size() + "." : "";
    var bars = new Bars("Splits by host that has the bytes", summary);
    most.forEach(
        host ->
            bars.add(
                host.getKey(),
                host.getValue(),
                Texts.count(host.getValue()),
                host.getKey() + ": " + Texts.count(host.getValue(), "split")));
    return bars;
  }

  private void table(Markup to) throws IOException {
    if (listed.isEmpty()) {
      return;
    }
    var rows = new ArrayList<List<String>>();
    for (Split split : listed) {
      InputRange range = split.range();
      var row = new ArrayList<String>();
      row.add(Texts.shorten(range.path().getName(), 60));
      row.add(Texts.count(range.start()));
      row.add(Texts.count(range.length()));
      if (hasFirst) {
        row.add(split.first() < 0 ? "–" : Texts.count(split.first()));
      }
      row.add(range.hosts().length == 0 ? "–" : String.join(", ", range.hosts()));
      rows.add(row);
    }
    String caption =
        listed.size() < ranges.size() ? "The first " + listed.size() + " splits" : "All splits";
    Page.table(
        to,
        caption,
        hasFirst
            ? List.of("file", "from #", "length #", "first record #", "hosts")
            : List.of("file", "from #", "length #", "hosts"),
        rows);
  }
}
