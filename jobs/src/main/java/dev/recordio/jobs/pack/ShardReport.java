// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.recordio.bytes.Sha256;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.RecordIOCounter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.util.Progressable;

/**
 * What the task of a shard reports of it.
 *
 * @param firstKey the key of its first record, unsigned; null when it has none
 * @param multiPart records of more than one part
 * @param bytesIn bytes of the sources, without headers
 * @param repeatedKeys records whose key an earlier one has
 * @param skipped sources that were left out
 * @param warned images that were taken although something is wrong with them
 * @param warnings the first of these
 * @param files its {@code .rec}, and the indexes that there are
 */
record ShardReport(
    long records,
    BigInteger firstKey,
    long multiPart,
    long bytesIn,
    long repeatedKeys,
    long skipped,
    long warned,
    List<String> warnings,
    List<Part> files) {

  /**
   * A file of the shard.
   *
   * @param crc32c of all its bytes, 8 hexadecimal digits
   * @param sha256 in hexadecimal; null unless it is wanted
   */
  record Part(
      String name,
      long bytes,
      String crc32c,
      @JsonInclude(JsonInclude.Include.NON_NULL) String sha256) {

    static Part of(FileSystem fs, Path file, boolean sha256, Progressable progress)
        throws IOException {
      var written = new Written(file.getName(), OutputStream.nullOutputStream(), sha256);
      var chunk = new byte[1 << 20];
      try (InputStream in = Files.open(fs, file, Files.Reading.WHOLE)) {
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
          written.write(chunk, 0, read);
          progress.progress();
        }
      }
      return written.part();
    }
  }

  /** A file while it is written: S3A shows its length only when it is committed. */
  static final class Written extends FilterOutputStream {
    private final String name;
    private final CRC32C crc = new CRC32C();
    private final MessageDigest digest;
    private long bytes;

    Written(String name, OutputStream out, boolean sha256) {
      super(out);
      this.name = name;
      digest = sha256 ? Sha256.newDigest() : null;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      out.write(buffer, offset, length);
      crc.update(buffer, offset, length);
      if (digest != null) {
        digest.update(buffer, offset, length);
      }
      bytes += length;
    }

    Part part() {
      String sha256 = digest == null ? null : HexFormat.of().formatHex(digest.digest());
      return new Part(name, bytes, String.format("%08x", crc.getValue()), sha256);
    }
  }

  /** Returns what the names of a shard's files begin with. */
  static String stem(int shard) {
    return String.format(Locale.ROOT, "part-%05d", shard);
  }

  Part rec() {
    return files.get(0);
  }

  /** Returns the report of the same shard, whose files were read again. */
  ShardReport with(List<Part> same) {
    return new ShardReport(
        records, firstKey, multiPart, bytesIn, repeatedKeys, skipped, warned, warnings, same);
  }

  /** Counts what is in the shard. */
  void count(TaskInputOutputContext<?, ?, ?, ?> context) {
    ShardOutputFormat.count(context, records, rec().bytes());
    context.getCounter(RecordIOCounter.MULTI_PART_RECORDS_WRITTEN).increment(multiPart);
    context.getCounter(PackCounter.BYTES_IN).increment(bytesIn);
    context.getCounter(PackCounter.SKIPPED_SOURCES).increment(skipped);
    context.getCounter(PackCounter.REPEATED_KEYS).increment(repeatedKeys);
    context.getCounter(PackCounter.IMAGES_WITH_WARNINGS).increment(warned);
  }

  /**
   * Reads the report that a task has left for a run that goes on.
   *
   * @throws BadInputException when the file holds none
   */
  static ShardReport read(FileSystem fs, Path file) throws IOException {
    ShardReport report = JsonFiles.read(fs, file, ShardReport.class);
    if (report.files == null || report.files.isEmpty()) {
      throw new BadInputException("not the report of a shard: " + file, null);
    }
    return report;
  }
}
