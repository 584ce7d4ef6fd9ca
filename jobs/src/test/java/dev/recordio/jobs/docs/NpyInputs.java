// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import dev.recordio.npy.NpyHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;

/** The arrays of docs/store.md, of the same types and shapes as the script there makes. */
final class NpyInputs {
  private static final int RECORDS = 1000;
  private static final int NEW_RECORDS = 50;
  private static final int BATCH = 256;
  private static final int STEP = 4;
  private static final int FIRST = 3; // 12 and 13, which are deleted, are not among 3, 7, 11, 15
  private static final int LABELS = 10;
  private static final long[] IMAGE = {32, 32, 3};
  private static final long[] WRONG = {17, 4, 99};
  private static final float[] RIGHT = {3, 3, 7};

  private NpyInputs() {}

  static void write(Path folder) throws IOException {
    var random = new Random(1);
    images(folder.resolve("images.npy"), RECORDS, random);
    images(folder.resolve("monday.npy"), NEW_RECORDS, random);
    float[] labels = new float[RECORDS];
    for (int i = 0; i < RECORDS; i++) {
      labels[i] = random.nextInt(LABELS);
    }
    floats(folder.resolve("labels.npy"), labels);
    floats(folder.resolve("relabelled.npy"), RIGHT);
    longs(folder.resolve("wrong.npy"), WRONG);
    longs(
        folder.resolve("epoch.npy"),
        LongStream.range(0, BATCH).map(i -> FIRST + STEP * i).toArray());
  }

  private static void images(Path file, int count, Random random) throws IOException {
    long[] shape = {count, IMAGE[0], IMAGE[1], IMAGE[2]};
    byte[] pixels = new byte[(int) (count * IMAGE[0] * IMAGE[1] * IMAGE[2])];
    random.nextBytes(pixels);
    write(file, NpyHeader.array(NpyHeader.UINT8, shape), pixels);
  }

  private static void floats(Path file, float[] values) throws IOException {
    ByteBuffer bytes = littleEndian(Float.BYTES * values.length);
    bytes.asFloatBuffer().put(values);
    write(file, NpyHeader.vector(NpyHeader.FLOAT32, values.length), bytes.array());
  }

  private static void longs(Path file, long[] values) throws IOException {
    ByteBuffer bytes = littleEndian(Long.BYTES * values.length);
    bytes.asLongBuffer().put(values);
    write(file, NpyHeader.vector(NpyHeader.INT64, values.length), bytes.array());
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void write(Path file, byte[] header, byte[] values) throws IOException {
    Files.write(
        file, ByteBuffer.allocate(header.length + values.length).put(header).put(values).array());
  }
}
