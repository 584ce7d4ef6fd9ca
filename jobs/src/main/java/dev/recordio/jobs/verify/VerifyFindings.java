// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.NameText;
import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.images.ImageWarnings;

import dev.recordio.jobs.run.error.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The findings of all files: as lines, as JSON, and as a list for other commands. */
final class VerifyFindings {
  /** What JSON has. */
  record Content(long files, long records, List<Damaged> damaged) {}

  record Damaged(String file, long offset, long length, BigInteger key, String reason) {}

  private final PrintStream err;
  private final boolean quiet;
  private final List<Damaged> damaged = new ArrayList<>();
  private final ImageWarnings warnings = new ImageWarnings();
  private long files;
  private long records;

  /**
   * Begins with none.
   *
   * @param err gets a line for each
   * @param quiet whether notes are left out
   */
  VerifyFindings(PrintStream err, boolean quiet) {
    this.err = err;
    this.quiet = quiet;
  }

  /** Adds the findings of a file, from the reports of its ranges. */
  void add(String file, List<RangeReport> ranges) {
    FileVerdict verdict = FileVerdict.of(ranges);
    files++;
    records += verdict.sound();
    for (Finding finding : verdict.findings()) {
      BigInteger key = finding.hasKey() ? new BigInteger(finding.keyText()) : null;
      damaged.add(new Damaged(file, finding.offset(), finding.length(), key, finding.reason()));
      err.println(
          "recordio: "
              + Printable.of(finding.reason() + ": " + file)
              + " at offset "
              + finding.offset());
    }
    for (RangeReport range : ranges) {
      warnings.add(range.warned, range.warnings);
      range.notes.stream().filter(note -> !quiet).map(Printable::of).forEach(err::println);
      if (range.more > 0) {
        err.println(Printable.of(file) + ": " + range.more + " more findings are left out");
      }
    }
  }

  long count() {
    return damaged.size();
  }

  long records() {
    return records;
  }

  /** Writes the list: file, offset, length, key or "-", reason. */
  void writeList(Configuration conf, Path path) throws IOException {
    try (var list = new FileReplacement(conf, path, UUID.randomUUID().toString())) {
      var text = new StringBuilder();
      for (Damaged one : damaged) {
        text.append(
            String.join(
                "\t",
                NameText.escape(one.file()),
                Long.toString(one.offset()),
                Long.toString(one.length()),
                one.key() == null ? "-" : one.key().toString(),
                NameText.escape(one.reason())));
        text.append('\n');
      }
      list.out().write(text.toString().getBytes(StandardCharsets.UTF_8));
      list.commit();
    }
  }

  /** Returns the images that are sound but for something that loses none of their data. */
  ImageWarnings warnings() {
    return warnings;
  }

  /** Returns everything, for JSON. */
  Object content() {
    return new Content(files, records, damaged);
  }
}
