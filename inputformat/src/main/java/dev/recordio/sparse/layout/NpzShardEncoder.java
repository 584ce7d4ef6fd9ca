// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.npy.NpyHeader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a shard as the {@code .npz} file that {@code scipy.sparse.save_npz} makes of the same
 * matrix, byte for byte when stored: indices, indptr, format, shape and data. Values are float32;
 * indices and indptr int32 when rows, columns and entries are at most 2^31 - 1, else int64, which
 * is SciPy's own rule. Columns ascend in each row.
 *
 * <p>If stored, all sizes and CRCs are before the members, so that nothing is written twice and
 * nothing kept: one pass for the CRCs, unless the shape has them ({@link NpzShape}), and one for
 * each of the three arrays. A pass that gives other rows than the one before is an error. Members
 * and archives of any size work (ZIP64).
 */
public final class NpzShardEncoder implements ShardEncoder {
  private static final String INDICES = "indices.npy";
  private static final String INDPTR = "indptr.npy";
  private static final String FORMAT = "format.npy";
  private static final String SHAPE = "shape.npy";
  private static final String DATA = "data.npy";

  private static final byte[] CSR = {'c', 's', 'r'};
  private static final int SHAPE_BYTES = 2 * Long.BYTES;

  /** The bytes of a file without rows, except for the one offset that it has. */
  private static final long FIXED_BYTES = new NpzShardEncoder(false).emptyBytes() - Integer.BYTES;

  private final boolean deflate;
  private Drain drain;
  private long offset;
  private ZipDirectory directory;
  private long shapeOffset;

  /**
   * Creates an encoder.
   *
   * @param deflate whether members are deflated, as by {@code save_npz(compressed=True)}; the
   *     arrays are then equal, not the bytes
   */
  public NpzShardEncoder(boolean deflate) {
    this.deflate = deflate;
  }

  @Override
  public String suffix() {
    return ".npz";
  }

  @Override
  public long bytes(ShardCounts counts) {
    long width = width(counts.rows(), counts.entries(), counts.columns());
    long offsets = width * (counts.rows() + 1);
    long indices = width * counts.entries();
    long values = Float.BYTES * counts.entries();
    long bytes = FIXED_BYTES + offsets + indices + values;
    return bytes <= ZipDirectory.ZIP64_LIMIT ? bytes : bytes + zip64Bytes(indices, offsets, values);
  }

  @Override
  public void check(CsrBlock block) throws MalformedRecordException {
    for (int row = 0; block.hasQid() && row < block.rows(); row++) {
      long qid = block.qids()[row];
      if (qid < 0) {
        String expected = "query ids below 2^63, as .qid.npy holds them (--to rowblock takes all)";
        throw ShardEncoder.refused(block, row, expected, Long.toUnsignedString(qid));
      }
    }
  }

  @Override
  public ShardShape newShape() {
    return deflate ? new ShardShape() : new NpzShape();
  }

  @Override
  public Map<String, Vector> vectors(ShardRows shard) {
    CsrSource rows = shard.source();
    ShardShape shape = shard.shape();
    float[] margins = shard.baseMargins();
    var vectors = new LinkedHashMap<String, Vector>();
    if (shard.labelColumns() < 0) {
      vectors.put(".label.npy", out -> new NpyEncoder(out).labels(rows, shape));
    } else {
      vectors.put(".labels.npz", out -> writeLabels(shard, out));
    }
    if (shape.hasWeight()) {
      vectors.put(".weight.npy", out -> new NpyEncoder(out).weights(rows, shape));
    }
    if (shape.hasQid()) {
      vectors.put(".qid.npy", out -> new NpyEncoder(out).qids(rows, shape));
      vectors.put(
          ".group_ptr.npy", out -> new NpyEncoder(out).groups(QueryGroups.ofQids(rows, shape)));
    }
    if (shape.hasField()) {
      vectors.put(".field.npy", out -> new NpyEncoder(out).fields(rows, shape));
    }
    if (margins != null) {
      int outputs = shape.rows() == 0 ? 1 : (int) (margins.length / shape.rows());
      vectors.put(".base_margin.npy", out -> new NpyEncoder(out).floats(margins, outputs));
    }
    return vectors;
  }

  private void writeLabels(ShardRows shard, Drain out) throws IOException {
    CsrSource sets = shard.labelSets();
    var labels = new ShardRows(sets, ShardShape.of(sets), shard.labelColumns(), null, true);
    new NpzShardEncoder(deflate).write(labels, out);
  }

