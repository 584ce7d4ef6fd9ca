// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.formats.arrayrecord.ArrayRecordReader;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.InputOutput;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.verify.Doubt;
import dev.recordio.jobs.verify.FileRuns;
import dev.recordio.jobs.verify.LeftOut;
import dev.recordio.jobs.verify.VerifyConf;
import dev.recordio.jobs.verify.VerifyJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** Copies the provably sound records of damaged files into new shards. */
@CommandLine.Command(
    footer = {
      "",
      "A record is copied unchanged, with its key in the old index, or it is lost: nothing is",
      "repaired. Each file becomes a shard. Records that may be part of another record's data go",
      "to _doubtful-*.rec. OUTPUT/_salvage.json lists the losses. Exit code 0: nothing was lost,",
      "5: something was.",
      "",
      "Examples:",
      "  recordio salvage damaged.rec rescued",
      "  recordio salvage --checksums hdfs:///data/train hdfs:///data/rescued",
      "  recordio salvage --list damaged.tsv packed rescued"
    })
public final class SalvageCommand extends Command {
  @Mixin private InputOutput paths;

  private int jobs;
  private boolean losesKeys; // of some file

  @Override
  protected void declare(KeyOptions options) {
    options
        .flag("--checksums", VerifyConf.CHECKSUMS)
        .flag("--unescaped", VerifyConf.UNESCAPED)
        .add("--list", "FILE", VerifyConf.SALVAGE_LIST);
  }

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected ExitCode run() throws Exception {
    VerifyConf.IMAGES.set(conf(), false);
    VerifyConf.ROWS.set(conf(), false);
    long start = System.nanoTime();
    Path output = outputPath(paths.output());
    List<Path> inputs = InputSpec.parse(paths.input());
    try (OutputClaim claim = OutputClaim.takeNew(conf(), output, inputs)) {
      return salvage(inputs, output, start);
    }
  }

  private ExitCode salvage(List<Path> inputs, Path output, long start) throws Exception {
    LeftOut leftOut = LeftOut.of(conf()); // an invalid list is found now
    try (var verify = new VerifyJob(conf(), inputs)) {
      refuseArrayRecords(verify.files());
      name(verify.job(), paths.input(), "verify");
      if (isDryRun()) {
        return wouldWrite(plan(verify));
      }
      expectJobs(jobs = 2);
      runJob(verify.job());
      SalvagePlan plan = plan(verify, leftOut);
      long all = verify.bytes();
      boolean isAll = plan.lost().isEmpty() && plan.bytesDoubtful() == 0 && !losesKeys;
      ExitCode ended = isAll ? ExitCode.OK : ExitCode.SKIPPED_RECORDS;
      copy(verify, plan, output);
      FileSystem fs = output.getFileSystem(conf());
      var found =
          JsonFiles.read(fs, new Path(output, SalvageManifest.NAME), SalvageManifest.Content.class);
      if (asJson()) {
        printJson(found);
      }
      print(
          new Totals()
              .count("files", verify.files().size())
              .bytes("bytes", all)
              .count("records kept", found.records())
              .count("doubtful records", found.doubtfulRecords())
              .bytes("bytes lost", plan.bytesLost())
              .count("lost ranges", plan.lost().size())
              .seconds("seconds", System.nanoTime() - start)
              .next("verify", paths.output()));
      return ended;
    }
  }

  /** Returns the most that is written, without reading: all bytes, in a shard for each file. */
  private static void refuseArrayRecords(List<FileStatus> files) {
    for (FileStatus file : files) {
      if (ArrayRecordReader.isNamed(file.getPath().getName())) {
        throw new UsageException(
            "salvage is for RecordIO files, and this is an ArrayRecord file: "
                + file.getPath()
                + "; pack --from arrayrecord --on-error skip takes what is left of it");
      }
    }
  }

  private WritePlan plan(VerifyJob verify) throws Exception {
    long shards = verify.files().stream().filter(file -> file.getLen() > 0).count();
    long files = shards * ShardOutputFormat.recordFiles(verify.job());
    return WritePlan.of(verify.job(), paths.output(), shards, verify.bytes(), files);
  }

