// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import dev.recordio.wire.MalformedRecordException;
import dev.recordio.wire.RecordIOFormat;
import dev.recordio.wire.RecordIndexLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads the index of one file from what there is, and sees that it fits. */
final class RecordIndexLoader {
  private static final Logger LOG = LoggerFactory.getLogger(RecordIndexLoader.class);
  private static final int LINE_BYTES = 16; // of an .idx file, about
  private static final int LOOKS_AT_OLDER = 256;

  private final Configuration conf;
  private final FileStatus file;
  private final Path path;

  RecordIndexLoader(Configuration conf, FileStatus file) throws IOException {
    this.conf = conf;
    this.file = file;
    path = file.getPath();
    if (!SplitPlanner.uncompressed(conf).test(path)) {
      throw new IOException("records of a compressed file can't be read by number: " + path);
    }
  }

  RecordIndex loadOrScan() throws IOException {
    try {
      return load();
    } catch (FileNotFoundException e) {
      LOG.warn("{}; the headers of its records are read", e.getMessage());
    } catch (MalformedRecordException | ChecksumException e) {
      LOG.warn("{}; the headers of its records are read", e.getMessage());
    }
    return scan(0, 0, file.getLen());
  }

  RecordIndex load() throws IOException {
    IOException unfit = null;
    try {
      return checked(binary());
    } catch (FileNotFoundException e) {
      LOG.debug("{} has no binary index", path);
    } catch (MalformedRecordException | ChecksumException e) {
      LOG.warn("{}; this binary index is not used", e.getMessage());
      unfit = e;
    }
    try {
      return loadText();
    } catch (FileNotFoundException e) {
      if (unfit != null) {
        throw unfit;
      }
      throw (IOException) new FileNotFoundException("no index for " + path).initCause(e);
    }
  }

  RecordIndex loadText() throws IOException {
    return complete(checked(text()));
  }

  private RecordIndex binary() throws IOException {
    try (var index = RecordIndexFile.open(conf, RecordFiles.binaryIndex(path))) {
      refuse(index.misfit(conf, file), index);
      var builder = builder(index, 0, file.getLen(), index.count());
      for (long behind = 0; index.next(); behind = leastEnd(index)) {
        add(builder, index, behind);
      }
      return builder.build(RecordIndex.Source.BINARY, 0);
    }
  }

  /** Loads the entries {@code first .. first + count} of a binary index, and no others. */
  private RecordIndex binary(long first, int count, long begin, long end) throws IOException {
    try (var index = RecordIndexFile.open(conf, RecordFiles.binaryIndex(path))) {
      refuse(index.misfit(conf, file), index);
      var builder = builder(index, first, end, count);
      long behind = begin;
      for (long i = first; i < first + count; i++) {
        index.read(i);
        add(builder, index, behind);
        behind = leastEnd(index);
      }
      return builder.build(RecordIndex.Source.BINARY, begin);
    }
  }

  private RecordIndexBuilder builder(RecordIndexFile index, long first, long end, long count) {
    return new RecordIndexBuilder(path, index.status().getPath().toString(), first, end, count + 1);
  }

