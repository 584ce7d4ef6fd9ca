// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.conf.RecordNumberRange;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.Part;
import dev.recordio.jobs.cli.TerminalBytes;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Writes payloads to standard output, one after the other. */
@CommandLine.Command(
    footer = {
      "",
      "Examples:",
      "  recordio cat --key 17 --strip-header images.rec > 17.jpg",
      "  recordio cat --rows 0-9 'hdfs:///data/train/*.rec'",
      "  recordio cat --shuffle --seed 1 --epoch 0 'hdfs:///data/train/*.rec'",
      "  hdfs dfs -cat /data/part-00000.rec | recordio cat -"
    })
public final class CatCommand extends InspectCommand {
  @ArgGroup private Selection selection = new Selection();

  @Option(
      names = "--strip-header",
      description = "Write images without the image header and its labels.")
  private boolean stripHeader;

  private final ImageRecordHeader header = new ImageRecordHeader();
  private TerminalBytes terminal;
  private long ordinal;

  /** At most one of these. */
  static final class Selection {
    @Option(
        names = "--part",
        paramLabel = "K/N",
        description = "Read part K (from 0) of N, cut as dmlc-core cuts.")
    private Part part;

    @Option(
        names = "--key",
        paramLabel = "KEY",
        description =
            "Write the record with this key in the .idx file; the last, if several records of a"
                + " file have it. An error if several files have it.")
    private String key;

    @Option(
        names = "--rows",
        paramLabel = "A-B|A",
        converter = RowsConverter.class,
        description =
            "Write the records A to B, both included, or the record A, counted from 0 over the"
                + " whole input.")
    private RecordNumberRange rows;
  }

