// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.mapreduce.IndexFault;
import dev.recordio.mapreduce.IndexedFile;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that Hive counts by an index, or by headers where that does not fit. */
class IndexedKeysTest implements LocalFilesUnderTest {
  @Override
  public Configuration conf() {
    return LocalFiles.raw();
  }

  /** Returns the offsets of the records of all splits, as a query that counts gets them. */
  private List<Long> offsets(IndexedFile file, long splitSize) throws IOException {
    var offsets = new ArrayList<Long>();
    long length = fs().getFileStatus(file.rec).getLen();
    for (long start = 0; start < length; start += splitSize) {
      var split = List.of(new InputRange(file.rec, start, Math.min(splitSize, length - start)));
      try (IndexedKeys keys = IndexedKeys.open(conf(), split)) {
        if (keys != null) {
          var key = keys.createKey();
          while (keys.next(key, keys.createValue())) {
            offsets.add(key.get());
          }
          continue;
        }
      }
      try (var headers = RecordSplitReader.ofHeaders(conf(), split, DamageTracker.failing())) {
        while (headers.next()) {
          offsets.add(headers.record().offset());
        }
      }
    }
    return offsets;
  }

  private static List<Long> expected(IndexedFile file) {
    var offsets = new ArrayList<Long>();
    for (int i = 0; i < file.truth.size(); i++) {
      offsets.add(file.offset(i));
    }
    return offsets;
  }

  /** The first and the last record stay as they are, and the file's length. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE / 2, 20_000, 1000})
  void aFileMadeAnewIsNotCountedByItsOldIndex(long splitSize) throws IOException {
    var file = new IndexedFile(this);
    file.writeRecords(file.joinedPairsWithin());
    file.setTimes(9, 5, 5);
    assertEquals(expected(file), offsets(file, splitSize));
  }

  @ParameterizedTest
  @EnumSource
  void faultsAreCountedAroundOrAreErrors(IndexFault fault) throws IOException {
    var file = new IndexedFile(this);
    fault.make(file);
    for (long splitSize : new long[] {1 << 20, 9000}) {
      List<Long> offsets;
      try {
        offsets = offsets(file, splitSize);
      } catch (MalformedRecordException e) {
        assertTrue(fault.outcome.name().startsWith("DAMAGE"), e.getMessage());
        continue;
      }
      // Headers by themselves don't show a length that leads to another record.
      if (fault.isSeenByAll && fault != IndexFault.LONGER_BY_A_RECORD) {
        assertEquals(expected(file), offsets, fault + " by " + splitSize);
      }
    }
  }

  /** Whatever is changed in an index, rows are counted correctly, or it is an error. */
  @Test
  void noWrongByteOfAnIndexIsTrusted() throws IOException {
    var file = new IndexedFile(this);
    byte[] sound = file.binary();
    for (int i = 0; i < sound.length; i += Sampled.step(31, 5)) {
      byte[] damaged = sound.clone();
      damaged[i] ^= (byte) (1 << i % 8);
      file.writeBinary(damaged);
      try {
        assertEquals(expected(file), offsets(file, 30_000), "byte " + i);
      } catch (MalformedRecordException e) {
        assertTrue(e.getMessage().contains("a.ridx"), e.getMessage());
      }
    }
    for (int length = 0; length < 200; length += Sampled.step(29, 7)) {
      file.writeBinary(Arrays.copyOf(sound, length));
      assertEquals(expected(file), offsets(file, 30_000), length + " bytes");
    }
  }
}
