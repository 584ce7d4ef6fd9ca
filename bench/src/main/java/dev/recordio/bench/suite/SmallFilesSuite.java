// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.CommandWork;
import dev.recordio.bench.peer.FewRecords;
import dev.recordio.bench.peer.Launcher;
import dev.recordio.bench.peer.PlainFilesLoop;
import dev.recordio.bench.peer.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;

/**
 * Commands of {@code bin/recordio} over many small local files, start of the JVM included, against
 * a plain Java program that only lists and reads them.
 */
public final class SmallFilesSuite implements Suite {
  @Override
  public Defaults defaults() {
    return Defaults.of("small-files").withCounts(List.of(10_000L)).withRounds(5);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return settings.counts().stream()
        .<Stage>map(
            count ->
                (conf, folder) ->
                    commands(
                        settings,
                        conf,
                        Storage.localPath(folder),
                        new FewRecords(Math.toIntExact(count), settings.seed())))
        .toList();
  }

  private List<Trial> commands(Settings settings, Configuration conf, Path folder, FewRecords files)
      throws IOException {
    var launcher = new Launcher(settings.definitions());
    Path records = files.writeRecords(conf, folder.resolve("records"));
    Path indexed = files.writeRecords(conf, folder.resolve("indexed"));
    Path rows = files.writeRows(folder.resolve("rows"));
    Path resharded = folder.resolve("resharded");
    var loop = new PlainFilesLoop(folder);
    Subject readRecords = loop.subject(records, new Tally(files.count(), files.recordBytes(), 0));
    Subject readRows = loop.subject(rows, new Tally(files.count(), files.rowBytes(), 0));
    var all = new Tally(files.records(), 0, 0);
    Subject info =
        command(
            "info",
            () -> launcher.run("info", "-q", "--json", records),
            ended -> printed(ended, "records"),
            all);
    Subject stats =
        command(
            "stats",
            () -> launcher.run("stats", "-q", "--json", rows),
            ended -> printed(ended, "rows"),
            all);
    Subject index =
        command(
            "index",
            () -> {
              for (String written : List.of("*.idx", "*.ridx")) {
                for (Path file : matching(indexed, written)) {
                  Files.delete(file);
                }
              }
              return launcher.run("index", "-q", indexed);
            },
            ended -> new Tally(matching(indexed, "*.idx").size(), 0, 0),
            new Tally(files.count(), 0, 0));
    Subject reshard =
        command(
            "reshard",
            () -> {
              FileUtil.fullyDelete(resharded.toFile());
              return launcher.run("reshard", "-q", "--shards", 1, records, resharded);
            },
            ended -> {
              var output = new org.apache.hadoop.fs.Path(resharded.toUri());
              Tally found = Shards.records(conf, Shards.of(conf, output));
              return new Tally(found.records(), 0, 0);
            },
            all);
    var trials = new ArrayList<Trial>();
    for (Subject ours : List.of(info, stats, index, reshard)) {
      ours.time();
      Subject peer = ours == stats ? readRows : readRecords;
      trials.add(
          new Trial(
              name(),
              ours.name() + ", " + files.count() + " files",
              0,
              0,
              files.count(),
              ours,
              peer));
    }
    readRecords.time();
    readRows.time();
    return trials;
  }

  private static Subject command(
      String name, CommandWork.Start start, CommandWork.Look look, Tally expected) {
    return new Subject(name, new CommandWork(start, look, Processes.Ended::cost), expected);
  }

  private static Tally printed(Processes.Ended ended, String key) {
    Matcher number = Pattern.compile("\"" + key + "\" : (\\d+)").matcher(ended.out());
    return new Tally(number.find() ? Long.parseLong(number.group(1)) : 0, 0, 0);
  }

  private static List<Path> matching(Path folder, String glob) throws IOException {
    var found = new ArrayList<Path>();
    try (var files = Files.newDirectoryStream(folder, glob)) {
      files.forEach(found::add);
    }
    return found;
  }
}
