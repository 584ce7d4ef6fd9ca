// SPDX-License-Identifier: Apache-2.0
package dev.recordio.io;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;

/**
 * Many sparse rows as a value, in the primitive arrays of a {@link CsrBlock}.
 *
 * <p>Written, it is a count of bytes (4 bytes, big-endian) and libdmlc's saved row block with
 * 64-bit indices ({@link RowBlockEncoder}). Positions of rows are not written.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RowBlockWritable implements Writable {
  private final CsrBlock block;
  private final DataOutputBuffer saved = new DataOutputBuffer(0);
  private final RowBlockEncoder encoder = new RowBlockEncoder(IndexType.UINT64);
  private final RowBlockDecoder decoder = new RowBlockDecoder(IndexType.UINT64);
  private byte[] read = {};

  /** Creates one without rows. */
  public RowBlockWritable() {
    this(new CsrBlock());
  }

  /** Creates one that writes the rows of a block, and reads rows into it. */
  @InterfaceAudience.Private
  public RowBlockWritable(CsrBlock block) {
    this.block = block;
  }

  /** Returns the rows, always in the same object. */
  public CsrBlock block() {
    return block;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    CsrSource rows = CsrSource.of(block);
    saved.reset();
    encoder.write(rows, ShardShape.of(rows), true, saved::write);
    out.writeInt(saved.getLength());
    out.write(saved.getData(), 0, saved.getLength());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw Stepwise.malformed("not a row block", "a number of bytes", length + "");
    }
    read = Stepwise.read(in, read, length, "row block");
    decoder.begin(read, 0, length);
    decoder.next(block);
    if (decoder.offset() != length) {
      throw Stepwise.malformed(
          "row block that contradicts itself",
          "a row block of " + length + " bytes",
          "one of " + decoder.offset());
    }
  }
}
