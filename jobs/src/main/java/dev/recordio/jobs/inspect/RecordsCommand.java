// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.DmlcPartition;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.jobs.cli.Part;
import dev.recordio.jobs.cli.result.ResultTable;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.wire.RecordIOFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
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
public final class RecordsCommand extends InspectCommand {
  @Option(
      names = "--part",
      paramLabel = "K/N",
      description = "Read part K (from 0) of N, cut as dmlc-core cuts.")
  private Part part;

  @Option(names = "--sha256", description = "Compute the SHA-256 of each payload.")
  private boolean sha256;

  private final StringBuilder parts = new StringBuilder();
  private long ordinal;

  @Override
  protected ResultTable.Columns columns() {
    return new ResultTable.Columns(
        "records", "ordinal", "offset", "length", "nparts", "parts", "sha256");
  }

  @Override
  protected ExitCode run() throws Exception {
    if (part != null) {
      // Ordinals count from the beginning of the input.
      ordinal = isStdin() ? 0 : recordsBefore();
    }
    MessageDigest digest = sha256 ? MessageDigest.getInstance("SHA-256") : null;
    return read(
        part,
        reader -> {
          print(reader.record(), digest);
          return true;
        });
  }

  /** Counts the records before the part: by the indexes of files that have one, else by headers. */
  private long recordsBefore() throws IOException, UsageException, BadInputException {
    var records = new long[1];
    if (DamageSettings.of(conf()).passesOver()) { // damaged records don't count
      for (int before = 0; before < part.index(); before++) {
        read(
            new Part(before, part.count()),
            reader -> {
              records[0]++;
              return true;
            });
      }
      return records[0];
    }
    List<FileStatus> files = files();
    DmlcPartition.Cut cut = RecordInputs.partition(conf(), files, part.count()).begin(part.index());
    var unindexed = new ArrayList<InputRange>();
    for (int i = 0; i < files.size() && i <= cut.file(); i++) {
      long end = i < cut.file() ? files.get(i).getLen() : cut.offset();
      long indexed = end == 0 ? 0 : indexedBefore(files.get(i), RecordIOFormat.align(end));
      records[0] += Math.max(0, indexed);
      if (indexed < 0) {
        unindexed.add(new InputRange(files.get(i).getPath(), 0, end));
      }
    }
    DamageTracker damage = DamageTracker.failing();
    try (var headers = RecordSplitReader.ofHeaders(conf(), unindexed, damage)) {
      while (headers.next()) {
        records[0]++;
      }
    }
    return records[0];
  }

  /** Returns how many records begin before an offset; -1 if no index that fits says so. */
  private long indexedBefore(FileStatus file, long end) throws IOException {
    if (!SplitPlanner.uncompressed(conf()).test(file.getPath())) {
      return -1;
    }
    try {
      return RecordIndex.read(conf(), file).firstFrom(end);
    } catch (FileNotFoundException e) {
      return -1;
    } catch (MalformedRecordException | ChecksumException e) {
      note(e.getMessage() + "; records are counted without the index");
      return -1;
    }
  }

  private void print(RecordRangeReader record, MessageDigest digest) {
    parts.setLength(0);
    record
        .cursor()
        .forEachPart(
            lrec -> {
              parts.append(parts.isEmpty() ? "" : ",");
              parts.append(RecordIOFormat.cflag(lrec)).append(':');
              parts.append(RecordIOFormat.partLength(lrec));
            });
    String hash = null;
    if (digest != null) {
      digest.update(record.buffer(), record.payloadOffset(), record.payloadLength());
      hash = HexFormat.of().formatHex(digest.digest());
    }
    results()
        .number(ordinal++)
        .number(record.offset())
        .number(record.payloadLength())
        .number(record.parts())
        .text(parts.toString())
        .text(hash)
        .end();
  }
}
