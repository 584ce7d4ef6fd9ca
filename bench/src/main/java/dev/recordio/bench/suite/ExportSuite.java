// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.bench.data.ImageSet;
import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.data.RowFile;
import dev.recordio.bench.data.RowText;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.Copies;
import dev.recordio.bench.peer.Engine;
import dev.recordio.bench.peer.EnginePeer;
import dev.recordio.bench.peer.FurtherWork;
import dev.recordio.bench.peer.JobCommands;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * Records out and in: {@code export}, {@code pack --from}, and the layouts of {@code csr} for other
 * loaders, on one thread, in this JVM. What a job costs before its first record is left out where
 * the peer is no job.
 */
public final class ExportSuite implements Suite {
  private static final int SMALL = 10 << 10;
  private static final int LARGE = 100 << 10;

  @Override
  public Defaults defaults() {
    return Defaults.of("export").withSize(256L << 20).withRounds(5);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return List.of(
        (conf, folder) -> images(settings, LARGE, folder),
        (conf, folder) -> images(settings, SMALL, folder),
        (conf, folder) -> rows(settings, folder));
  }

  private List<Trial> images(Settings settings, int size, Path folder) throws IOException {
    var commands = new JobCommands(Settings.oneThread(settings.definitions()), folder);
    var payloads = new Payloads(size, settings.size(), settings.seed());
    ImageSet images = ImageSet.write(commands.conf(), payloads, folder);
    var tars = new Path(folder, "tars");
    export(commands, images.further(), "webdataset", tars);
    var trials = new ArrayList<Trial>();
    Path tar = new Path(tars, "part-00000.tar");
    var copy = new Path(folder, "copy.tar");
    trials.add(
        trial(
            "export --to webdataset",
            payloads,
            exports(commands, images, "webdataset", folder),
            Copies.ofFile(commands.conf(), tar, copy)));
    if (size == LARGE) {
      parquet(settings, commands, images, payloads, folder).ifPresent(trials::add);
    }
    var packed = new Path(folder, "packed");
    trials.add(
        trial(
            "pack --from webdataset",
            payloads,
            pack(commands, packed, "--from", "webdataset", tar),
            pack(commands, packed, "--exts", ImageSet.EXTENSION.substring(1), tar)));
    return trials;
  }

  private Optional<Trial> parquet(
      Settings settings, JobCommands commands, ImageSet images, Payloads payloads, Path folder)
      throws IOException {
    var rows = new Path(folder, "parquet");
    export(commands, images.further(), "parquet", rows);
    try {
      EnginePeer spark = spark(folder);
      Path input = new Path(rows, "part-00000.parquet");
      Subject.Work work =
          spark.work(ExportSuite::counted, "parquet", input, new Path(folder, "spark-parquet"));
      work.run();
      return Optional.of(
          trial(
              "export --to parquet",
              payloads,
              exports(commands, images, "parquet", folder),
              new Subject("Spark, reading and writing", work, new Tally(images.many(), 0, 0))));
    } catch (IOException e) {
      settings.missing(Engine.SPARK.toString(), e);
      return Optional.empty();
    }
  }

  private static EnginePeer spark(Path folder) throws IOException {
    return new EnginePeer(Engine.SPARK, Storage.localPath(folder));
  }

  private static Tally counted(long[] found) {
    return new Tally(found[0], 0, 0);
  }

  private static void export(JobCommands commands, Object input, String to, Path output)
      throws IOException {
    delete(output);
    commands.run("export", "--to", to, "--shards", 1, input, output);
  }

  private static Subject exports(JobCommands commands, ImageSet images, String to, Path folder)
      throws IOException {
    var output = new Path(folder, "exported");
    Subject.Work first = () -> exported(commands, images.first(), to, output);
    Subject.Work both = () -> exported(commands, images.both(), to, output);
    Tally expected = both.run();
    return new Subject("export", new FurtherWork(first, both), expected, Scope.PROCESS);
  }

  private static Tally exported(JobCommands commands, Object input, String to, Path output)
      throws IOException {
    export(commands, input, to, output);
    return Shards.lengths(commands.conf(), output);
  }

  private static Subject pack(JobCommands commands, Path output, Object... input)
      throws IOException {
    Subject.Work work =
        () -> {
          delete(output);
          var words = new ArrayList<Object>(List.of("pack", "--shards", 1));
          words.addAll(List.of(input));
          words.add(output);
          commands.run(words.toArray());
          return Shards.lengths(commands.conf(), output);
        };
    String name = input[0].equals("--from") ? "pack --from webdataset" : "pack of the plain tar";
    return new Subject(name, work, work.run(), Scope.PROCESS);
  }

  private List<Trial> rows(Settings settings, Path folder) throws IOException {
    var commands = new JobCommands(Settings.oneThread(settings.definitions()), folder);
    RowFile text = RowFile.write(RowText.RCV1, folder, settings.size(), settings.seed());
    var trials = new ArrayList<Trial>();
    var records = new Path(folder, "records");
    csr(commands, records, "--to", "sagemaker", text.path()).run();
    long columns = manifest(records).get("columns").asLong();
    Subject ofText = csrSubject(commands, folder, text, "csr of text", text.path());
    trials.add(
        trial(
            "csr --format sagemaker",
            text,
            csrSubject(commands, folder, text, "csr of records", "--format", "sagemaker", records),
            ofText));
    try {
      EnginePeer spark = spark(folder);
      var output = new Path(folder, "spark-rows");
      Subject.Work work =
          spark.work(ExportSuite::counted, "libsvm", columns + 1, text.path(), output);
      work.run();
      trials.add(
          trial(
              "csr --to parquet",
              text,
              csrSubject(
                  commands,
                  folder,
                  text,
                  "csr",
                  "--to",
                  "parquet",
                  "--features",
                  columns,
                  text.path()),
              new Subject("Spark, LibSVM to Parquet", work, new Tally(text.truth().rows(), 0, 0))));
    } catch (IOException e) {
      settings.missing(Engine.SPARK.toString(), e);
    }
    return trials;
  }

  private static Subject csrSubject(
      JobCommands commands, Path folder, RowFile text, String name, Object... words) {
    Subject.Work work = csr(commands, new Path(folder, "csr"), words);
    var expected = new Tally(text.truth().rows(), 0, text.truth().entries());
    return new Subject(name, work, expected, Scope.PROCESS);
  }

  private static Subject.Work csr(JobCommands commands, Path output, Object... words) {
    return () -> {
      delete(output);
      var line = new ArrayList<Object>(List.of("csr"));
      line.addAll(List.of(words));
      line.add(output);
      commands.run(line.toArray());
      JsonNode made = manifest(output);
      return new Tally(made.get("rows").asLong(), 0, made.get("nnz").asLong());
    };
  }

  private static JsonNode manifest(Path output) throws IOException {
    return new ObjectMapper().readTree(Storage.localPath(output).resolve("_csr.json").toFile());
  }

  private static void delete(Path output) {
    FileUtil.fullyDelete(Storage.localPath(output).toFile());
  }

  private Trial trial(String name, Payloads payloads, Subject ours, Subject peer) {
    return Records.trial(name(), name, payloads, ours, peer);
  }

  private Trial trial(String name, RowFile text, Subject ours, Subject peer) {
    return new Trial(name(), name, text.meanLine(), text.length(), text.truth().rows(), ours, peer);
  }
}