  private void add(RecordIndexBuilder builder, RecordIndexFile index, long behind)
      throws IOException {
    if (index.offset() < behind) {
      refuse("record " + index.ordinal() + " begins within the one before", index);
    }
    if (index.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS)) {
      builder.add(index.offset(), index.key(), index.payloadChecksum());
    } else {
      builder.add(index.offset(), index.key());
    }
  }

  /** Where the record can end at the earliest: one part, its payload and the padding. */
  private static long leastEnd(RecordIndexFile index) {
    return index.offset() + RecordIOFormat.HEADER_BYTES + RecordIOFormat.align(index.length());
  }

  private void refuse(String why, RecordIndexFile index) throws MalformedRecordException {
    if (why != null) {
      throw RecordIndexBuilder.misfit(
          path, 0, "the records that " + index.status().getPath() + " tells of", why);
    }
  }

  private RecordIndex text() throws IOException {
    Path index = RecordFiles.index(path);
    FileSystem fs = index.getFileSystem(conf);
    long lines = fs.getFileStatus(index).getLen() / LINE_BYTES;
    var builder = new RecordIndexBuilder(path, index.toString(), 0, file.getLen(), lines);
    try (IndexReader reader =
        CloseOnFailure.of(fs.open(index), in -> new IndexReader(in, index.toString()))) {
      while (reader.next()) {
        builder.add(reader.offset(), reader.key());
      }
    }
    return builder.build(RecordIndex.Source.TEXT, 0);
  }

  /** Looks at the headers of the first record, the last, and one between them. */
  private RecordIndex checked(RecordIndex index) throws IOException {
    try (FSDataInputStream in = path.getFileSystem(conf).open(path)) {
      var headers = new ChainVerifier(ChunkReader.of(in, path.toString(), file.getLen(), 16), 1);
      int last = index.count() - 1;
      for (int i : new int[] {0, last / 2, last}) {
        if (!headers.isOne(index.offset(i), index.end(i))) {
          throw misfit(index, i);
        }
      }
      if (isOlderThanFile(index)) {
        lookThrough(index, headers);
      }
    }
    return index;
  }

  /**
   * Looks at many headers where the file was modified after its index. The time alone proves
   * nothing, copies don't keep it; nor does damage: it is told when the record is read.
   */
  private void lookThrough(RecordIndex index, ChainVerifier headers) throws IOException {
    int looks = Math.min(index.count(), LOOKS_AT_OLDER);
    for (int look = 0; look < looks; look++) {
      int i = (int) ((long) index.count() * look / looks);
      if (headers.isAnother(index.offset(i), index.end(i))) {
        throw misfit(index, i);
      }
    }
  }

  private MalformedRecordException misfit(RecordIndex index, int i) {
    return RecordIndexBuilder.misfit(
        path,
        index.offset(i),
        "one record of " + (index.end(i) - index.offset(i)) + " bytes, headers included",
        "none, or several; the index is of another file, or misses records");
  }

  private boolean isOlderThanFile(RecordIndex index) throws IOException {
    Path beside =
        index.source() == RecordIndex.Source.BINARY
            ? RecordFiles.binaryIndex(path)
            : RecordFiles.index(path);
    FileStatus status = beside.getFileSystem(conf).getFileStatus(beside);
    return status.getModificationTime() < file.getModificationTime();
  }

  /**
   * Keys that go up in steps may be those of images of which some were left out, or record numbers
   * of which lines were lost; then later records would come under other numbers. The headers tell.
   */
  private RecordIndex complete(RecordIndex index) throws IOException {
    if (!index.hasGapsInKeys()) {
      return index;
    }
    LOG.warn(
        "{} has keys with gaps: all headers are read, to see that no line is missing; `recordio"
            + " index {}` writes a .ridx that needs no such look",
        RecordFiles.index(path),
        path);
    try (var reader = headers(0, file.getLen())) {
      for (int i = 0; reader.next(); i++) {
        long told = i < index.count() ? index.offset(i) : file.getLen();
        if (reader.offset() != told) {
          throw RecordIndexBuilder.misfit(
              path,
              Math.min(reader.offset(), told),
              "record " + i + " at offset " + told + ", as " + RecordFiles.index(path) + " says",
              "it at offset " + reader.offset());
        }
      }
    }
    return index;
  }

  private RecordRangeReader headers(long begin, long end) throws IOException {
    var range = new InputRange(path, begin, end - begin);
    return RecordInputs.openHeaders(conf, range, DamageTracker.failing());
  }

  /**
   * Makes the index of the records that begin in {@code [begin, end)} from their headers.
   *
   * @param first the number in the file of the first of them
   */
  private RecordIndex scan(long first, long begin, long end) throws IOException {
    var builder =
        new RecordIndexBuilder(path, "the headers", first, end, (end - begin) / (64 << 10));
    try (var reader = headers(begin, end)) {
      while (reader.next()) {
        builder.add(reader.offset(), first + builder.count());
      }
      return builder.build(RecordIndex.Source.HEADERS, begin);
    }
  }

  /**
   * Loads a part of the index again: where a plan was made with an index from {@code source}, and
   * found {@code count} records from number {@code first} on in {@code [begin, end)}.
   *
   * @throws MalformedRecordException when that is not so any more
   */
  RecordIndex part(RecordIndex.Source source, long first, int count, long begin, long end)
      throws IOException {
    RecordIndex part =
        switch (source) {
          case BINARY -> binary(first, count, begin, end);
          case TEXT -> part(text(), first, count);
          case HEADERS -> scan(first, begin, end);
        };
    if (part.count() != count || part.offset(0) != begin || part.end(count - 1) != end) {
      throw RecordIndexBuilder.misfit(
          path,
          begin,
          count + " records up to offset " + end + ", as when the splits were made",
          part.count() + " records; file or index changed meanwhile");
    }
    return part;
  }

  private static RecordIndex part(RecordIndex index, long first, int count) {
    int from = (int) Math.min(first, index.count());
    return index.part(from, Math.min(index.count(), from + count));
  }
}
