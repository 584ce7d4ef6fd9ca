// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.RecordOpener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * What the tasks of verify find in a file.
 *
 * @param findings of all ranges; the verdict on the file leaves some of them out
 */
public record Verified(FileRuns runs, List<Finding> findings) {
  /** Verifies a file without damage settings, in ranges that begin at {@code cuts}. */
  public static Verified of(
      Configuration conf,
      FileStatus file,
      NavigableSet<Long> cuts,
      boolean checksums,
      boolean asked)
      throws IOException {
    Configuration readers = VerifyConf.readers(conf);
    VerifyConf.CHECKSUMS.set(readers, checksums);
    var opener = new RecordOpener(readers);
    var reports = new ArrayList<RangeReport>();
    for (long from : cuts) {
      Long next = cuts.higher(from);
      long end = next == null ? file.getLen() : next;
      var range = new InputRange(file.getPath(), from, end - from);
      reports.add(report(readers, opener, file, range));
    }
    var findings = new ArrayList<Finding>();
    reports.forEach(report -> findings.addAll(report.findings));
    return new Verified(new FileRuns(reports, checksums, asked, true), findings);
  }

  private static RangeReport report(
      Configuration readers, RecordOpener opener, FileStatus file, InputRange range)
      throws IOException {
    RangeReport report = null;
    for (boolean whole : new boolean[] {false, true}) {
      try (var verifier =
          new RangeVerifier(readers, opener, new LeftOut(), file, range, true, whole)) {
        while (verifier.next()) {
          // Each record is compared.
        }
        report = verifier.finish();
        if (!verifier.needsWholeIndex()) {
          break;
        }
      }
    }
    return report;
  }
}
