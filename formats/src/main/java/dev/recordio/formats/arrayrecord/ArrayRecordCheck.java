// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import org.apache.hadoop.util.Progressable;

/**
 * Checks a range of an ArrayRecord file: the hashes of chunks and of their headers, the headers of
 * blocks, the records against the footer, and that nothing is between them. What begins in a range
 * belongs to it. Where the footer is damaged, the range that begins the file has all of it.
 */
public final class ArrayRecordCheck {
  /** Takes what is wrong. */
  @FunctionalInterface
  public interface Findings {
    /**
     * Takes damage.
     *
     * @param why with its offset
     * @param end the offset after what it makes unreadable, as far as that is known
     */
    void add(MalformedRecordException why, long end);
  }

  private final Chunks file;
  private final Findings findings;
  private final Progressable progress;
  private long sound;

  private ArrayRecordCheck(Chunks file, Findings findings, Progressable progress) {
    this.file = file;
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * Checks what begins in a range.
   *
   * @param progress called for each chunk
   * @return how many records are sound
   */
  public static long check(
      Chunks file, long start, long end, Findings findings, Progressable progress)
      throws IOException {
    var check = new ArrayRecordCheck(file, findings, progress);
    check.run(start, end);
    return check.sound;
  }

  private void run(long start, long end) throws IOException {
    ArrayRecordFooter footer;
    try {
      footer = ArrayRecordFooter.read(file);
    } catch (MalformedRecordException e) {
      if (start == 0) {
        findings.add(e, file.length());
        walk(e.offset());
      }
      return;
    }
    long first = footer.offset(0);
    if (start == 0) {
      check(0, first, -1);
    }
    int chunk = footer.chunkFrom(start);
    for (; chunk < footer.chunks() && footer.offset(chunk) < end; chunk++) {
      progress.progress();
      long records = footer.first(chunk + 1) - footer.first(chunk);
      sound += check(footer.offset(chunk), footer.offset(chunk + 1), records) ? records : 0;
    }
    if (chunk == footer.chunks() && footer.offset(chunk) >= start && footer.offset(chunk) < end) {
      check(footer.offset(chunk), file.length() - Blocks.BYTES, footer.chunks() + 1L);
      check(file.length() - Blocks.BYTES, file.length(), ArrayRecordWriter.POSTSCRIPTS);
    }
  }

  /**
   * Checks chunks up to an offset: one of records, and after it only such as have none.
   *
   * @param records of the first one; -1 where it is the signature
   * @return whether they are sound
   */
  private boolean check(long from, long to, long records) throws IOException {
    try {
      for (long at = from; at < to; at = file.end()) {
        file.readHeader(at, to);
        boolean isFirst = at == from && records >= 0;
        char type = file.header().type();
        if (isFirst) {
          file.readRecords();
        } else {
          file.readData();
        }
        boolean isSignature = type == ChunkHeader.SIGNATURE;
        if (isSignature != (at == 0) || !isFirst && type == ChunkHeader.SIMPLE) {
          throw Chunks.malformed(
              at, at == 0 ? "a signature" : "padding up to " + to, "a chunk of type " + type);
        }
        if (isFirst && file.count() != records) {
          throw Chunks.malformed(at, "a chunk of " + records + " records", file.count() + "");
        }
        file.checkBlocks();
      }
      return true;
    } catch (MalformedRecordException e) {
      findings.add(e, to);
      return false;
    }
  }

  /** Counts the records of sound chunks that their headers lead to. */
  private void walk(long known) throws IOException {
    ArrayRecordWalk.walk(
        file,
        new ArrayRecordWalk.Found() {
          @Override
          public void chunk(long offset, long end, long records) throws IOException {
            progress.progress();
            sound += check(offset, end, records) ? records : 0;
          }

          @Override
          public void damage(MalformedRecordException why) {
            if (why.offset() != known) {
              findings.add(why, why.offset());
            }
          }
        });
  }
}
