// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.schema.FieldCodec;
import java.io.IOException;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.zip.CRC32C;

/**
 * Checks and decodes stored values whose places are known: their checksums, their lengths, their
 * compression. Each method takes the field and the number of the id in the places. For use by one
 * thread.
 */
public final class ValueDecoder {
  private final StoreTables tables;
  private final List<FieldEntry> fields;
  private final List<Places> places;
  private final IntToLongFunction ids;
  private final ValueCodec[] codecs;
  private final CRC32C checksum = new CRC32C();

  /**
   * Creates a decoder.
   *
   * @param places of each field, the places of its values
   * @param ids returns an id by its number in the places
   */
  public ValueDecoder(
      StoreTables tables, List<FieldEntry> fields, List<Places> places, IntToLongFunction ids) {
    this.tables = tables;
    this.fields = fields;
    this.places = places;
    this.ids = ids;
    codecs = new ValueCodec[fields.size()];
  }

  /** Whether a value is stored as it is. */
  public boolean isPlain(int f, int i) {
    return fields.get(f).field().codec() == FieldCodec.RAW
        || StoredWord.isPlain(places.get(f).word(i));
  }

  /**
   * Checks the checksum of a value, which comes after it.
   *
   * @throws MalformedRecordException when the value is damaged
   */
  public void check(int f, int i, byte[] bytes, int at) throws MalformedRecordException {
    int stored = StoredWord.length(places.get(f).word(i));
    check(f, i, bytes, at, LittleEndian.getInt(bytes, at + stored));
  }

  /**
   * Checks the checksum of a value.
   *
   * @throws MalformedRecordException when the value is damaged
   */
  public void check(int f, int i, byte[] bytes, int at, int expected)
      throws MalformedRecordException {
    int stored = StoredWord.length(places.get(f).word(i));
    checksum.reset();
    checksum.update(bytes, at, stored);
    int found = (int) checksum.getValue();
    if (found != expected) {
      throw damaged(
          f, i, stored, String.format("CRC32C 0x%08x", expected), String.format("0x%08x", found));
    }
  }

  /**
   * Returns the length of a value when it is decoded.
   *
   * @param bytes the stored value begins at {@code at}; not read of a plain one
   * @throws MalformedRecordException when the field's type has no such values
   */
  public int length(int f, int i, byte[] bytes, int at) throws MalformedRecordException {
    int length = StoredWord.length(places.get(f).word(i));
    if (!isPlain(f, i)) {
      length = length < 4 ? -1 : LittleEndian.getInt(bytes, at);
    }
    var type = fields.get(f).field().type();
    if (length < 0 || !type.accepts(length)) {
      throw damaged(f, i, 0, "a value of the type " + type, length + " bytes");
    }
    return length;
  }

  /**
   * Decodes a value.
   *
   * @param length what {@link #length} returned
   * @throws MalformedRecordException when the value is damaged
   */
  public void decode(int f, int i, byte[] bytes, int at, byte[] to, int toAt, int length)
      throws MalformedRecordException {
    if (isPlain(f, i)) {
      System.arraycopy(bytes, at, to, toAt, length);
      return;
    }
    FieldCodec codec = fields.get(f).field().codec();
    if (codecs[f] == null) {
      codecs[f] = ValueCodec.of(codec);
    }
    try {
      int stored = StoredWord.length(places.get(f).word(i));
      codecs[f].decompress(bytes, at + 4, stored - 4, to, toAt, length);
    } catch (IOException e) {
      throw damaged(f, i, 0, length + " bytes under " + codec, e.getMessage());
    }
  }

  /**
   * Returns the error of a damaged value.
   *
   * @param after how many bytes after the beginning of the stored value
   */
  public MalformedRecordException damaged(int f, int i, int after, String expected, String found) {
    Places of = places.get(f);
    return new MalformedRecordException(
        "damaged value of field "
            + fields.get(f).field().name()
            + " of record "
            + ids.applyAsLong(i),
        tables.chunkPaths().get(of.chunk(i)).toString(),
        of.offset(i) + after,
        -1,
        expected,
        found);
  }
}
