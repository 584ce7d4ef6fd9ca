// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.Part;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.run.LocalDamage;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import picocli.CommandLine.Parameters;

/** A command that reads the records of its input in this process, in order. */
abstract class InspectCommand extends Command {
  private static final String STDIN = "-";

  @Parameters(
      paramLabel = "INPUT",
      description =
          "File, folder, glob, or a list of them with ; or , between; - is standard input.")
  private String input;

  private int listed;
  private List<FileStatus> files;

  /** Takes the current record of {@code reader}. */
  @FunctionalInterface
  interface Visitor {
    /** Returns false to read no further. */
    boolean visit(RecordSplitReader reader) throws IOException;
  }

  /** Returns the input as the user wrote it. */
  final String input() {
    return input;
  }

  /** Whether the input is standard input. */
  final boolean isStdin() {
    return input.equals(STDIN);
  }

  @Override
  protected final boolean readsStandardInput() {
    return true;
  }

  /** Returns the input's files, without empty ones. */
  final List<FileStatus> files() throws IOException {
    if (files == null) { // listed once, even if asked for several times
      List<FileStatus> all = InputListing.listWithEmpty(conf(), InputSpec.parse(input), null);
      listed = all.size();
      files = RecordInputs.checked(conf(), all);
    }
    return files;
  }

  /** Returns how many files {@link #files} has found, including empty ones. */
  final int listed() {
    return listed;
  }

  /** Reads records; reports damage to {@code damage}. */
  @FunctionalInterface
  interface Reading {
    void read(DamageTracker damage) throws IOException, UsageException;
  }

  /** Reads the records of the input, or of one of its parts. */
  final ExitCode read(Part part, Visitor visitor)
      throws IOException, UsageException, BadInputException {
    return read(damage -> visitAll(open(part, damage), visitor));
  }

  /**
   * Reads the records of the input; only their headers and {@link RecordRangeReader#prefix} are
   * available. Payloads are still read if damage is skipped: what is damaged must not depend on how
   * much is read.
   */
  final ExitCode readHeaders(Visitor visitor)
      throws IOException, UsageException, BadInputException {
    if (isStdin() || DamageSettings.of(conf()).passesOver()) {
      return read(null, visitor);
    }
    return read(
        damage -> {
          List<InputRange> whole = RecordInputs.partition(conf(), files(), 1).part(0);
          visitAll(RecordSplitReader.ofHeaders(conf(), whole, damage), visitor);
        });
  }

  private static void visitAll(RecordSplitReader opened, Visitor visitor) throws IOException {
    try (RecordSplitReader reader = opened) {
      boolean more = true;
      while (more && reader.next()) {
        more = visitor.visit(reader);
      }
    }
  }

  /** Reads records in some way; returns SKIPPED_RECORDS when damaged ones were skipped. */
  final ExitCode read(Reading reading) throws IOException, UsageException, BadInputException {
    try (var damage = new LocalDamage(conf(), "local.tsv")) {
      reading.read(damage.tracker());
      return skipped(SkippedRecords.of(damage.tracker()));
    }
  }

  private RecordSplitReader open(Part part, DamageTracker damage)
      throws IOException, UsageException {
    if (isStdin()) {
      if (part != null) {
        throw new UsageException("standard input can't be cut into parts");
      }
      return RecordSplitReader.ofStream(conf(), in(), STDIN, damage);
    }
    int parts = part == null ? 1 : part.count();
    int index = part == null ? 0 : part.index();
    List<InputRange> ranges = RecordInputs.partition(conf(), files(), parts).part(index);
    return new RecordSplitReader(conf(), ranges, damage);
  }
}
