// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.ColumnsPlace;
import dev.recordio.sparse.layout.ShardCounts;
import dev.recordio.sparse.layout.ShardEncoder;
import dev.recordio.sparse.layout.ShardRows;
import dev.recordio.sparse.layout.ShardShape;
import java.io.IOException;
import java.util.Arrays;

/**
 * Shards as TFRecords, an {@code ExampleListWithContext} a query: its rows as {@link RowExample}
 * makes them, without their query id, which is in the context. A query is a run of rows with the
 * same id; shards must not cut it. Columns ascend in each row.
 *
 * <p>Memory: 4 bytes for each query of a shard, besides a block.
 */
public final class ElwcShardEncoder implements ShardEncoder {
  // ExampleListWithContext { repeated Example examples = 1; Example context = 2 }, of TensorFlow
  // Serving's input.proto: what all examples share. No name may be in both.
  private static final int EXAMPLES = 1;
  private static final int CONTEXT = 2;

  private final RowExample rows = new RowExample();
  private final ExampleWriter context = new ExampleWriter();
  private final ProtoWriter head = new ProtoWriter();
  private final int mostOfQuery = (int) queryBytes(Long.MAX_VALUE) + TfRecordFrame.FRAME_BYTES;

  @Override
  public String suffix() {
    return ".tfrecord";
  }

  /** The bytes, and up to 8 more for each query: ids count as the longest. */
  @Override
  public long bytes(ShardCounts counts) {
    return counts.rowBytes() + counts.groups() * mostOfQuery;
  }

  @Override
  public boolean measuresRows() {
    return true;
  }

  @Override
  public long rowBytes(CsrBlock block, int row, ShardCounts counts) {
    return rowBytes(block, row, counts.hasWeight());
  }

  private int rowBytes(CsrBlock block, int row, boolean weight) {
    return ProtoWriter.sizeOfBytes(EXAMPLES, rows.of(block, row, weight, false).size());
  }

  /** Returns the bytes of a query, in addition to its rows. */
  private long queryBytes(long qid) {
    return ProtoWriter.sizeOfBytes(CONTEXT, context(qid).size());
  }

  private ExampleWriter context(long qid) {
    context.clear();
    context.int64(RowExample.QID, qid);
    return context;
  }

  @Override
  public void check(CsrBlock block) throws MalformedRecordException {
    RowExample.check(block);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException when rows have no query ids, or a query is beyond 2^31 - 1
   *     bytes
   */
  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    ShardShape shape = shard.shape();
    if (shape.rows() > 0 && !shape.hasQid()) {
      throw new IllegalArgumentException(
          "they have no query ids (qid:N), and a message is a query's rows");
    }
    CsrSource source = shape.ascending(shard.source());
    var sizes = new Sizes(shape.hasWeight());
    source.pass(sizes);
    var out = new Messages(sizes, new TfRecordWriter(drain));
    source.pass(out);
    out.finish();
    return null;
  }

  /** Visits rows, and begins a query where the id differs from the id of the row before. */
  private abstract static class Queries implements CsrSource.Visitor {
    private boolean begun;
    private long qid;

    abstract void begin(long newQid) throws IOException;

    abstract void row(CsrBlock block, int row) throws IOException;

    @Override
    public final void block(CsrBlock block) throws IOException {
      for (int row = 0; row < block.rows(); row++) {
        long next = block.qids()[row];
        if (!begun || next != qid) {
          begun = true;
          qid = next;
          begin(next);
        }
        row(block, row);
      }
    }
  }

  /** The bytes of each query's message. */
  private final class Sizes extends Queries {
    private final boolean weight;
    private int[] sizes = new int[16];
    private int count;
    private long qid;

    Sizes(boolean weight) {
      this.weight = weight;
    }

    @Override
    void begin(long newQid) {
      if (count == sizes.length) {
        sizes = Arrays.copyOf(sizes, count + (count >> 1));
      }
      qid = newQid;
      sizes[count++] = (int) queryBytes(newQid);
    }

    @Override
    void row(CsrBlock block, int row) {
      long size = (long) sizes[count - 1] + rowBytes(block, row, weight);
      if (size > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "query " + qid + " has more bytes than protobuf takes in a message, 2^31 - 1");
      }
      sizes[count - 1] = (int) size;
    }
  }

  private final class Messages extends Queries {
    private final Sizes sizes;
    private final TfRecordWriter frames;
    private int query = -1;
    private long qid;

    Messages(Sizes sizes, TfRecordWriter frames) {
      this.sizes = sizes;
      this.frames = frames;
    }

    @Override
    void begin(long newQid) throws IOException {
      end();
      qid = newQid;
      frames.begin(sizes.sizes[++query]);
    }

    @Override
    void row(CsrBlock block, int row) throws IOException {
      put(EXAMPLES, rows.of(block, row, sizes.weight, false));
    }

    private void end() throws IOException {
      if (query >= 0) {
        put(CONTEXT, context(qid));
        frames.end();
      }
    }

    void finish() throws IOException {
      end();
      frames.flush();
    }

    private void put(int field, ExampleWriter example) throws IOException {
      head.clear();
      head.begin(field, example.size());
      frames.drain(head.array(), 0, head.length());
      example.write(frames);
    }
  }
}
