// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.RecordFileWriter;
import dev.recordio.fs.RecordFiles;
import dev.recordio.testing.Damage;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.fs.Path;

/** A file of records with both indexes, and what is really in it. */
final class IndexedFile {
  static final int RECORDS = 300;

  private final FileSystemUnderTest files;
  final Path rec;
  List<byte[]> truth;
  int damaged = -1; // the first record that is damaged

  IndexedFile(FileSystemUnderTest files) throws IOException {
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

  /** Keys are 0 to 299, in no order. */
  static long key(int record) {
    return record * 101 % RECORDS;
  }

  static int recordOfKey(long key) {
    for (int i = 0; ; i++) {
      if (key(i) == key) {
        return i;
      }
    }
  }

  List<byte[]> payloads(int seed) {
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

  List<byte[]> joinedPairs(int from) {
    return IndexFault.joined(withoutMagic(), from, RECORDS);
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

  long offset(int record) {
    return Damage.file(truth.subList(0, record)).length;
  }

  byte[] bytes() throws IOException {
    return files.read(rec);
  }

  byte[] binary() throws IOException {
    return files.read(RecordFiles.binaryIndex(rec));
  }

  void writeRecords(List<byte[]> payloads) throws IOException {
    truth = payloads;
    writeBytes(Damage.file(payloads));
  }

  void writeBytes(byte[] bytes) throws IOException {
    files.write("a.rec", bytes);
    setTimes(5, 5, 5);
  }

  void writeBinary(byte[] bytes) throws IOException {
    files.write("a.ridx", bytes);
    setTimes(5, 5, 5);
  }

  void writeLines(LongUnaryOperator offset) throws IOException {
    var lines = new StringBuilder();
    for (int i = 0; i < RECORDS; i++) {
      lines.append(key(i)).append('\t').append(offset.applyAsLong(i)).append('\n');
    }
    files.write("a.idx", lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  void removeLine(int record) throws IOException {
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

  void deleteText() throws IOException {
    files.fs().delete(RecordFiles.index(rec), false);
  }

  /** Sets when the files were modified, in seconds. */
  void setTimes(int records, int text, int binary) throws IOException {
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
