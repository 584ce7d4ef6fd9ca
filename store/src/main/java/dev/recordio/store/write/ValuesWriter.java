// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import java.io.Closeable;
import java.io.IOException;

/** Writes values of one field into chunks, for a delta table that says whose they are. */
public final class ValuesWriter implements Closeable {
  private final FieldEntry field;
  private final ChunkWriter chunks;
  private final ValueCodec codec;
  private long offset;

  /** Creates a writer; the first chunk is created with the first value. */
  public ValuesWriter(StoreWriting files, FieldEntry field, long chunkBytes) {
    this.field = field;
    chunks = new ChunkWriter(files, chunkBytes);
    codec = ValueCodec.of(field.field().codec());
  }

  /** Adds a value; returns its word. {@link #chunk} and {@link #offset} are its place. */
  public int add(byte[] bytes, int from, int length) throws IOException {
    if (!field.field().type().accepts(length)) {
      throw new IllegalArgumentException(length + " bytes for field " + field.field());
    }
    int word = chunks.add(bytes, from, length, codec);
    offset = chunks.endRecord();
    return word;
  }

  /** Adds stored bytes, and checksum, as another chunk has them. */
  public void addStored(byte[] bytes, int from, int space) throws IOException {
    chunks.addStored(bytes, from, space);
    offset = chunks.endRecord();
  }

  /** Returns the number of the last value's chunk. */
  public int chunk() {
    return chunks.chunk();
  }

  /** Returns where the last value begins in its chunk. */
  public long offset() {
    return offset;
  }

  /** Returns the chunks. */
  public ChunkList chunks() {
    return chunks.chunks();
  }

  /** Closes the last chunk. */
  public void finish() throws IOException {
    chunks.finish();
  }

  @Override
  public void close() throws IOException {
    chunks.close();
  }
}
