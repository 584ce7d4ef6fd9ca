// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.IOException;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;

/**
 * Decodes JPEG with ImageIO's reader, straight into the array of the pixels where they stay as they
 * are stored.
 *
 * <p>Where they are turned, or are CMYK, it decodes parts of at most {@link #MAX_PART} pixels, one
 * after the other, so that this costs a large image time (each part decodes what is above it) and
 * not memory.
 */
final class JpegDecoder {
  /** Pixels that are decoded at once before they are turned or converted. */
  private static final int MAX_PART = 1 << 24;

  /** Scans of an image at most; tools write 10. */
  private static final int MAX_SCANS = 500;

  private static final ColorModel RGB = model(ColorSpace.CS_sRGB);
  private static final ColorModel GRAY = model(ColorSpace.CS_GRAY);
  private static final int[][] BANDS = {null, {0}, null, {0, 1, 2}};

  private final JpegLayout layout = new JpegLayout();
  private final JpegStream stream = new JpegStream();
  private final int maxPart;
  private final Pixels part = new Pixels();
  private ImageReader reader;
  private String warning;

  JpegDecoder() {
    this(MAX_PART);
  }

  /** Creates a decoder that decodes parts of {@code maxPart} pixels. */
  JpegDecoder(int maxPart) {
    this.maxPart = maxPart;
  }

  private static ColorModel model(int space) {
    return new ComponentColorModel(
        ColorSpace.getInstance(space), false, false, ColorModel.OPAQUE, DataBuffer.TYPE_BYTE);
  }

  void decode(byte[] bytes, int offset, int length, Decoding how, Pixels into)
      throws MalformedRecordException {
    layout.read(bytes, offset, length);
    ImageHeader.limit(layout.width, layout.height, layout.frame() + 5 - offset, how);
    if (layout.severalScans) {
      countScans(bytes, offset, offset + length);
    }
    if (!layout.hasOwnTables()) {
      forget();
    }
    stream.open(bytes, offset, offset + length, layout);
    warning = null;
    boolean decoded = false;
    try {
      pixels(how, into);
      decoded = true;
    } catch (IOException | RuntimeException e) {
      throw Damage.of(layout.scan - offset, "the data of a JPEG", e);
    } finally {
      stream.release();
      if (!decoded) {
        forget();
      }
    }
    if (warning != null && !how.acceptsDamaged()) {
      throw Damage.at(layout.scan - offset, "undamaged data of a JPEG", warning);
    }
  }

  /** Each scan goes over all pixels: without a limit a small file could take hours. */
  private void countScans(byte[] bytes, int offset, int end) throws MalformedRecordException {
    int scans = 0;
    int at = layout.scan;
    while (at + 3 < end) {
      int code = bytes[at] == (byte) 0xff ? bytes[at + 1] & 0xff : 0;
      if (code < JpegLayout.SOF0 || code == 0xff || JpegLayout.isRestart(code)) {
        at++; // the data of a scan
      } else if (code == JpegLayout.EOI) {
        return;
      } else if (code == JpegLayout.SOS && ++scans > MAX_SCANS) {
        throw Damage.at(at - offset, MAX_SCANS + " scans at most", "another one");
      } else {
        at += 2 + BigEndian.u16(bytes, at + 2);
      }
    }
  }

  private void pixels(Decoding how, Pixels into) throws IOException {
    int width = layout.width;
    int height = layout.height;
    boolean unchanged = how.color() == ImageColor.UNCHANGED;
    boolean gray = how.color() == ImageColor.GRAY || unchanged && layout.components == 1;
    int orientation = unchanged ? 1 : layout.orientation;
    int channels = gray ? 1 : 3;
    boolean turns = Orientation.exchanges(orientation);
    into.reshape(turns ? height : width, turns ? width : height, channels, 8);
    // libjpeg makes grey of luminance, or of grey; of RGB and of CMYK it is made here.
    boolean computed = gray && layout.components == 3 && !layout.isYcc();
    if (layout.components < 4 && orientation == 1 && !computed) {
      read(into.data(), 0, height, channels);
      return;
    }
    var places = new Orientation(orientation, width, height);
    int rows = Math.max(1, Math.min(height, maxPart / width));
    for (int y = 0; y < height; y += rows) {
      int count = Math.min(rows, height - y);
      if (layout.components == 4) {
        part.reshape(width, count, channels, 8);
        cmyk(readRaw(y, count), width * count, gray);
      } else {
        part.reshape(width, count, computed ? 3 : channels, 8);
        read(part.data(), y, count, part.channels());
        if (computed) {
          JpegColors.grayOfRgb(part.data(), width * count);
        }
      }
      places.place(part.data(), 0, width, y, count, channels, into.data());
    }
  }

  private void cmyk(byte[] raw, int count, boolean gray) {
    if (layout.isYcc()) {
      JpegColors.cmykOfYcck(raw, count);
    }
    if (gray) {
      JpegColors.grayOfCmyk(raw, count, part.data());
    } else {
      JpegColors.rgbOfCmyk(raw, count, part.data());
    }
  }

  /** Decodes rows into an array, from its beginning. */
  private void read(byte[] data, int y, int rows, int channels) throws IOException {
    int row = layout.width * channels;
    var buffer = new DataBufferByte(data, rows * row);
    WritableRaster raster =
        Raster.createInterleavedRaster(
            buffer, layout.width, rows, row, channels, BANDS[channels], null);
    ImageReadParam param = begin(y, rows);
    param.setDestination(new BufferedImage(channels == 1 ? GRAY : RGB, raster, false, null));
    reader.read(0, param);
  }

  /** Decodes rows of four components as they are stored. */
  private byte[] readRaw(int y, int rows) throws IOException {
    ImageReadParam param = begin(y, rows);
    Raster raster = reader.readRaster(0, param);
    return ((DataBufferByte) raster.getDataBuffer()).getData();
  }

  private ImageReadParam begin(int y, int rows) throws IOException {
    if (reader == null) {
      reader = JdkPlugins.jpegReader();
      reader.addIIOReadWarningListener(
          (source, text) -> warning = warning == null ? text : warning);
    }
    stream.rewind();
    reader.setInput(stream, true, true);
    ImageReadParam param = reader.getDefaultReadParam();
    if (rows < layout.height) {
      param.setSourceRegion(new Rectangle(0, y, layout.width, rows));
      param.setDestinationOffset(new Point(0, 0));
    }
    return param;
  }

  /**
   * Lets the reader go, so that another one is made: after an error, as what it remembers of the
   * image is unknown; and before an image that might use the tables of an earlier one.
   */
  private void forget() {
    if (reader != null) {
      reader.dispose();
      reader = null;
    }
  }

  void close() {
    forget();
  }
}
