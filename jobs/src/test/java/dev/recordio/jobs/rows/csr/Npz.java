// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.testing.Fixtures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.zip.ZipInputStream;

/** Reads npz and npy files, with the JDK's own ZIP reader. */
public final class Npz {
  private Npz() {}

  /** A CSR matrix, indices and row offsets as 64-bit numbers. */
  public record Matrix(
      long rows, long columns, List<Long> indptr, List<Long> indices, ByteBuffer data) {
    /** Returns the checksum, in hex, of little-endian numbers. */
    public String sha256OfIndptr() {
      return sha256(longs(indptr));
    }

    /** Returns the checksum, in hex, of little-endian numbers. */
    public String sha256OfIndices() {
      return sha256(longs(indices));
    }

    /** Returns the checksum, in hex, of little-endian numbers. */
    public String sha256OfData() {
      return sha256(data);
    }
  }

  /** Reads a matrix. */
  public static Matrix read(byte[] npz) throws IOException {
    var members = new HashMap<String, byte[]>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(npz))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        members.put(entry.getName(), zip.readAllBytes());
      }
    }
    ByteBuffer shape = numbers(members.get("shape.npy"));
    return new Matrix(
        shape.getLong(0),
        shape.getLong(8),
        integers(members.get("indptr.npy")),
        integers(members.get("indices.npy")),
        numbers(members.get("data.npy")));
  }

  /** Returns the rows of several matrices with equally many columns as one matrix. */
  public static Matrix stack(List<Matrix> parts) {
    var indptr = new ArrayList<>(List.of(0L));
    var indices = new ArrayList<Long>();
    var data = new ArrayList<ByteBuffer>();
    long rows = 0;
    for (Matrix part : parts) {
      long before = indptr.get(indptr.size() - 1);
      part.indptr().stream().skip(1).forEach(end -> indptr.add(before + end));
      indices.addAll(part.indices());
      data.add(part.data());
      rows += part.rows();
    }
    return new Matrix(rows, parts.get(0).columns(), indptr, indices, join(data));
  }

  /** Returns the bytes of several buffers as those of one. */
  public static ByteBuffer join(List<ByteBuffer> parts) {
    ByteBuffer all = ByteBuffer.allocate(parts.stream().mapToInt(ByteBuffer::remaining).sum());
    parts.forEach(part -> all.put(part.duplicate()));
    return all.flip().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the numbers of an NPY file. */
  public static ByteBuffer numbers(byte[] npy) {
    ByteBuffer in = ByteBuffer.wrap(npy).order(ByteOrder.LITTLE_ENDIAN);
    int begin = 10 + in.getShort(8);
    return in.slice(begin, npy.length - begin).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static List<Long> integers(byte[] npy) {
    boolean wide =
        new String(npy, 10, 40, java.nio.charset.StandardCharsets.US_ASCII).contains("<i8");
    ByteBuffer in = numbers(npy);
    Long[] all = new Long[in.remaining() / (wide ? 8 : 4)];
    Arrays.setAll(all, i -> wide ? in.getLong(8 * i) : in.getInt(4 * i));
    return List.of(all);
  }

  private static ByteBuffer longs(List<Long> numbers) {
    ByteBuffer out = ByteBuffer.allocate(8 * numbers.size()).order(ByteOrder.LITTLE_ENDIAN);
    numbers.forEach(out::putLong);
    return out.flip();
  }

  /** Returns the checksum, in hex. */
  public static String sha256(ByteBuffer bytes) {
    byte[] all = new byte[bytes.remaining()];
    bytes.duplicate().get(all);
    return Fixtures.sha256(all, 0, all.length);
  }
}
