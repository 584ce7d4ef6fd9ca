// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.jobs.inspect.SplitStart;
import dev.recordio.jobs.report.chart.Bars;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Columns;
import dev.recordio.jobs.report.chart.Markup;
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
  private static final int MAX_NAME = 60;

  private final List<InputRange> ranges;
  private final List<String> firstRecords; // of the listed splits; null for rows

  private SplitSection(List<InputRange> ranges, List<String> firstRecords) {
    this.ranges = ranges;
    this.firstRecords = firstRecords;
  }

  /** Plans the splits of files of records, and finds the first records of some. */
  static SplitSection ofRecords(Configuration conf, List<FileStatus> files) throws IOException {
    List<InputRange> ranges = plan(conf, files, SplitPlanner.uncompressed(conf));
    var search = new Configuration(conf);
    SplitStart.setReads(search);
    var first = new ArrayList<String>();
    for (InputRange range : ranges.subList(0, Math.min(MAX_LISTED, ranges.size()))) {
      first.add(first(search, range));
    }
    return new SplitSection(ranges, first);
  }

  private static String first(Configuration conf, InputRange range) throws IOException {
    try {
      long first = SplitStart.of(conf, range).offset();
      return first < 0 ? "–" : Texts.count(first);
    } catch (MalformedRecordException e) {
      return "–"; // damage is reported elsewhere
    }
  }

  /** Plans the splits of files of rows. */
  static SplitSection ofRows(Configuration conf, List<FileStatus> files, Predicate<Path> splittable)
      throws IOException {
    return new SplitSection(plan(conf, files, splittable), null);
  }

  private static List<InputRange> plan(
      Configuration conf, List<FileStatus> files, Predicate<Path> splittable) throws IOException {
    Job job = Job.getInstance(conf);
    long min = Math.max(1, FileInputFormat.getMinSplitSize(job));
    long max = FileInputFormat.getMaxSplitSize(job);
    List<FileStatus> full = files.stream().filter(file -> file.getLen() > 0).toList();
    return new SplitPlanner(conf, min, max, splittable).plan(full);
  }

  /** Returns the number of splits. */
  int count() {
    return ranges.size();
  }

  /** Writes the section. */
  void write(Page page) throws IOException {
    Markup to = page.section("Splits");
    to.paragraph(
        "A job over this input has %s, one for each block of a file that can be cut.",
        Texts.count(ranges.size(), "split"));
    Page.charts(to, List.of(lengths(), hosts()));
    table(to);
  }

  /** A column for each split, in two shades by turns of files. */
  private Chart lengths() {
    int group = Math.max(1, (ranges.size() + MAX_DRAWN - 1) / MAX_DRAWN);
    String summary = group == 1 ? "" : "A column is " + group + " splits.";
    var chart = new Columns("Bytes by split", summary, "splits in the order of the input");
    boolean other = false;
    Path file = null;
    for (int i = 0; i < ranges.size(); i += group) {
      InputRange range = ranges.get(i);
      other = file != null && range.path().equals(file) == other;
      file = range.path();
      long length =
          ranges.subList(i, Math.min(ranges.size(), i + group)).stream()
              .mapToLong(InputRange::length)
              .sum();
      String name = Texts.shorten(file.getName(), MAX_NAME);
      String tip = Texts.say("%s from %,d, %s", name, range.start(), Texts.bytes(length));
      chart.add(length, tip, other ? "bar second" : "bar");
    }
    return chart;
  }

  private Chart hosts() throws IOException {
    Map<String, Integer> splits = new TreeMap<>();
    for (InputRange range : ranges) {
      for (String host : range.hosts()) {
        splits.merge(host, 1, Integer::sum);
      }
    }
    String summary =
        splits.size() > MAX_HOSTS ? "The first " + MAX_HOSTS + " of " + splits.size() + "." : "";
    var bars = new Bars("Splits by host that has the bytes", summary);
    splits.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
        .limit(MAX_HOSTS)
        .forEach(
            host -> {
              String tip = host.getKey() + ": " + Texts.count(host.getValue(), "split");
              bars.add(host.getKey(), host.getValue(), Texts.count(host.getValue()), tip);
            });
    return bars;
  }

  private void table(Markup to) throws IOException {
    if (ranges.isEmpty()) {
      return;
    }
    int listed = Math.min(MAX_LISTED, ranges.size());
    var columns = new ArrayList<>(List.of("file", "from #", "length #", "hosts"));
    var rows = new ArrayList<List<String>>();
    for (InputRange range : ranges.subList(0, listed)) {
      var row = new ArrayList<String>();
      row.add(Texts.shorten(range.path().getName(), MAX_NAME));
      row.add(Texts.count(range.start()));
      row.add(Texts.count(range.length()));
      row.add(range.hosts().length == 0 ? "–" : String.join(", ", range.hosts()));
      rows.add(row);
    }
    if (firstRecords != null) {
      columns.add(3, "first record #");
      for (int i = 0; i < listed; i++) {
        rows.get(i).add(3, firstRecords.get(i));
      }
    }
    String caption = listed < ranges.size() ? "The first " + listed + " splits" : "All splits";
    Page.table(to, caption, columns, rows);
  }
}
