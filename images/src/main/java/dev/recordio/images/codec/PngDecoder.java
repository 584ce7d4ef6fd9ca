// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.Damage;
import dev.recordio.images.format.Orientation;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes PNG, some rows at a time, straight into the pixels. It is our own, since ImageIO's reader
 * checks no CRC, applies gamma, and inflates and keeps texts and profiles.
 */
final class PngDecoder {
  private static final int BATCH = 1 << 16; // bytes inflated at once, or one row

  /** So many bytes that are more than the pixels are inflated, as by libpng. */
  private static final int MAX_MORE = 1024;

  // Adam7: first column and row, and steps, of each pass.
  private static final int[] LEFT = {0, 4, 0, 2, 0, 1, 0};
  private static final int[] TOP = {0, 0, 4, 0, 2, 0, 1};
  private static final int[] ACROSS = {8, 8, 4, 4, 2, 2, 1};
  private static final int[] DOWN = {8, 8, 8, 4, 4, 2, 2};

  private final PngLayout layout = new PngLayout();
  private final PngRows rows = new PngRows(layout);
  private final Inflater inflater = new Inflater();
  private byte[] raw = {};
  private byte[] line = {};

  private byte[] bytes = {};
  private int offset;
  private int chunk; // index of the chunk that is inflated

  /**
   * Decodes a PNG.
   *
   * @return the first thing that is wrong and harms no pixel; null if there is none
   */
  MalformedRecordException decode(byte[] source, int from, int length, Decoding how, Pixels into)
      throws MalformedRecordException {
    layout.readShape(source, from, length);
    ImageHeader.limit(layout.width, layout.height, 16, how);
    layout.readChunks(true);
    bytes = source;
    offset = from;
    int orientation = how.color() == ImageColor.UNCHANGED ? 1 : layout.orientation;
    rows.begin(how.color());
    long size = (long) layout.width * layout.height * rows.channels * (rows.depth / 8);
    ImageHeader.limitBytes(size, 16, how);
    boolean turns = Orientation.exchanges(orientation);
    into.reshape(
        turns ? layout.height : layout.width,
        turns ? layout.width : layout.height,
        rows.channels,
        rows.depth);
    inflater.reset();
    chunk = -1;
    var places =
        orientation == 1 && !layout.interlaced
            ? null
            : new Orientation(orientation, layout.width, layout.height);
    try {
      if (!layout.interlaced) {
        pass(places, 0, 1, 0, 1, into);
      } else {
        for (int i = 0; i < LEFT.length; i++) {
          pass(places, LEFT[i], ACROSS[i], TOP[i], DOWN[i], into);
        }
      }
      finish();
      checkIndices(how);
      return layout.warning();
    } catch (DataFormatException e) {
      throw Damage.of(chunk - offset, "the compressed data (IDAT) of a PNG", e);
    } finally {
      bytes = raw; // lets the image go
    }
  }

  private void pass(Orientation places, int left, int across, int top, int down, Pixels into)
      throws DataFormatException, MalformedRecordException {
    int width = (layout.width - left + across - 1) / across;
    int height = (layout.height - top + down - 1) / down;
    if (width <= 0 || height <= 0) {
      return;
    }
    int stored = 1 + layout.rowBytes(width);
    int batch = Math.max(1, Math.min(height, BATCH / stored));
    int pixel = into.pixelBytes();
    raw = atLeast(raw, (batch + 1) * stored);
    if (places != null) {
      line = atLeast(line, width * pixel);
    }
    Arrays.fill(raw, 0, stored, (byte) 0);
    for (int y = 0; y < height; y += batch) {
      int count = Math.min(batch, height - y);
      inflate(stored, count * stored);
      for (int i = 0; i < count; i++) {
        int at = (i + 1) * stored;
        unfilter(at, stored);
        if (places == null) {
          rows.expand(raw, at + 1, width, into.data(), (y + i) * into.rowBytes());
        } else {
          rows.expand(raw, at + 1, width, line, 0);
          places.line(line, 0, width, left, across, top + (y + i) * down, pixel, into.data());
        }
      }
      System.arraycopy(raw, count * stored, raw, 0, stored);
    }
  }

  private void unfilter(int at, int stored) throws MalformedRecordException {
    int filter = raw[at] & 0xff;
    if (filter > PngFilters.PAETH) {
      throw Damage.at(chunk - offset, "a filter of 0 to 4", filter + "");
    }
    int pixel = Math.max(1, layout.samples() * layout.bits / 8);
    PngFilters.undo(filter, raw, at + 1, at + 1 - stored, stored - 1, pixel);
  }

  private void inflate(int at, int count) throws DataFormatException, MalformedRecordException {
    int done = 0;
    while (done < count) {
      int more = inflater.inflate(raw, at + done, count - done);
      done += more;
      if (more == 0 && !feed()) {
        throw Damage.at(
            chunk - offset, "the pixels of " + shape(), "compressed data (IDAT) of fewer");
      }
    }
  }

  /** Gives the inflater the next chunk; returns false when it can't go on. */
  private boolean feed() {
    if (inflater.finished() || !inflater.needsInput()) {
      return false; // not needsInput: it asks for a dictionary
    }
    int next = chunk < 0 ? layout.data : after(chunk);
    if (next >= layout.dataEnd()) {
      return false;
    }
    chunk = next;
    inflater.setInput(bytes, chunk + 8, ImageHeader.i32(bytes, chunk));
    return true;
  }

  /** Goes to the end of the compressed data, for its checksum. What is too much is passed over. */
  private void finish() throws DataFormatException, MalformedRecordException {
    int more = 0;
    while (!inflater.finished() && more < MAX_MORE) {
      int some = inflater.inflate(raw, 0, Math.min(raw.length, MAX_MORE - more));
      more += some;
      if (some == 0 && !inflater.finished() && !feed()) {
        throw Damage.at(chunk - offset, "the end of the compressed data (IDAT)", "none");
      }
    }
    if (more > 0) {
      layout.warn(chunk, "the pixels of " + shape(), "compressed data (IDAT) of more");
      return;
    }
    long rest = inflater.getRemaining();
    for (int next = after(chunk); next < layout.dataEnd(); next = after(next)) {
      rest += ImageHeader.i32(bytes, next);
    }
    if (rest > 0) {
      layout.warn(chunk, "the end of the compressed data (IDAT)", rest + " bytes after it");
    }
  }

  /** Of an index that the palette lacks the file does not say the color; libpng takes black. */
  private void checkIndices(Decoding how) throws MalformedRecordException {
    if (rows.greatestIndex() < layout.paletteColors) {
      return;
    }
    String expected = "the " + layout.paletteColors + " colors of the palette";
    String found = "color " + rows.greatestIndex();
    if (how.damaged() != Decoding.Damaged.ACCEPT) {
      throw Damage.at(layout.data - offset, expected, found);
    }
    layout.warn(layout.data, expected, found);
  }

  private String shape() {
    return layout.width + "x" + layout.height;
  }

  private int after(int at) {
    return at + 12 + ImageHeader.i32(bytes, at);
  }

  private static byte[] atLeast(byte[] buffer, int length) {
    return buffer.length >= length ? buffer : new byte[length];
  }

  void close() {
    inflater.end();
  }
}