  /** A member: a header, then a column or a few bytes. */
  private record Member(
      String name, byte[] header, CsrColumn column, byte[] few, int width, long size) {
    static Member of(String name, String type, long length, int width, CsrColumn column) {
      return new Member(
          name,
          NpyHeader.vector(type, length),
          column,
          new byte[0],
          width,
          NpyHeader.BYTES + length * width);
    }

    static Member of(String name, byte[] header, byte[] few) {
      CsrColumn none = (block, out) -> {};
      return new Member(name, header, none, few, 1, header.length + few.length);
    }

    void begin(LittleEndianWriter out) throws IOException {
      out.putBytes(header);
      out.putBytes(few);
      column.begin(out);
    }
  }

  /**
   * Writes one file.
   *
   * @return where it has the number of columns, unless members are deflated; another number may be
   *     put there when both are at most 2^31 - 1
   * @throws IllegalArgumentException when an index is no column, or columns are 2^63 or more
   * @throws IOException from the source or the drain
   */
  @Override
  public ColumnsPlace write(ShardRows shard, Drain to) throws IOException {
    final ShardShape shape = shard.shape();
    final long columns = shard.columns();
    if (columns < 0) {
      throw new IllegalArgumentException(
          Long.toUnsignedString(columns)
              + " columns do not fit the int64 of an .npz file: at most 2^63 - 1");
    }
    shape.requireColumns(columns);
    CsrSource rows = shape.ascending(shard.source());
    drain = to;
    offset = 0;
    directory = new ZipDirectory();
    List<Member> members = members(shape, columns);
    if (deflate) {
      writeDeflated(members, rows);
    } else {
      boolean known = shape instanceof NpzShape && members.get(0).width() == Integer.BYTES;
      writeStored(members, rows, known ? crcs(members, (NpzShape) shape) : crcs(members, rows));
    }
    long central = offset;
    put(directory.end(offset));
    if (deflate) {
      return null;
    }
    long begin = shapeOffset + ZipDirectory.localBytes(SHAPE);
    return new ColumnsPlace(
        begin + NpyHeader.BYTES + Long.BYTES,
        begin,
        new long[] {
          shapeOffset + ZipDirectory.LOCAL_CRC,
          central + directory.position(SHAPE) + ZipDirectory.CENTRAL_CRC
        });
  }

  /** Returns the bytes of an index, and of an offset. */
  static int width(long rows, long entries, long columns) {
    return Math.max(Math.max(rows, columns), entries) > Integer.MAX_VALUE ? 8 : 4;
  }

  /**
   * Returns what ZIP64 adds to a stored file whose three arrays have these bytes, without their
   * headers.
   */
  static long zip64Bytes(long indices, long offsets, long values) {
    long indicesSize = NpyHeader.BYTES + indices;
    long offsetsSize = NpyHeader.BYTES + offsets;
    long valuesSize = NpyHeader.BYTES + values;
    long offsetsBegin = ZipDirectory.localBytes(INDICES) + indicesSize;
    long formatBegin = offsetsBegin + ZipDirectory.localBytes(INDPTR) + offsetsSize;
    long shapeBegin = formatBegin + ZipDirectory.localBytes(FORMAT) + NpyHeader.BYTES + CSR.length;
    long valuesBegin = shapeBegin + ZipDirectory.localBytes(SHAPE) + NpyHeader.BYTES + SHAPE_BYTES;
    return ZipDirectory.zip64Bytes(indicesSize, 0)
        + ZipDirectory.zip64Bytes(offsetsSize, offsetsBegin)
        + ZipDirectory.zip64Bytes(0, formatBegin)
        + ZipDirectory.zip64Bytes(0, shapeBegin)
        + ZipDirectory.zip64Bytes(valuesSize, valuesBegin)
        + ZipDirectory.zip64EndBytes(valuesBegin + ZipDirectory.localBytes(DATA) + valuesSize);
  }

