// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.npy.NpyHeader;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.util.List;

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
public final class NpzEncoder {
  private static final String INDICES = "indices.npy";
  private static final String INDPTR = "indptr.npy";
  private static final String FORMAT = "format.npy";
  private static final String SHAPE = "shape.npy";
  private static final String DATA = "data.npy";

  private static final byte[] CSR = {'c', 's', 'r'};
  private static final int SHAPE_BYTES = 2 * Long.BYTES;

  private final Drain drain;
  private final boolean deflate;
  private long offset;
  private ZipDirectory directory;
  private long directoryOffset;
  private long shapeOffset;

  /**
   * Creates an encoder.
   *
   * @param deflate whether members are deflated, as by {@code save_npz(compressed=True)}; the
   *     arrays are then equal, not the bytes
   * @param drain takes the bytes
   */
  public NpzEncoder(boolean deflate, Drain drain) {
    this.deflate = deflate;
    this.drain = drain;
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
   * @param columns the number of columns, the same for all shards of a set
   * @throws IllegalArgumentException when an index is no column, or columns are 2^63 or more
   * @throws IOException from the source or the drain
   */
  public void write(CsrSource source, ShardShape shape, long columns) throws IOException {
    if (columns < 0) {
      throw new IllegalArgumentException(
          Long.toUnsignedString(columns)
              + " columns do not fit the int64 of an .npz file: at most 2^63 - 1");
    }
    shape.requireColumns(columns);
    CsrSource rows = shape.ascending(source);
    offset = 0;
    directory = new ZipDirectory();
    List<Member> members = members(shape, columns);
    if (deflate) {
      writeDeflated(members, rows);
    } else {
      boolean known = shape instanceof NpzShape && members.get(0).width() == Integer.BYTES;
      writeStored(members, rows, known ? crcs(members, (NpzShape) shape) : crcs(members, rows));
    }
    directoryOffset = offset;
    put(directory.end(offset));
  }

  /**
   * Returns where the file that was written last has the number of columns. Another number may be
   * put there when both are at most 2^31 - 1.
   *
   * @throws IllegalStateException when members are deflated
   */
  public ColumnsPlace columnsPlace() {
    if (deflate) {
      throw new IllegalStateException("the number of columns is deflated");
    }
    long begin = shapeOffset + ZipDirectory.localBytes(SHAPE);
    long central = directoryOffset + directory.position(SHAPE);
    return new ColumnsPlace(
        begin + NpyHeader.BYTES + Long.BYTES,
        begin,
        new long[] {shapeOffset + ZipDirectory.LOCAL_CRC, central + ZipDirectory.CENTRAL_CRC});
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

  /** Returns the CRCs of all members by those of the arrays. */
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
