// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.wire.RecordIndexLayout;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;

/**
 * Writes a binary index ({@code .ridx}), entry by entry in the order of the records. An index that
 * is closed before {@link #finish} has no footer, and no reader accepts it.
 */
public final class RidxWriter implements Closeable {
  private final OutputStream out;
  private final RecordIndexLayout layout;
  private final byte[] buffer = new byte[1 << 14];
  private final CRC32C checksum = new CRC32C();
  private int used;
  private long count;

  /** Creates a writer that owns {@code out} from now on. */
  public RidxWriter(OutputStream out, RecordIndexLayout layout) {
    this.out = out;
    this.layout = layout;
    layout.putHeader(buffer, 0);
    used = RecordIndexLayout.HEADER_BYTES;
  }

  /**
   * Creates a writer of the index of records being written: with all checksums.
   *
   * @param ordinalKeys whether the key of each record will be its ordinal, which is not stored
   */
  public static RidxWriter ofNewRecords(OutputStream out, boolean ordinalKeys) {
    int keys = ordinalKeys ? 0 : RecordIndexLayout.KEYS;
    return new RidxWriter(
        out,
        new RecordIndexLayout(
            RecordIndexLayout.PAYLOAD_CHECKSUMS | RecordIndexLayout.FILE_CHECKSUM | keys));
  }

  /**
   * Writes an entry.
   *
   * @param key the record's key, unsigned
   * @param offset where the record's first header begins, in bytes
   * @param length bytes of the payload
   * @param payloadChecksum CRC32C of the payload; any number if the layout has none
   * @throws IllegalArgumentException when the layout has no keys and the key is not the ordinal
   */
  public void write(long key, long offset, int length, int payloadChecksum) throws IOException {
    if (!layout.has(RecordIndexLayout.KEYS) && key != count) {
      throw new IllegalArgumentException(
          "key "
              + Long.toUnsignedString(key)
              + " for record "
              + count
              + " in an index without keys, where it must be the ordinal");
    }
    if (buffer.length - used < layout.entryBytes()) {
      flush();
    }
    layout.putEntry(buffer, used, offset, length, payloadChecksum, key);
    used += layout.entryBytes();
    count++;
  }

  /**
   * Writes the footer, once, after the last entry.
   *
   * @param recordsLength the length of the finished file of records, in bytes
   * @param recordsChecksum its CRC32C; any number if the layout has none
   */
  public void finish(long recordsLength, int recordsChecksum) throws IOException {
    flush();
    int fileChecksum = layout.has(RecordIndexLayout.FILE_CHECKSUM) ? recordsChecksum : 0;
    var footer =
        new RecordIndexLayout.Footer(count, recordsLength, fileChecksum, (int) checksum.getValue());
    RecordIndexLayout.putFooter(buffer, 0, footer);
    out.write(buffer, 0, RecordIndexLayout.FOOTER_BYTES);
  }

  private void flush() throws IOException {
    checksum.update(buffer, 0, used);
    out.write(buffer, 0, used);
    used = 0;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
