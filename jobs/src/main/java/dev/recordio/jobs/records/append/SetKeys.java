// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.append;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.wire.RecordIndexLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The keys of a set's records, by the indexes of its parts. Each index must be there and fit. One
 * index is in memory at a time.
 */
final class SetKeys {
  private final Configuration conf;
  private final RecordSet set;

  /** Takes the key of a record, and where the record is. */
  @FunctionalInterface
  interface Visitor {
    void visit(Path part, long offset, long key) throws IOException;
  }

  SetKeys(Configuration conf, RecordSet set) {
    this.conf = conf;
    this.set = set;
  }

  /**
   * Checks that each part has its indexes, and that they may be its own.
   *
   * @throws BadInputException when an index is missing
   * @throws MalformedRecordException when an index is damaged, or does not fit its part
   */
  void check() throws IOException {
    for (FileStatus part : set.parts()) {
      if (part.getLen() > 0) { // an empty one needs no index
        check(part);
      }
    }
  }

  /**
   * Passes all keys, part by part.
   *
   * @throws MalformedRecordException when an index does not fit its part
   */
  void forEach(Visitor visitor) throws IOException {
    for (FileStatus part : set.parts()) {
      if (part.getLen() > 0) {
        RecordIndex index = RecordIndex.read(conf, part);
        for (int i = 0; i < index.count(); i++) {
          visitor.visit(part.getPath(), index.offset(i), index.key(i));
        }
      }
    }
  }

  private void check(FileStatus part) throws IOException {
    Path binary = RecordFiles.binaryIndex(part.getPath());
    require(RecordFiles.index(part.getPath()));
    if (RecordIOConf.OUTPUT_INDEX_BINARY.getBoolean(conf)) {
      require(binary);
    }
    try {
      checkBinary(binary, part);
    } catch (ChecksumException e) {
      throw new BadInputException(e.getMessage() + remedy(), e);
    }
  }

  private void require(Path index) throws IOException {
    if (!index.getFileSystem(conf).exists(index)) {
      throw new BadInputException("the index is missing: " + index + remedy(), null);
    }
  }

  /** One that does not fit is an error here, although there is an {@code .idx} to read. */
  private void checkBinary(Path index, FileStatus part) throws IOException {
    try (var entries = RidxReader.open(conf, index)) {
      String misfit = entries.misfit(conf, part);
      if (misfit != null) {
        throw IndexMisfit.of(part.getPath(), index.toString(), 0, "its records", misfit);
      }
      String others =
          entries.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS)
              ? RecordIndex.otherPayloads(conf, part.getPath())
              : null;
      if (others != null) {
        throw IndexMisfit.ofPayload(part.getPath(), index.toString(), 0, "its payloads", others);
      }
    } catch (FileNotFoundException e) {
      // not wanted, and not there
    }
  }

  private String remedy() {
    return "; to make it: recordio index '" + set.folder() + "'";
  }
}
