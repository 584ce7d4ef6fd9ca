// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.Gather;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.store.schema.FieldType;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.zip.CRC32C;

/**
 * Reads, checks and decodes stored values whose places are known: their checksums, their lengths,
 * their compression. A value is named by its field and the number of its id in the places. For use
 * by one thread.
 */
public final class StoredValues implements Closeable {
  /** Takes stored values. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes a value.
     *
     * @param bytes the stored bytes begin at {@code at}; null when there are none, or they were not
     *     read
     * @param word its {@link StoredWord}
     */
    void take(int i, int f, byte[] bytes, int at, int word) throws IOException;

    /** Whether values of a chunk are read. */
    default boolean reads(int chunk) {
      return true;
    }

    /** Decides what happens to the rest when some values cannot be read, or one is damaged. */
    default void failed(IOException e) throws IOException {
      throw e;
    }
  }

  private final StoreTables tables;
  private final List<FieldEntry> fields;
  private final List<Places> places;
  private final FieldType[] types; // of each field: looked up once, not for each value
  private Places[] placesOf = {}; // of each field, from the first value on
  private final IntToLongFunction ids;
  private final ValueCodec[] codecs;
  private final boolean[] raw; // fields without a codec
  private final CRC32C checksum = new CRC32C();
  private Gather gather; // of read

  /**
   * Creates the object; opens nothing yet.
   *
   * @param places of each field, the places of its values; complete before the first value is read
   * @param ids returns an id by its number in the places
   */
  public StoredValues(
      StoreTables tables, List<FieldEntry> fields, List<Places> places, IntToLongFunction ids) {
    this.tables = tables;
    this.fields = fields;
    this.places = places;
    this.ids = ids;
    codecs = new ValueCodec[fields.size()];
    raw = new boolean[fields.size()];
    types = new FieldType[fields.size()];
    for (int f = 0; f < raw.length; f++) {
      raw[f] = fields.get(f).field().codec() == FieldCodec.RAW;
      types[f] = fields.get(f).field().type();
    }
  }

  /**
   * Reads the values of the first ids, id by id, and checks their checksums. Passes all of them,
   * also those that are absent.
   */
  public void read(int count, Taker taker) throws IOException {
    if (gather == null) {
      gather = new Gather(tables.conf(), tables.chunkPaths());
    }
    int all = count * fields.size();
    for (int from = 0; from < all; ) {
      gather.clear();
      int to = from;
      while (to < all && (!isRead(to, taker) || request(to))) {
        to++;
      }
      try {
        gather.fetch();
        pass(from, to, taker);
      } catch (IOException e) {
        taker.failed(e);
      }
      from = to;
    }
  }

  private boolean isRead(int value, Taker taker) {
    Places of = places(value % fields.size());
    int i = value / fields.size();
    return !StoredWord.isAbsent(of.word(i)) && taker.reads(of.chunk(i));
  }

  private boolean request(int value) {
    Places of = places(value % fields.size());
    int i = value / fields.size();
    return gather.add(of.chunk(i), of.offset(i), StoredWord.space(of.word(i)));
  }

  private void pass(int from, int to, Taker taker) throws IOException {
    int range = 0;
    for (int value = from; value < to; value++) {
      int f = value % fields.size();
      int i = value / fields.size();
      int word = places(f).word(i);
      if (!isRead(value, taker)) {
        taker.take(i, f, null, 0, word);
        continue;
      }
      int at = gather.start(range++);
      try {
        check(f, i, gather.bytes(), at);
        taker.take(i, f, gather.bytes(), at, word);
      } catch (MalformedRecordException e) {
        taker.failed(e);
      }
    }
  }

  private Places places(int f) {
    if (placesOf.length == 0) {
      placesOf = places.toArray(new Places[0]);
    }
    return placesOf[f];
  }

  /** Whether a value is stored as it is. */
  public boolean isPlain(int f, int i) {
    return raw[f] || StoredWord.isPlain(places(f).word(i));
  }

  /**
   * Checks the checksum of a value, which comes after it.
   *
   * @throws MalformedRecordException when the value is damaged
   */
  public void check(int f, int i, byte[] bytes, int at) throws MalformedRecordException {
    int stored = StoredWord.length(places(f).word(i));
    check(f, i, bytes, at, LittleEndian.getInt(bytes, at + stored));
  }

  /**
   * Checks the checksum of a value.
   *
   * @throws MalformedRecordException when the value is damaged
   */
  public void check(int f, int i, byte[] bytes, int at, int expected)
      throws MalformedRecordException {
    int stored = StoredWord.length(places(f).word(i));
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
    int length = StoredWord.length(places(f).word(i));
    if (!isPlain(f, i)) {
      length = length < 4 ? -1 : LittleEndian.getInt(bytes, at);
    }
    if (length < 0 || !types[f].accepts(length)) {
      throw damaged(f, i, 0, "a value of the type " + types[f], length + " bytes");
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
      int stored = StoredWord.length(places(f).word(i));
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
    Places of = places(f);
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

  @Override
  public void close() throws IOException {
    if (gather != null) {
      gather.close();
    }
  }
}
