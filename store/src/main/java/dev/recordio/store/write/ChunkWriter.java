// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.store.layout.ChunkLayout;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.write.StoreWriting.StoreFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Writes values into chunks of one group, one after the other. The values of a record lie in one
 * chunk; a chunk is closed when the next record would make it larger than its limit.
 */
public final class ChunkWriter implements Closeable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final StoreWriting files;
  private final List<FieldEntry> fields;
  private final ValueCodec[] codecs;
  private final long limit;
  private final ChunkList chunks = new ChunkList();
  private final CRC32C checksum = new CRC32C();

  private byte[] buffer = new byte[1 << 16];
  private int used;
  private int recordAt; // in the buffer, where the current record begins
  private int valuesOfRecord;
  private StoreFile file;
  private int number = ChunkList.NONE;
  private long values; // of the current chunk
  private long flushed; // bytes of the current chunk that are not in the buffer any more

  /**
   * Creates a writer; the first chunk is created with the first record.
   *
   * @param fields the fields whose values are written
   * @param limit the bytes of a chunk's file
   */
  public ChunkWriter(StoreWriting files, List<FieldEntry> fields, long limit) {
    this.files = files;
    this.fields = fields;
    this.limit = limit;
    codecs = new ValueCodec[fields.size()];
    for (int i = 0; i < codecs.length; i++) {
      codecs[i] = ValueCodec.of(fields.get(i).field().codec());
    }
  }

  public ChunkList chunks() {
    return chunks;
  }

  /**
   * Adds a value to the current record.
   *
   * @param field which of the fields
   * @return its {@link StoredWord}
   */
  public int add(int field, byte[] bytes, int offset, int length) throws IOException {
    fields.get(field).field().requireLength(length);
    ValueCodec codec = codecs[field];
    int at = used;
    int word = length;
    if (codec != null) {
      ensure(4 + length);
      LittleEndian.putInt(buffer, used, length);
      int stored =
          length < 5 ? -1 : codec.compress(bytes, offset, length, buffer, used + 4, length - 5);
      word = stored < 0 ? length | StoredWord.PLAIN : 4 + stored;
      used += stored < 0 ? 0 : 4 + stored;
    }
    if (codec == null || StoredWord.isPlain(word)) {
      ensure(length);
      System.arraycopy(bytes, offset, buffer, used, length);
      used += length;
    }
    checksum.reset();
    checksum.update(buffer, at, used - at);
    ensure(StoredWord.CHECKSUM_BYTES);
    LittleEndian.putInt(buffer, used, (int) checksum.getValue());
    used += StoredWord.CHECKSUM_BYTES;
    valuesOfRecord++;
    return word;
  }

  /** Adds stored bytes, checksum included, as another chunk has them. */
  public void addStored(byte[] bytes, int offset, int space) {
    ensure(space);
    System.arraycopy(bytes, offset, buffer, used, space);
    used += space;
    valuesOfRecord++;
  }

  private void ensure(int more) {
    if (buffer.length - used < more) {
      long needed = Math.max((long) used + more, Math.min(2L * buffer.length, BUFFER_BYTES));
      buffer = Arrays.copyOf(buffer, Math.toIntExact(needed));
    }
  }

  /** Ends the current record, which has values. Returns where it begins in its chunk. */
  public long endRecord() throws IOException {
    int length = used - recordAt;
    if (file != null && position() + length + ChunkLayout.FOOTER_BYTES > limit && values > 0) {
      closeChunk();
    }
    if (file == null) {
      openChunk();
    }
    long at = position();
    values += valuesOfRecord;
    valuesOfRecord = 0;
    recordAt = used;
    if (used >= BUFFER_BYTES || buffer.length - used < length && buffer.length >= BUFFER_BYTES) {
      flush();
    }
    return at;
  }

  /** Returns the number of the chunk with the last record. */
  public int chunk() {
    return number;
  }

  /** Where the current record begins in the chunk. */
  private long position() {
    return flushed + recordAt;
  }

  private void openChunk() throws IOException {
    String name = StorePaths.newId();
    file = files.chunk(name, limit);
    number = chunks.number(name);
    byte[] header = new byte[ChunkLayout.HEADER_BYTES];
    ChunkLayout.putHeader(header, 0);
    file.write(header, 0, header.length);
    flushed = file.length();
    values = 0;
  }

  /** Writes the whole records of the buffer; the current one stays. */
  private void flush() throws IOException {
    file.write(buffer, 0, recordAt);
    System.arraycopy(buffer, recordAt, buffer, 0, used - recordAt);
    used -= recordAt;
    recordAt = 0;
    flushed = file.length();
    if (buffer.length > 2 * BUFFER_BYTES && used < BUFFER_BYTES) {
      buffer = Arrays.copyOf(buffer, BUFFER_BYTES); // after one large record
    }
  }

  private void closeChunk() throws IOException {
    flush();
    long bytes = file.length() - ChunkLayout.HEADER_BYTES;
    byte[] footer = new byte[ChunkLayout.FOOTER_BYTES];
    ChunkLayout.putFooter(footer, 0, new ChunkLayout.Footer(values, bytes, file.checksum()));
    file.write(footer, 0, footer.length);
    file.finish();
    chunks.setLength(number, file.length());
    file = null;
  }

  /** Closes the last chunk. */
  public void finish() throws IOException {
    if (file != null) {
      closeChunk();
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