  private static List<Member> members(ShardShape shape, long columns) throws IOException {
    int width = width(shape.rows(), shape.entries(), columns);
    boolean wide = width == Long.BYTES;
    String type = wide ? NpyHeader.INT64 : NpyHeader.INT32;
    byte[] dimensions = new byte[SHAPE_BYTES];
    var numbers = new LittleEndianWriter((b, at, n) -> System.arraycopy(b, at, dimensions, 0, n));
    numbers.putLong(shape.rows());
    numbers.putLong(columns);
    numbers.flush();
    long nnz = shape.entries();
    return List.of(
        Member.of(INDICES, type, nnz, width, CsrColumn.indices(wide)),
        Member.of(INDPTR, type, shape.rows() + 1, width, CsrColumn.offsets(wide)),
        Member.of(FORMAT, NpyHeader.scalar(NpyHeader.CHARS3), CSR),
        Member.of(SHAPE, NpyHeader.vector(NpyHeader.INT64, 2), dimensions),
        Member.of(DATA, NpyHeader.FLOAT32, nnz, 4, CsrColumn.values()));
  }

  private void writeStored(List<Member> members, CsrSource source, int[] crcs) throws IOException {
    for (int i = 0; i < crcs.length; i++) {
      Member member = members.get(i);
      int crc = crcs[i];
      long size = member.size();
      var entry =
          new ZipDirectory.Entry(member.name(), ZipDirectory.STORED, crc, size, size, offset);
      shapeOffset = member.name().equals(SHAPE) ? offset : shapeOffset;
      put(ZipDirectory.localHeader(entry));
      CrcDrain written = write(member, source, drain);
      same(member, size, crc, written.bytes(), written.crc());
      offset += size;
      directory.add(entry);
    }
  }

  /** Returns the CRCs of all members by the CRCs of the arrays. */
  private static int[] crcs(List<Member> members, NpzShape shape) throws IOException {
    var crcs = new int[members.size()];
    for (int i = 0; i < crcs.length; i++) {
      Member member = members.get(i);
      crcs[i] =
          switch (member.name()) {
            case INDICES -> shape.indices().after(member.header());
            case INDPTR -> shape.offsets().after(member.header());
            case DATA -> shape.values().after(member.header());
            default -> write(member, CsrSource.of(), new CrcDrain()).crc();
          };
    }
    return crcs;
  }

  /** Takes the CRCs of all members in one pass. */
  private static int[] crcs(List<Member> members, CsrSource source) throws IOException {
    var tallies = new CrcDrain[members.size()];
    var outs = new LittleEndianWriter[members.size()];
    for (int i = 0; i < outs.length; i++) {
      tallies[i] = new CrcDrain();
      outs[i] = new LittleEndianWriter(tallies[i]);
      members.get(i).begin(outs[i]);
    }
    source.pass(
        block -> {
          for (int i = 0; i < outs.length; i++) {
            members.get(i).column().append(block, outs[i]);
          }
        });
    var crcs = new int[outs.length];
    for (int i = 0; i < outs.length; i++) {
      outs[i].flush();
      crcs[i] = tallies[i].crc();
      same(members.get(i), members.get(i).size(), 0, tallies[i].bytes(), 0);
    }
    return crcs;
  }

  private void writeDeflated(List<Member> members, CsrSource source) throws IOException {
    try (var deflater = new DeflateDrain(drain)) {
      for (Member member : members) {
        long begin = offset;
        put(ZipDirectory.streamedHeader(member.name(), member.size()));
        CrcDrain written = write(member, source, deflater);
        long compressed = deflater.finish();
        same(member, member.size(), 0, written.bytes(), 0);
        var entry =
            new ZipDirectory.Entry(
                member.name(),
                ZipDirectory.DEFLATED,
                written.crc(),
                compressed,
                member.size(),
                begin);
        offset += compressed;
        put(ZipDirectory.descriptor(entry));
        directory.add(entry);
      }
    }
  }

  private static CrcDrain write(Member member, CsrSource source, Drain to) throws IOException {
    var tally = new CrcDrain(to);
    var out = new LittleEndianWriter(tally);
    member.begin(out);
    if (member.few().length == 0) {
      source.pass(block -> member.column().append(block, out));
    }
    out.flush();
    return tally;
  }

  private static void same(Member member, long size, int crc, long foundSize, int foundCrc) {
    if (size != foundSize || crc != foundCrc) {
      throw new IllegalStateException(
          "the rows of a shard changed between two passes: "
              + member.name()
              + " was to have "
              + size
              + " bytes with CRC-32 "
              + Integer.toHexString(crc)
              + ", now has "
              + foundSize
              + " with "
              + Integer.toHexString(foundCrc));
    }
  }

  private void put(byte[] bytes) throws IOException {
    drain.drain(bytes, 0, bytes.length);
    offset += bytes.length;
  }
}
