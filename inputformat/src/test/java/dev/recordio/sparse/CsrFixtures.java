// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipInputStream;

/** The data sets of {@code fixtures/csr}: their rows, taken from SciPy's files, and their bytes. */
public final class CsrFixtures {
  public static final List<String> STORED =
      List.of("tiny", "mushroomlike", "real", "rank_qid", "weighted", "crlf_no_final_newline");
  public static final List<String> DEFLATED =
      List.of(
          "tiny",
          "mushroomlike",
          "mushroomlike_novalue",
          "real",
          "rank_qid",
          "weighted",
          "decimal_1based");
  public static final List<String> DMATRIX =
      List.of("tiny", "mushroomlike", "real", "rank_qid", "weighted");

  private CsrFixtures() {}

  /** An encoder's call. */
  public interface Encoding {
    void to(ByteArrayOutputStream out) throws IOException;
  }

  /** Returns what an encoder writes. */
  public static byte[] encode(Encoding encoding) throws IOException {
    var out = new ByteArrayOutputStream();
    encoding.to(out);
    return out.toByteArray();
  }

  static boolean exists(String name) {
    return CsrFixtures.class.getResource("/fixtures/csr/" + name) != null;
  }

  public static byte[] bytes(String name) {
    try (InputStream in = CsrFixtures.class.getResourceAsStream("/fixtures/csr/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static List<String> lines(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8).lines().toList();
  }

  /** Returns the members of an npz file in their order. */
  public static Map<String, byte[]> members(byte[] npz) throws IOException {
    var members = new LinkedHashMap<String, byte[]>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(npz))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        members.put(entry.getName(), zip.readAllBytes());
      }
    }
    return members;
  }

  /** Returns the numbers of an NPY file. */
  public static ByteBuffer numbers(byte[] npy) {
    ByteBuffer in = ByteBuffer.wrap(npy).order(ByteOrder.LITTLE_ENDIAN);
    return in.slice(10 + in.getShort(8), npy.length - 10 - in.getShort(8))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the number of columns of a set. */
  public static long columns(String set) throws IOException {
    return numbers(members(npz(set)).get("shape.npy")).getLong(8);
  }

  private static byte[] npz(String set) {
    return bytes(set + (exists(set + ".stored.npz") ? ".stored.npz" : ".deflated.npz"));
  }

  /** Returns the rows of a set, cut into blocks of {@code rowsPerBlock}. */
  public static CsrSource rows(String set, int rowsPerBlock) throws IOException {
    Map<String, byte[]> npz = members(npz(set));
    ByteBuffer indptr = numbers(npz.get("indptr.npy"));
    ByteBuffer indices = numbers(npz.get("indices.npy"));
    ByteBuffer data = numbers(npz.get("data.npy"));
    ByteBuffer labels = numbers(bytes(set + ".label.npy"));
    ByteBuffer weights = optional(set + ".weight.npy");
    ByteBuffer qids = optional(set + ".qid.npy");
    int rows = labels.remaining() / 4;
    var blocks = new CsrBlock[(rows + rowsPerBlock - 1) / rowsPerBlock];
    for (int r = 0; r < rows; r++) {
      if (r % rowsPerBlock == 0) {
        blocks[r / rowsPerBlock] = new CsrBlock();
      }
      CsrBlock block = blocks[r / rowsPerBlock];
      block.addRow(labels.getFloat(4 * r));
      if (weights != null) {
        block.setWeight(weights.getFloat(4 * r));
      }
      if (qids != null) {
        block.setQid(qids.getLong(8 * r));
      }
      for (int i = indptr.getInt(4 * r); i < indptr.getInt(4 * r + 4); i++) {
        block.add(indices.getInt(4 * i), data.getFloat(4 * i));
      }
    }
    return CsrSource.of(blocks);
  }

  /** Returns the rows of a set in one block. */
  public static CsrSource rows(String set) throws IOException {
    return rows(set, Integer.MAX_VALUE / 2);
  }

  private static ByteBuffer optional(String npy) {
    return exists(npy) ? numbers(bytes(npy)) : null;
  }
}
