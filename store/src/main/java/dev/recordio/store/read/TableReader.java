// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.Gather;
import dev.recordio.store.layout.DeltaMeta;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.layout.TableMeta;
import dev.recordio.store.layout.TableMeta.Block;
import dev.recordio.store.manifest.Manifest.TableRef;
import dev.recordio.store.read.StoreTables.OpenTable;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Opens tables, and reads blocks of them, several with one {@link Gather}. For use by one thread.
 */
public final class TableReader implements Closeable {
  /** Bytes at the end of a table that are read first: all of most tables. */
  private static final int TAIL_BYTES = 32 << 10;

  private static final int MIN_BYTES =
      TableLayout.HEADER_BYTES + TableLayout.KIND_BYTES + TableLayout.FOOTER_BYTES;

  private final StoreTables tables;
  private final Gather gather;

  /** Creates a reader; opens nothing yet. */
  public TableReader(StoreTables tables) {
    this.tables = tables;
    gather = Gather.ofVerified(tables.conf(), tables.tablePaths());
  }

  public OpenTable open(TableRef ref) throws IOException {
    return openAll(List.of(ref)).get(0);
  }

  /**
   * Returns tables, those that are not open yet read side by side.
   *
   * @throws MalformedRecordException when one is damaged
   */
  public List<OpenTable> openAll(List<? extends TableRef> refs) throws IOException {
    var open = new ArrayList<OpenTable>();
    for (int from = 0; from < refs.size(); ) {
      gather.clear();
      var reading = new ArrayList<TableRef>();
      while (from < refs.size() && request(refs.get(from), reading)) {
        from++;
      }
      gather.fetch();
      for (int i = 0; i < reading.size(); i++) {
        tables.put(decode(reading.get(i), i));
      }
    }
    for (TableRef ref : refs) {
      open.add(tables.get(tables.number(ref.file())));
    }
    return open;
  }

  private boolean request(TableRef ref, List<TableRef> reading) throws IOException {
    int number = tables.number(ref.file());
    if (tables.get(number) != null
        || reading.stream().anyMatch(other -> other.file().equals(ref.file()))) {
      return true;
    }
    if (ref.bytes() < MIN_BYTES) {
      throw new MalformedRecordException(
          "not a table", path(number), 0, -1, MIN_BYTES + " bytes or more", ref.bytes() + " bytes");
    }
    int tail = (int) Math.min(ref.bytes(), TAIL_BYTES);
    if (!gather.add(number, ref.bytes() - tail, tail)) {
      return false;
    }
    reading.add(ref);
    return true;
  }

  private String path(int table) {
    return tables.tablePaths().get(table).toString();
  }

  private OpenTable decode(TableRef ref, int range) throws IOException {
    int number = tables.number(ref.file());
    Path path = tables.tablePaths().get(number);
    byte[] bytes = gather.bytes();
    try {
      int tailAt = gather.start(range);
      int tail = gather.length(range);
      int footerAt = tailAt + tail - TableLayout.FOOTER_BYTES;
      TableLayout.Footer footer = TableLayout.footer(bytes, footerAt, ref.bytes());
      long metaBytes = ref.bytes() - TableLayout.FOOTER_BYTES - footer.metaAt();
      long tailOffset = ref.bytes() - tail;
      byte[] meta;
      if (footer.metaAt() >= tailOffset) {
        int at = (int) (footer.metaAt() - tailOffset) + tailAt;
        meta = Arrays.copyOfRange(bytes, at, footerAt);
      } else {
        meta = readMeta(number, footer.metaAt(), metaBytes);
      }
      if (TableLayout.checksum(meta, 0, meta.length) != footer.metaChecksum()) {
        throw new MalformedRecordException(
            "damaged description of a table",
            null,
            footer.metaAt(),
            -1,
            String.format("CRC32C 0x%08x", footer.metaChecksum()),
            String.format("0x%08x", TableLayout.checksum(meta, 0, meta.length)));
      }
      TableLayout.Kind kind = TableLayout.Kind.of(LittleEndian.getInt(meta, 0));
      if (kind == null) {
        throw new MalformedRecordException(
            "unknown kind of table",
            null,
            footer.metaAt(),
            -1,
            "1 to " + TableLayout.Kind.values().length,
            String.valueOf(LittleEndian.getInt(meta, 0)));
      }
      byte[] rest = Arrays.copyOfRange(meta, TableLayout.KIND_BYTES, meta.length);
      OpenTable table = table(number, path, kind, footer, rest);
      checkBlocks(table, ref.bytes());
      if (tailOffset == 0) {
        requireKind(kind, TableLayout.kind(bytes, tailAt));
        keepBlocks(table, bytes, tailAt);
      }
      return table;
    } catch (MalformedRecordException e) {
      throw e.path() == null ? e.at(path.toString()) : e;
    }
  }

