// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.jobs.cli.Part;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.wire.RecordIOFormat;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Lists records: ordinal, offset, length, number of parts, parts, SHA-256 of the payload. */
@CommandLine.Command(
    footer = {
      "",
      "Prints a line a record, with tabs between: ordinal over the whole input, offset in its file,",
      "length of the payload, number of parts, parts as cflag:length, SHA-256 of the payload or -.",
      "",
      "Examples:",
      "  recordio records train.rec",
      "  recordio records --sha256 --part 0/4 'hdfs:///data/train/*.rec'"
    })
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class RecordsCommand extends InspectCommand {
  @Option(
      names = "--part",
      paramLabel = "K/N",
      description = "Only part K (from 0) of N, cut as dmlc-core cuts.")
  private Part part;

  @Option(names = "--sha256", description = "Compute the SHA-256 of each payload.")
  private boolean sha256;

  private final StringBuilder line = new StringBuilder();
  private long ordinal;

  @Override
  protected ExitCode run() throws Exception {
    if (part != null) {
      // Ordinals count from the beginning of the input: count the records before this part.
      for (int before = 0; before < part.index(); before++) {
        read(
            new Part(before, part.count()),
            reader -> {
              ordinal++;
              return true;
            });
      }
    }
    MessageDigest digest = sha256 ? MessageDigest.getInstance("SHA-256") : null;
    return read(
        part,
        reader -> {
          print(reader.record(), digest);
          return true;
        });
  }

  private void print(RecordRangeReader record, MessageDigest digest) {
    line.setLength(0);
    line.append(ordinal++).append('\t').append(record.offset()).append('\t');
    line.append(record.payloadLength()).append('\t').append(record.parts()).append('\t');
    int partsFrom = line.length();
    record
        .cursor()
        .forEachPart(
            lrec -> {
              line.append(line.length() == partsFrom ? "" : ",");
              line.append(RecordIOFormat.cflag(lrec)).append(':');
              line.append(RecordIOFormat.partLength(lrec));
            });
    line.append('\t');
    if (digest == null) {
      line.append('-');
    } else {
      int offset = record.payloadOffset();
      digest.update(record.buffer(), offset, record.payloadLength());
      line.append(HexFormat.of().formatHex(digest.digest()));
    }
    out().append(line.append('\n'));
  }
}
