// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.testing.Damage;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.fs.Path;

/** A file of records with both indexes, and what is actually in it. */
public final class IndexedFile {
  /** The number of records at first. */
  public static final int RECORDS = 300;

  private final FileSystemUnderTest files;

  /** The file of records. */
  public final Path rec;

  /** What is in the file, except for damage. */
  public List<byte[]> truth;

  /** The first record that is damaged; -1 for none. */
  public int damaged = -1;

  /** Writes the file and its indexes. */
  public IndexedFile(FileSystemUnderTest files) throws IOException {
    this.files = files;
    rec = files.path("a.rec");
    truth = payloads(1);
    try (var writer = RecordFileWriter.create(files.conf(), rec, RecordFiles.index(rec))) {
      for (int i = 0; i < RECORDS; i++) {
        writer.write(key(i), truth.get(i), 0, truth.get(i).length);
      }
    }
    setTimes(5, 5, 5);
  }

  /** Returns the key of a record: 0 to 299, in no order. */
  public static long key(int record) {
    return record * 101 % RECORDS;
  }

  static int recordOfKey(long key) {
    for (int i = 0; ; i++) {
      if (key(i) == key) {
        return i;
      }
    }
  }

  /** Returns the payloads of a seed, of the same sizes for all seeds. */
  public List<byte[]> payloads(int seed) {
    var random = new Random(seed);
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < RECORDS; i++) {
      byte[] payload = new byte[40 + i * 37 % 200];
      random.nextBytes(payload);
      if (i % 50 == 7) {
        RecordIOFormat.putWord(payload, 16, RecordIOFormat.MAGIC); // is stored in two parts
      }
      payloads.add(payload);
    }
    return payloads;
  }

  /** Returns as many bytes of records, of which each pair is one. */
  public List<byte[]> joinedPairs(int from) {
    return IndexFault.joined(withoutMagic(), from, RECORDS);
  }

  /** The same, but the first two records and the last two stay as they are. */
  public List<byte[]> joinedPairsWithin() {
    return IndexFault.joined(withoutMagic(), 2, RECORDS - 2);
  }

  List<byte[]> joinedPair(int first) {
    return IndexFault.joined(truth, first, first + 2);
  }

  /** The same sizes in the file, in one part each. */
  private List<byte[]> withoutMagic() {
    var payloads = new ArrayList<>(truth);
    for (int i = 7; i < RECORDS; i += 50) {
      payloads.set(i, Damage.payload(i, (int) RecordIOFormat.align(truth.get(i).length) + 4));
    }
    return payloads;
  }

  /** Returns where a record begins. */
  public long offset(int record) {
    return Damage.file(truth.subList(0, record)).length;
  }

  /** Returns the file's bytes. */
  public byte[] bytes() throws IOException {
    return files.read(rec);
  }

  /** Returns the binary index. */
  public byte[] binary() throws IOException {
    return files.read(RecordFiles.binaryIndex(rec));
  }

  /** Writes other records in the place of the file. */
  public void writeRecords(List<byte[]> payloads) throws IOException {
    truth = payloads;
    writeBytes(Damage.file(payloads));
  }

  void writeBytes(byte[] bytes) throws IOException {
    files.write("a.rec", bytes);
    setTimes(5, 5, 5);
  }

  /** Writes the binary index. */
  public void writeBinary(byte[] bytes) throws IOException {
    files.write("a.ridx", bytes);
    setTimes(5, 5, 5);
  }

  void writeText(LongUnaryOperator key, IntToLongFunction offset) throws IOException {
    var lines = new StringBuilder();
    for (int i = 0; i < RECORDS; i++) {
      lines.append(key.applyAsLong(i)).append('\t').append(offset.applyAsLong(i)).append('\n');
    }
    files.write("a.idx", lines.toString());
    setTimes(5, 5, 5);
  }

  /** Loses a line of the text index. */
  public void removeLine(int record) throws IOException {
    var lines = new ArrayList<>(files.readText(RecordFiles.index(rec)).lines().toList());
    lines.remove(record);
    files.write("a.idx", (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    setTimes(5, 5, 5);
  }

  void flip(int record, int at, int bits) throws IOException {
    byte[] bytes = bytes();
    bytes[(int) offset(record) + at] ^= (byte) bits;
    writeBytes(bytes);
    damaged = record;
  }

  void setLength(int record, int length) throws IOException {
    writeBytes(Damage.putWord(bytes(), offset(record) + 4, length));
    damaged = record;
  }

  void deleteBinary() throws IOException {
    files.fs().delete(RecordFiles.binaryIndex(rec), false);
  }

  /** Deletes the text index. */
  public void deleteText() throws IOException {
    files.fs().delete(RecordFiles.index(rec), false);
  }

  /** Sets when the files were modified, in seconds. */
  public void setTimes(int records, int text, int binary) throws IOException {
    setTime(rec, records);
    setTime(RecordFiles.index(rec), text);
    setTime(RecordFiles.binaryIndex(rec), binary);
  }

  private void setTime(Path file, int seconds) throws IOException {
    if (files.fs().exists(file)) {
      files.fs().setTimes(file, 1_000_000_000L + seconds * 1000L, -1);
    }
  }
}
