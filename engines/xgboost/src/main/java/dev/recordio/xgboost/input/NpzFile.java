// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.input;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.Files;
import dev.recordio.npy.NpyVector;
import dev.recordio.sparse.CsrBlock;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The matrix of an {@code .npz} file as SciPy saves it, stored or deflated, read once from start to
 * end. Checksums are the archive's.
 */
final class NpzFile {
  private static final int BUFFER = 1 << 18;

  private final Configuration conf;
  private final WorkerInput.Shard shard;
  private final Path path;
  private final CsrBlock block;
  private long[] wide; // indices that may not fit the block's ints
  private long[] ends; // of rows
  private boolean hasIndices;
  private boolean hasValues;

  NpzFile(Configuration conf, WorkerInput.Shard shard) {
    this.conf = conf;
    this.shard = shard;
    path = new Path(shard.path());
    block = new CsrBlock((int) shard.rows(), (int) shard.entries());
  }

  /**
   * Reads the matrix.
   *
   * @param labels one for each row
   * @return the rows; without weights and query ids
   */
  CsrBlock read(float[] labels) throws IOException {
    try (InputStream file = Files.openUnverified(conf, path, Files.Reading.WHOLE);
        var zip = new ZipInputStream(new BufferedInputStream(file, BUFFER))) {
      for (ZipEntry member = zip.getNextEntry(); member != null; member = zip.getNextEntry()) {
        member(member.getName(), zip);
        zip.closeEntry(); // reads what is left, and checks the CRC
      }
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      // The last one is for a name that is not in UTF-8.
      throw malformed("an .npz file as csr writes it", "damage: " + e.getMessage());
    }
    if (ends == null || !hasIndices || !hasValues) {
      throw malformed("the members indices, indptr and data", "not all of them");
    }
    return rows(labels);
  }

  private void member(String name, InputStream in) throws IOException {
    switch (name) {
      case "indices.npy" -> indices(vector(name, in).require(shard.entries(), "columns"));
      case "indptr.npy" -> offsets(vector(name, in).require(shard.rows() + 1, "offsets"));
      case "data.npy" -> values(vector(name, in).require(shard.entries(), "values"));
      default -> {} // format and shape, which are in the list of shards
    }
  }

  private NpyVector vector(String name, InputStream in) throws IOException {
    return new NpyVector(in, Long.MAX_VALUE, path + "#" + name);
  }

  private void indices(NpyVector from) throws IOException {
    boolean narrow = shard.maxIndex() >= 0 && shard.maxIndex() < Integer.MAX_VALUE;
    int[] indices = block.indices();
    wide = narrow ? null : new long[(int) shard.entries()];
    for (int i = 0; i < shard.entries(); i++) {
      long index = from.nextLong();
      if (Long.compareUnsigned(index, shard.maxIndex()) > 0) {
        throw malformed("columns up to " + shard.maxIndex(), "column " + index);
      }
      if (narrow) {
        indices[i] = (int) index;
      } else {
        wide[i] = index;
      }
    }
    hasIndices = true;
  }

  private void offsets(NpyVector from) throws IOException {
    ends = new long[(int) shard.rows()];
    long last = from.nextLong();
    if (last != 0) {
      throw malformed("0 as the first offset", last + "");
    }
    for (int row = 0; row < ends.length; row++) {
      ends[row] = from.nextLong();
      if (ends[row] < last || ends[row] > shard.entries()) {
        throw malformed(
            "an end of row " + row + " from " + last + " to " + shard.entries(), ends[row] + "");
      }
      last = ends[row];
    }
    if (last != shard.entries()) {
      throw malformed(shard.entries() + " as the last offset", last + "");
    }
  }

  private void values(NpyVector from) throws IOException {
    float[] values = block.values();
    for (int i = 0; i < shard.entries(); i++) {
      values[i] = from.nextFloat();
    }
    hasValues = true;
  }

  /** The entries are in the block's arrays already, unless they are wide. */
  private CsrBlock rows(float[] labels) {
    float[] values = wide == null ? null : block.values().clone();
    int entry = 0;
    for (int row = 0; row < ends.length; row++) {
      block.addRow(labels[row]);
      if (wide == null) {
        block.setEntries((int) ends[row]);
      } else {
        for (; entry < ends[row]; entry++) {
          block.add(wide[entry], values[entry]);
        }
      }
    }
    return block;
  }

  private MalformedRecordException malformed(String expected, String found) {
    return new MalformedRecordException(
        "a shard that is not the one that is listed", path.toString(), 0, -1, expected, found);
  }
}
