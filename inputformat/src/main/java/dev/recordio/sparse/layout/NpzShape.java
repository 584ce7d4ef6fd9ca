// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.CrcJoin;
import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.RowSort;
import java.io.IOException;
import java.util.zip.CRC32;

/**
 * The shape of a shard with the CRCs of its three arrays in an {@code .npz} file, taken while a
 * block is still in the processor's cache. From the first row on whose columns descend, rows are
 * sorted in the blocks that are added, as they will be written.
 *
 * <p>The arrays are summed with numbers of 4 bytes and without their headers, whose lengths are
 * known only at the end.
 */
final class NpzShape extends ShardShape {
  private final Sum indices = new Sum(CsrColumn.indices(false));
  private final Sum offsets = new Sum(CsrColumn.offsets(false));
  private final Sum values = new Sum(CsrColumn.values());
  private final RowSort sort = new RowSort();

  /** The CRC of one array so far. */
  static final class Sum {
    private final CsrColumn column;
    private final CrcDrain crc = new CrcDrain();
    private final LittleEndianWriter out = new LittleEndianWriter(crc);
    private boolean begun;

    private Sum(CsrColumn column) {
      this.column = column;
    }

    private void add(CsrBlock block) throws IOException {
      begin();
      column.append(block, out);
    }

    private void begin() throws IOException {
      if (!begun) {
        begun = true;
        column.begin(out);
      }
    }

    /** Returns the CRC of the array after a header. */
    int after(byte[] header) throws IOException {
      begin();
      out.flush();
      var before = new CRC32();
      before.update(header);
      return CrcJoin.CRC32.join((int) before.getValue(), crc.crc(), crc.bytes());
    }
  }

  @Override
  public void add(CsrBlock block) throws IOException {
    super.add(block);
    if (!isAscending()) {
      sort.sort(block);
    }
    indices.add(block);
    offsets.add(block);
    values.add(block);
  }

  Sum indices() {
    return indices;
  }

  Sum offsets() {
    return offsets;
  }

  Sum values() {
    return values;
  }
}