  /** Parses rows for picocli. */
  static final class RowsConverter implements CommandLine.ITypeConverter<RecordNumberRange> {
    @Override
    public RecordNumberRange convert(String text) {
      try {
        return RecordNumberRange.parse(text.matches("[0-9]+") ? text + "-" + text : text);
      } catch (InvalidSettingException e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  protected void declare(KeyOptions options) {
    options
        .flag(
            "--shuffle",
            RecordIOConf.INPUT_SHUFFLE,
            "true",
            "Write records in random order. The same seed, epoch and files give the same order.")
        .add("--seed", "S", RecordIOConf.INPUT_SEED, "The seed of the order.")
        .add("--epoch", "E", RecordIOConf.INPUT_EPOCH, "The epoch of the order.");
  }

  @Override
  protected boolean hasJson() {
    return false;
  }

  @Override
  protected ExitCode run() throws Exception {
    terminal = new TerminalBytes();
    if (RecordIOConf.INPUT_SHUFFLE.getBoolean(conf())) {
      return catShuffled();
    }
    if (!isGiven(RecordIOConf.INPUT_SHUFFLE)
        && (isGiven(RecordIOConf.INPUT_SEED) || isGiven(RecordIOConf.INPUT_EPOCH))) {
      throw new UsageException("--seed and --epoch need --shuffle");
    }
    if (selection.key != null) {
      return catKey(selection.key);
    }
    RecordNumberRange rows = selection.rows;
    NumberedRecords numbered =
        rows == null || isStdin() ? null : NumberedRecords.of(conf(), files(), rows);
    if (numbered != null) {
      checkRows(rows, numbered.counted());
      return read(damage -> numbered.read(conf(), damage, this::write));
    }
    ExitCode result =
        read(
            selection.part,
            reader -> {
              if (rows == null || ordinal >= rows.first()) {
                write(reader.record());
              }
              ordinal++;
              return rows == null || ordinal <= rows.last();
            });
    checkRows(rows, ordinal);
    return result;
  }

  /**
   * Checks that all rows exist.
   *
   * @param count the number of records, or any number above the rows
   * @throws BadInputException when some do not
   */
  private void checkRows(RecordNumberRange rows, long count) throws BadInputException {
    if (rows == null || count > rows.last()) {
      return;
    }
    String there = count == 1 ? "is 1 record" : "are " + count + " records, 0 to " + (count - 1);
    throw BadInputException.of(
        "--rows is %s-%s, but there %s: %s",
        rows.first(), rows.last(), count == 0 ? "is no record" : there, input());
  }

  private ExitCode catShuffled() throws IOException, UsageException {
    if (isStdin() || selection.key != null || selection.part != null || selection.rows != null) {
      throw new UsageException(
          "--shuffle takes whole files: it can't be combined with --key, --part, --rows or standard"
              + " input");
    }
    NumberedRecords numbered = NumberedRecords.shuffled(conf(), files());
    return read(damage -> numbered.read(conf(), damage, this::write));
  }

  private void write(RecordRangeReader record) throws IOException {
    int from = record.payloadOffset();
    write(record.buffer(), from, record.payloadLength(), record.offset());
  }

  private void write(RecordGather record) throws IOException {
    int from = record.payloadOffset();
    write(record.buffer(), from, record.payloadLength(), record.offset());
  }

  private void write(byte[] buffer, int from, int bytes, long recordOffset) throws IOException {
    int offset = from;
    int length = bytes;
    if (stripHeader) {
      header.read(buffer, offset, length, recordOffset);
      offset = header.imageOffset();
      length = header.imageLength();
    }
    terminal.check(buffer, offset, length);
    out().write(buffer, offset, length);
  }

  private ExitCode catKey(String text) throws IOException, UsageException, BadInputException {
    long key;
    try {
      key = Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw new UsageException("'" + text + "' is no key: write a number from 0 to 2^64 - 1");
    }
    if (isStdin()) {
      throw new UsageException("standard input has no index to find a key in");
    }
    FileStatus holder = null;
    long offset = -1;
    long records = 0;
    var keys = new KeyRange();
    for (FileStatus file : files()) {
      Path index = RecordFiles.index(file.getPath());
      if (!index.getFileSystem(conf()).exists(index)) {
        throw new FileNotFoundException(
            "no index to find the key in: "
                + index
                + "; to make it: recordio index '"
                + file.getPath()
                + "'");
      }
      try (var lines = IdxReader.open(conf(), index)) {
        while (lines.next()) {
          keys.add(lines.key());
          if (lines.key() == key) {
            if (holder != null && holder != file) {
              throw ambiguous(text, holder.getPath(), offset, file.getPath(), lines.offset());
            }
            holder = file;
            offset = lines.offset();
            records++;
          }
        }
      } catch (MalformedRecordException e) {
        throw IndexMisfit.ofLostKeys(e, file.getPath());
      }
    }
    if (holder == null) {
      throw new FileNotFoundException(
          "no record has the key " + text + ", but there " + keys + ": " + input());
    }
    if (records > 1) {
      note(
          String.format(
              Locale.ROOT,
              "%,d records have the key %s; the last is at offset %d of %s",
              records,
              text,
              offset,
              holder.getPath()));
    }
    NumberedRecords.at(conf(), holder, offset).read(conf(), DamageTracker.failing(), this::write);
    return ExitCode.OK;
  }

  private static BadInputException ambiguous(
      String key, Path one, long offset, Path other, long otherOffset) {
    return new BadInputException(
        String.format(
            "several files have a record with the key %s: %s at offset %d and %s at offset %d; name"
                + " one, as in: cat --key %s %s",
            key, one, offset, other, Long.valueOf(otherOffset), key, other),
        null);
  }

  /** How many keys there are, and the smallest and the largest one, unsigned. */
  private static final class KeyRange {
    private long count;
    private long least = -1;
    private long most;

    void add(long key) {
      count++;
      least = Long.compareUnsigned(key, least) < 0 ? key : least;
      most = Long.compareUnsigned(key, most) > 0 ? key : most;
    }

    /** Words that follow "there". */
    @Override
    public String toString() {
      if (count == 0) {
        return "is none";
      }
      String from = Long.toUnsignedString(least);
      return count == 1
          ? "is 1, " + from
          : "are " + count + ", from " + from + " to " + Long.toUnsignedString(most);
    }
  }
}
