// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.input.DataFiles.Kind;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.images.ImageWarnings;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.ResultTable;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.Printable;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.run.output.RealPath;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verifies files of records: whether all witnesses of their records agree. */
@CommandLine.Command(
    footer = {
      "",
      "Compares the headers with the aligned magic words (record separators), and both with the",
      ".idx and .ridx of a file, if it has them; with --checksums also payloads with the .ridx.",
      "Prints a line on stderr for each finding. Exit code 0: sound, 4: damage found, 3: a file",
      "can't be read.",
      "",
      "Examples:",
      "  recordio verify train.rec",
      "  recordio verify --checksums --list damaged.tsv hdfs:///data/train"
    })
public final class VerifyCommand extends Command {
  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = "Files, folders, globs, or lists of them with ; or , between.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--list",
      paramLabel = "FILE",
      description = "Write the findings as TSV: file, offset, length, key, reason.")
  private String list;

  private final List<Damaged> damaged = new ArrayList<>();
  private final ImageWarnings warnings = new ImageWarnings();
  private long records; // that are sound

  /** A finding, as programs get it. */
  record Damaged(String file, long offset, long length, BigInteger key, String reason) {}

  @Override
  protected void declare(KeyOptions options) {
    options
        .flag("--checksums", VerifyConf.CHECKSUMS)
        .flag("--unescaped", VerifyConf.UNESCAPED)
        .flag("--images", VerifyConf.IMAGES)
        .flag("--rows", VerifyConf.ROWS);
  }

  @Override
  protected ExitCode run() throws Exception {
    long start = System.nanoTime();
    Path listed = list == null ? null : outputPath(list);
    var paths = new ArrayList<Path>();
    boolean isText = VerifyConf.ROWS.getBoolean(conf());
    for (String input : inputs) {
      paths.addAll(isText ? RowInputs.parse(conf(), input) : InputSpec.parse(input));
    }
    try (OutputClaim claim = listed == null ? null : OutputClaim.take(conf(), listed);
        var verify = new VerifyJob(conf(), paths)) {
      if (listed != null) {
        checkList(listed, verify.files());
        checkOutside(listed, paths, isText ? Kind.TEXT : Kind.RECORDS);
      }
      name(verify.job(), inputs.get(0), "verify");
      runJob(verify.job());
      verify.reports().forEach(this::add);
      if (listed != null) {
        writeList(listed);
      }
      warnings.say();
      long bytes = verify.bytes();
      long nanos = System.nanoTime() - start;
      int files = verify.files().size();
      if (asJson()) {
        printJson(
            new Totals()
                .value("files", files)
                .value("records", records)
                .value("damaged", damaged)
                .values());
      }
      print(
          new Totals()
              .count("files", files)
              .count("sound records", records)
              .bytes("bytes", bytes)
              .count("findings", damaged.size())
              .countIfAny("images with warnings", warnings.count())
              .seconds("seconds", nanos)
              .rate("rate", bytes, nanos));
      return !damaged.isEmpty() ? ExitCode.DAMAGE_FOUND : ExitCode.OK;
    }
  }

  /** Adds the findings of a file, from the reports of its ranges, with a line for each. */
  private void add(String file, List<RangeReport> ranges) {
    FileVerdict verdict = FileVerdict.of(ranges);
    records += verdict.sound();
    for (Finding finding : verdict.findings()) {
      BigInteger key = finding.hasKey() ? new BigInteger(finding.keyText()) : null;
      damaged.add(new Damaged(file, finding.offset(), finding.length(), key, finding.reason()));
      String what = Printable.of(finding.reason() + ": " + file);
      err().println("recordio: " + what + " at offset " + finding.offset());
    }
    for (RangeReport range : ranges) {
      warnings.add(range.warned, range.warnings);
      range.notes.stream().filter(note -> !quiet()).map(Printable::of).forEach(err()::println);
      if (range.more > 0) {
        err().println(Printable.of(file) + ": " + range.more + " more findings are left out");
      }
    }
  }

  /** Writes the list: file, offset, length, key or "-", reason. */
  private void writeList(Path path) throws IOException {
    try (var written = new FileReplacement(conf(), path, UUID.randomUUID().toString())) {
      var rows = new ResultTable(written.out()::write);
      for (Damaged one : damaged) {
        rows.text(one.file()).number(one.offset()).number(one.length());
        rows.digits(one.key() == null ? null : one.key().toString()).text(one.reason()).end();
      }
      written.commit();
    }
  }

  /** Checks that the next run would not read the list. */
  private void checkOutside(Path listed, List<Path> paths, Kind kind) throws IOException {
    for (Path input : paths) {
      if (RealPath.reads(conf(), input, listed)
          && new DataFiles(kind).isData(listed.getFileSystem(conf()), listed)) {
        throw new UsageException(
            "the list is in the input "
                + input
                + ", and the next run would read it: "
                + listed
                + "; name another folder, or a file _"
                + listed.getName());
      }
    }
  }

  /** Checks that the list takes the place of no folder, no input, and no index. */
  private void checkList(Path listed, List<FileStatus> files) throws IOException {
    FileSystem fs = listed.getFileSystem(conf());
    Path qualified = fs.makeQualified(listed);
    if (fs.exists(qualified) && fs.getFileStatus(qualified).isDirectory()) {
      throw new UsageException("the list is a folder: " + listed + "; name a file in it");
    }
    for (FileStatus file : files) {
      Path input = file.getPath();
      if (List.of(input, RecordFiles.index(input), RecordFiles.binaryIndex(input))
          .contains(qualified)) {
        throw new UsageException("the list would replace an input: " + listed);
      }
    }
  }
}
