// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.MalformedRecordException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What commits added to, or took from, the live values of chunks. The sum over all ledgers of a
 * generation is what is live in it.
 *
 * <p>Bytes, in the description of a table without blocks: for each chunk 16 bytes of name, u64 its
 * file's length, u32 group, u32 0, i64 live bytes, i64 live values.
 */
public final class Ledger {
  private static final int ENTRY_BYTES = 48;

  /** A chunk. */
  public static final class Account {
    private final String chunk;
    private final int group;
    private long length;
    private long liveBytes;
    private long liveValues;

    private Account(String chunk, int group) {
      this.chunk = chunk;
      this.group = group;
    }

    /** Returns the chunk's name. */
    public String chunk() {
      return chunk;
    }

    /** Returns the number of the group of fields whose values it has. */
    public int group() {
      return group;
    }

    /** Returns the length of its file; 0 when only another ledger has it. */
    public long length() {
      return length;
    }

    /** Returns the bytes of its values, live or not, checksums included. */
    public long storedBytes() {
      return length == 0 ? 0 : length - ChunkLayout.HEADER_BYTES - ChunkLayout.FOOTER_BYTES;
    }

    /** Returns the bytes, with checksums, of live values; here: what is added, or taken. */
    public long liveBytes() {
      return liveBytes;
    }

    /** Returns the number of live values; here: what is added, or taken. */
    public long liveValues() {
      return liveValues;
    }

    /** Whether nothing in the chunk is live. */
    public boolean isDead() {
      return liveBytes == 0 && liveValues == 0;
    }
  }

  private final Map<String, Account> accounts = new LinkedHashMap<>();

  private Account account(String chunk, int group) {
    return accounts.computeIfAbsent(chunk, name -> new Account(name, group));
  }

  /** Notes a new chunk, whose values are all live so far. */
  public void addChunk(String chunk, int group, long length, long values) {
    Account account = account(chunk, group);
    account.length = length;
    account.liveBytes += account.storedBytes();
    account.liveValues += values;
  }

  /** Notes that a value is not live any more. */
  public void take(String chunk, int group, int space) {
    add(chunk, group, -space, -1);
  }

  /** Notes live bytes and values. */
  public void add(String chunk, int group, long bytes, long values) {
    Account account = account(chunk, group);
    account.liveBytes += bytes;
    account.liveValues += values;
  }

  /** Adds another ledger. */
  public void add(Ledger other) {
    for (Account from : other.accounts.values()) {
      Account account = account(from.chunk, from.group);
      account.length = Math.max(account.length, from.length);
      account.liveBytes += from.liveBytes;
      account.liveValues += from.liveValues;
    }
  }

  /** Returns the chunks. */
  public Collection<Account> accounts() {
    return accounts.values();
  }

  /** Returns a chunk; null when it is not here. */
  public Account get(String chunk) {
    return accounts.get(chunk);
  }

  /** Removes the chunks in which nothing is live. */
  public void removeDead() {
    accounts.values().removeIf(Account::isDead);
  }

  /** Whether there is nothing in it. */
  public boolean isEmpty() {
    return accounts.isEmpty();
  }

  /** Returns its bytes. */
  public byte[] encode() {
    byte[] to = new byte[accounts.size() * ENTRY_BYTES];
    int at = 0;
    for (Account account : accounts.values()) {
      ChunkList.putName(to, at, account.chunk);
      Words.putLong(to, at + 16, account.length);
      Words.putInt(to, at + 24, account.group);
      Words.putLong(to, at + 32, account.liveBytes);
      Words.putLong(to, at + 40, account.liveValues);
      at += ENTRY_BYTES;
    }
    return to;
  }

  /**
   * Reads a ledger.
   *
   * @param count the number of chunks, by the footer
   * @param bytes the description
   * @param offset where it begins in the file
   * @throws MalformedRecordException without a file's name when it is invalid
   */
  public static Ledger decode(long count, byte[] bytes, long offset)
      throws MalformedRecordException {
    var in = new MetaReader(bytes, offset);
    if (count * ENTRY_BYTES != bytes.length) {
      throw in.wrong(0, count + " chunks in " + count * ENTRY_BYTES + " bytes", bytes.length);
    }
    var ledger = new Ledger();
    for (int i = 0; i < count; i++) {
      int at = in.skip(ChunkList.NAME_BYTES);
      long length = in.nextLong();
      Account account = ledger.account(ChunkList.name(bytes, at), in.nextInt());
      if (in.nextInt() != 0 || length < 0) {
        throw in.wrong(in.at() - 4, "a chunk's length, a group and 0", length);
      }
      account.length = length;
      account.liveBytes += in.nextLong();
      account.liveValues += in.nextLong();
    }
    return ledger;
  }
}
