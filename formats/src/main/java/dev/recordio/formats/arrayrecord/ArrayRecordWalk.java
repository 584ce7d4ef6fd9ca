// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;

/**
 * Finds the chunks of an ArrayRecord file from its beginning to its end, without its footer: each
 * chunk's header leads to the next one. After a damaged header it goes on at the next chunk that a
 * header of a block leads to.
 */
public final class ArrayRecordWalk {
  /** Takes what is found, in the order of the file. */
  public interface Found {
    /** Takes a chunk of records, whose data is not read yet. */
    void chunk(long offset, long end, long records) throws IOException;

    /** Takes damage; what follows it is found again if something does. */
    void damage(MalformedRecordException why) throws IOException;
  }

  private final Chunks file;
  private final Found found;
  private long offset; // of the last chunk of records; 0 for none
  private long end;
  private long records;

  private ArrayRecordWalk(Chunks file, Found found) {
    this.file = file;
    this.found = found;
  }

  /** Passes on all chunks of records but the footer and the postscript. */
  public static void walk(Chunks file, Found found) throws IOException {
    new ArrayRecordWalk(file, found).walk();
  }

  private void walk() throws IOException {
    long length = file.length();
    for (long at = 0; at < length; ) {
      try {
        file.readHeader(at, length);
        at = take(at);
      } catch (MalformedRecordException e) {
        passLast();
        found.damage(e);
        at = file.next(at + 1, length);
      }
    }
    passLast();
  }

  /** Takes the chunk whose header was read; returns where it ends. */
  private long take(long at) throws IOException {
    long until = file.end();
    long count = file.header().records();
    switch (file.header().type()) {
      case ChunkHeader.SIMPLE -> {
        if (at == file.length() - Blocks.BYTES) {
          passLast();
        } else {
          pass();
        }
        offset = at;
        end = until;
        records = count;
      }
      case ChunkHeader.SIGNATURE, ChunkHeader.METADATA, ChunkHeader.PADDING -> passLast();
      default -> file.readRecords(); // an error that says what it is
    }
    return until;
  }

  private void pass() throws IOException {
    if (offset > 0) {
      long at = offset;
      offset = 0;
      found.chunk(at, end, records);
    }
  }

  /** Passes on a chunk that may be the footer or the postscript, unless it is. */
  private void passLast() throws IOException {
    if (offset == 0) {
      return;
    }
    try {
      file.read(offset, end);
    } catch (MalformedRecordException e) {
      offset = 0;
      found.damage(e);
      return;
    }
    boolean isEnd = offset % Blocks.BYTES == 0 && ArrayRecordFooter.offset(file) >= 0;
    if (isEnd || ArrayRecordFooter.isFooter(file, offset)) {
      offset = 0;
    }
    pass();
  }
}
