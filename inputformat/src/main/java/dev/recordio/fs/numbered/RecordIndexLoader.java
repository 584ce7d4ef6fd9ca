// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexEvidence;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.stream.Files;
import dev.recordio.wire.RecordIndexLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads the index of one file from what exists, and checks that it fits. */
final class RecordIndexLoader {
  private static final Logger LOG = LoggerFactory.getLogger(RecordIndexLoader.class);
  private static final int LINE_BYTES = 16; // of an .idx file, about

  /** The name of an index that was made from headers. */
  static final String HEADERS = "the headers";

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
    return load(true);
  }

  /**
   * Loads the index beside the file.
   *
   * @param complete whether to check that no record is missing
   */
  private RecordIndex load(boolean complete) throws IOException {
    IOException unfit = null;
    RecordIndex binary = null;
    try {
      binary = checked(binary(Long.MAX_VALUE));
    } catch (FileNotFoundException e) {
      LOG.debug("{} has no binary index", path);
    } catch (MalformedRecordException | ChecksumException e) {
      LOG.warn("{}; this binary index is not used", e.getMessage());
      unfit = e;
    }
    if (binary != null) {
      requireAgreement(binary);
      return binary;
    }
    try {
      return complete ? loadText() : checked(text());
    } catch (FileNotFoundException e) {
      if (unfit != null) {
        throw unfit;
      }
      throw (IOException) new FileNotFoundException("no index for " + path).initCause(e);
    }
  }

  /** Checks that a text index says the same if it is newer: it was written on purpose. */
  private void requireAgreement(RecordIndex binary) throws IOException {
    RecordIndex text;
    try {
      if (time(RecordFiles.index(path)) <= time(RecordFiles.binaryIndex(path))) {
        return;
      }
      text = text();
    } catch (FileNotFoundException e) {
      return;
    } catch (MalformedRecordException | ChecksumException e) {
      Notes.say(e.getMessage() + "; the keys are from " + binary.origin());
      return;
    }
    int i = binary.firstUnlike(text);
    if (i >= 0) {
      throw IndexMisfit.ofTwo(
          path, binary.origin(), binary.describe(i), text.origin(), text.describe(i));
    }
  }

  private long time(Path index) throws IOException {
    return Files.status(index.getFileSystem(conf), index).getModificationTime();
  }

  RecordIndex loadForKeys() throws IOException {
    try {
      return aged(load());
    } catch (FileNotFoundException e) {
      LOG.warn("{}; the headers of its records are read", e.getMessage());
      return scan(0, 0, file.getLen());
    }
  }

  RecordIndex readForKeys() throws IOException {
    return aged(load(false));
  }

  /** Warns of keys that may be keys of other records: a text index has no checksums. */
  private RecordIndex aged(RecordIndex index) throws IOException {
    if (index.source() == RecordIndex.Source.TEXT
        && time(RecordFiles.index(path)) < file.getModificationTime()) {
      LOG.warn(
          "{} was modified after {}: whether these records still have these keys can't be"
              + " checked",
          path,
          index.origin());
    }
    return index;
  }

  RecordIndex loadText() throws IOException {
    return complete(checked(text()));
  }

  RecordIndex loadBinary(long most) throws IOException {
    RecordIndex index = checked(binary(most));
    requireAgreement(index);
    return index;
  }

  private RecordIndex binary(long most) throws IOException {
    try (var index = RidxReader.open(conf, RecordFiles.binaryIndex(path))) {
      if (index.count() > most) {
        throw new FileNotFoundException("no binary index of at most " + most + " records: " + path);
      }
      refuse(index.misfitOfEnds(file), index);
      var builder = builder(index, 0, file.getLen(), index.count());
      while (index.next()) {
        add(builder, index);
      }
      return builder.build(RecordIndex.Source.BINARY, 0);
    }
  }

  /** Loads the entries {@code first .. first + count} of a binary index, and no others. */
  private RecordIndex binary(long first, int count, long begin, long end) throws IOException {
    try (var index = RidxReader.open(conf, RecordFiles.binaryIndex(path))) {
      refuse(index.misfitOfEnds(file), index);
      var builder = builder(index, first, end, count);
      for (long i = first; i < first + count; i++) {
        index.read(i);
        add(builder, index);
      }
      return builder.build(RecordIndex.Source.BINARY, begin);
    }
  }

  private RecordIndexBuilder builder(RidxReader index, long first, long end, long count) {
    return new RecordIndexBuilder(path, index.status().getPath().toString(), first, end, count + 1);
  }

  private static void add(RecordIndexBuilder builder, RidxReader index) throws IOException {
    if (index.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS)) {
      builder.add(index.offset(), index.key(), index.payloadChecksum());
    } else {
      builder.add(index.offset(), index.key());
    }
  }

  private void refuse(String why, RidxReader index) throws MalformedRecordException {
    if (why != null) {
      throw IndexMisfit.of(path, index.status().getPath().toString(), 0, "its records", why);
    }
  }

  /** Loads all of the text index, without checking that it fits. */
  RecordIndex text() throws IOException {
    Path index = RecordFiles.index(path);
    FileSystem fs = index.getFileSystem(conf);
    FileStatus status = Files.status(fs, index);
    long lines = status.getLen() / LINE_BYTES;
    var builder = new RecordIndexBuilder(path, index.toString(), 0, file.getLen(), lines);
    try (IdxReader reader = IdxReader.of(Files.open(fs, status, Files.Reading.WHOLE), index)) {
      while (next(reader)) {
        builder.add(reader.offset(), reader.key());
      }
    }
    return builder.build(RecordIndex.Source.TEXT, 0);
  }

  private boolean next(IdxReader lines) throws IOException {
    try {
      return lines.next();
    } catch (MalformedRecordException e) {
      throw IndexMisfit.ofLostKeys(e, path);
    }
  }

  private RecordIndex checked(RecordIndex index) throws IOException {
    long time = time(new Path(index.origin()));
    long wrong = IndexEvidence.misfit(conf, file, index.view(), 0, index.count(), time);
    if (wrong >= 0) {
      int i = (int) wrong;
      throw IndexMisfit.ofRecord(path, index.origin(), index.offset(i), index.end(i));
    }
    return index;
  }

  /**
   * Keys with gaps may be the keys of images, some of them left out, or of an index that has lost
   * lines; then later records would get other numbers. The headers decide.
   */
  private RecordIndex complete(RecordIndex index) throws IOException {
    if (index.hasAllKeysOfARange()) {
      return index;
    }
    LOG.warn(
        "{} has keys with gaps: all headers are read, to check that no line is missing; `recordio"
            + " index {}` writes a .ridx that needs no such check",
        RecordFiles.index(path),
        path);
    try (var reader = headers(0, file.getLen())) {
      for (int i = 0; reader.next(); i++) {
        long listed = i < index.count() ? index.offset(i) : file.getLen();
        if (reader.offset() != listed) {
          throw IndexMisfit.of(
              path,
              index.origin(),
              Math.min(reader.offset(), listed),
              "record " + i + " at offset " + listed,
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
   * Creates the index of the records that begin in {@code [begin, end)} from their headers.
   *
   * @param first the number in the file of the first of them
   */
  private RecordIndex scan(long first, long begin, long end) throws IOException {
    var builder = new RecordIndexBuilder(path, HEADERS, first, end, (end - begin) / (64 << 10));
    try (var reader = headers(begin, end)) {
      while (reader.next()) {
        builder.add(reader.offset(), first + builder.count());
      }
      return builder.build(RecordIndex.Source.HEADERS, begin);
    }
  }

  /**
   * Loads a part of the index again: a plan was made with an index from {@code source}, and found
   * {@code count} records from number {@code first} on in {@code [begin, end)}.
   *
   * @throws MalformedRecordException when that no longer holds
   */
  RecordIndex part(RecordIndex.Source source, long first, int count, long begin, long end)
      throws IOException {
    RecordIndex part =
        switch (source) {
          case BINARY -> binary(first, count, begin, end);
          case TEXT -> text(first, count, begin, end);
          case HEADERS -> scan(first, begin, end);
        };
    if (part.count() != count || part.offset(0) != begin || part.end(count - 1) != end) {
      throw IndexMisfit.of(
          path,
          part.origin(),
          begin,
          count + " records up to offset " + end + ", as when the splits were made",
          part.count() + " records; file or index changed meanwhile");
    }
    return part;
  }

  private RecordIndex text(long first, int count, long begin, long end) throws IOException {
    Path index = RecordFiles.index(path);
    var builder = new RecordIndexBuilder(path, index.toString(), first, end, count + 1L);
    if (new TextIndexPart(conf, index).addTo(builder, count, begin, end, end == file.getLen())) {
      return builder.build(RecordIndex.Source.TEXT, begin);
    }
    RecordIndex all = text();
    int from = (int) Math.min(first, all.count());
    return all.part(from, Math.min(all.count(), from + count));
  }
}