  /** The header has the kind, too; of a larger table it is not read. */
  private static void requireKind(TableLayout.Kind expected, TableLayout.Kind found)
      throws MalformedRecordException {
    if (found != expected) {
      throw new MalformedRecordException(
          "wrong kind of table", null, 8, -1, expected.name(), found.name());
    }
  }

  private byte[] readMeta(int table, long at, long length) throws IOException {
    if (length > Integer.MAX_VALUE - 16) {
      throw new MalformedRecordException(
          "description too large", null, at, -1, "less than 2 GiB", length + " bytes");
    }
    byte[] meta = new byte[(int) length];
    try (var more = Gather.ofVerified(tables.conf(), tables.tablePaths())) {
      more.add(table, at, meta.length);
      more.fetch();
      System.arraycopy(more.bytes(), more.start(0), meta, 0, meta.length);
    }
    return meta;
  }

  private OpenTable table(
      int number, Path path, TableLayout.Kind kind, TableLayout.Footer footer, byte[] meta)
      throws MalformedRecordException {
    long at = footer.metaAt() + TableLayout.KIND_BYTES;
    TableMeta described =
        kind == TableLayout.Kind.ROWS
            ? RowsMeta.decode(footer.count(), meta, at)
            : DeltaMeta.decode(kind == TableLayout.Kind.DELTA, footer.count(), meta, at);
    int[] numbers = tables.numbers(described.chunks());
    return new OpenTable(number, path, kind, footer, described, numbers);
  }

  /** The description begins where the blocks, whose number it gives, end. */
  private static void checkBlocks(OpenTable table, long length) throws MalformedRecordException {
    long end = table.meta().end();
    if (end != table.footer().metaAt()) {
      throw new MalformedRecordException(
          "wrong footer of a table",
          null,
          length - TableLayout.FOOTER_BYTES,
          -1,
          "a description at " + end + ", after " + table.footer().count() + " entries",
          String.valueOf(table.footer().metaAt()));
    }
  }

  /** Keeps the blocks of a table that was read as a whole. */
  private void keepBlocks(OpenTable table, byte[] bytes, int start)
      throws MalformedRecordException {
    for (long block = 0; block < table.meta().blocks(); block++) {
      int at = start + (int) table.meta().blockAt(block);
      tables.cache().put(table.number(), block, table.meta().block(block, bytes, at));
    }
  }

  /** Begins a batch of blocks. */
  void begin() {
    gather.clear();
  }

  /** Returns a block that is in memory; null when it is not. */
  Block cached(OpenTable table, long block) {
    return tables.cache().get(table.number(), block);
  }

  /** Requests a block; false when the batch is full. */
  boolean request(OpenTable table, long block) {
    TableMeta meta = table.meta();
    return gather.add(table.number(), meta.blockAt(block), meta.blockBytes(block));
  }

  /** Reads the blocks requested. */
  void fetch() throws IOException {
    gather.fetch();
  }

  /** Returns, and keeps, a block that was read: request {@code i} of the batch. */
  Block take(OpenTable table, long block, int i) throws MalformedRecordException {
    try {
      Block read = table.meta().block(block, gather.bytes(), gather.start(i));
      tables.cache().put(table.number(), block, read);
      return read;
    } catch (MalformedRecordException e) {
      throw e.at(table.path().toString());
    }
  }

  /** Returns the bytes read so far, gaps included. */
  public long bytesRead() {
    return gather.bytesRead();
  }

  @Override
  public void close() throws IOException {
    gather.close();
  }
}