  private SalvagePlan plan(VerifyJob verify, LeftOut leftOut) throws Exception {
    boolean byChecksums = VerifyConf.CHECKSUMS.getBoolean(conf());
    Map<String, FileRuns> files = verify.runs(byChecksums, byChecksums);
    compareChecksums(files);
    Map<String, Displaced> displaced = displaced(files);
    var plan = new SalvagePlan();
    files.forEach(
        (file, runs) ->
            plan.add(file, runs, displaced.getOrDefault(file, new Displaced()), leftOut));
    plan.kept().forEach(kept -> say(kept, files.get(kept.file())));
    for (SalvagePlan.Lost lost : plan.lost()) {
      err()
          .println(
              "recordio: lost"
                  + (lost.length() > 0 ? " " + lost.length() + " bytes, " : ": ")
                  + lost.reason()
                  + ": "
                  + lost.file()
                  + " at offset "
                  + lost.offset());
    }
    return plan;
  }

  /** Reads the files again whose records their indexes know by checksums alone. */
  private void compareChecksums(Map<String, FileRuns> files) throws Exception {
    List<Path> unsure =
        files.keySet().stream()
            .filter(file -> files.get(file).needsChecksums())
            .map(Path::new)
            .toList();
    if (!unsure.isEmpty()) {
      var own = new Configuration(conf());
      VerifyConf.CHECKSUMS.set(own, true);
      try (var again = new VerifyJob(own, unsure)) {
        name(again.job(), paths.input(), "verify by checksums");
        expectJobs(++jobs);
        runJob(again.job());
        files.putAll(again.runs(true, false));
      }
    }
  }

  /** Says what the keys of a file are, and that some of its records are kept apart. */
  private void say(SalvagePlan.Kept kept, FileRuns found) {
    Displaced displaced = kept.displaced();
    if (!kept.keyed() && found.losesKeys()) {
      losesKeys = true;
      note(
          kept.file()
              + ": the keys of its index can't be read: records are numbered; for other keys run"
              + " recordio index --keys id (or --keys ordinal) first");
    } else if (!kept.keyed() && found.isInDoubt() && found.hasAnyIndex()) {
      note(kept.file() + ": its index is another file's: records are numbered");
    } else if (displaced.byText) {
      note(kept.file() + ": its .ridx is damaged or another file's: keys come from the .idx");
    } else if (found.losesKeys()) {
      note(kept.file() + ": its .idx can't be read: keys come from the .ridx");
    }
    if (kept.keyed() && displaced.others.count() > 0) {
      note(kept.file() + ": records that its index lacks have keys after its greatest one");
    }
    if (kept.doubtful().count() > 0) {
      note(
          String.format(
              Locale.ROOT,
              "%s: %,d bytes may be records, or the data of other records: they are kept apart, in"
                  + " _doubtful-*.rec",
              kept.file(),
              kept.doubtful().bytes()));
    }
  }

  /** Searches the files that have records which are not where an index has them. */
  private Map<String, Displaced> displaced(Map<String, FileRuns> files) throws Exception {
    List<Doubt> doubts =
        files.entrySet().stream()
            .filter(file -> file.getValue().isInDoubt())
            .map(file -> file.getValue().doubt(file.getKey()))
            .toList();
    if (doubts.isEmpty()) {
      return Map.of();
    }
    Map<String, Displaced> found = new HashMap<>();
    try (var search =
        UnitJob.prepare(
            conf(),
            DisplacedTask.class,
            job -> {
              job.use(doubts.stream().map(doubt -> new Path(doubt.file())).toList());
              job.plan(doubts, doubt -> files.get(doubt.file()).bytesInDoubt());
            })) {
      name(search.job(), paths.input(), "search");
      expectJobs(++jobs);
      runJob(search.job());
      search.reports((number, displaced) -> found.put(doubts.get(number).file(), displaced));
    }
    return found;
  }

  private void copy(VerifyJob verify, SalvagePlan plan, Path output) throws Exception {
    try (var copy =
        UnitJob.prepare(
            conf(),
            SalvageTask.class,
            job -> {
              var read = new ArrayList<Path>();
              verify.files().forEach(file -> read.add(file.getPath()));
              read.add(output);
              job.use(read);
              job.plan(plan.written(), SalvagePlan.Kept::bytes);
              SalvageManifest.set(job.conf(), plan, job.scratch("salvage"));
              job.output(output, ManifestOutputFormat.class);
              ShardCommitter.install(job.conf(), job.scratch("results"), SalvageManifest.class);
            })) {
      name(copy.job(), paths.input(), paths.output());
      runJob(copy.job());
    }
  }
}
