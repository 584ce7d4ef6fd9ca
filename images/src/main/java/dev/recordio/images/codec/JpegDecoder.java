// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.Damage;
import dev.recordio.images.format.Orientation;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;

/**
 * Decodes JPEG with ImageIO's reader, straight into the array of the pixels where they stay as they
 * are stored; or with {@link TurboJpeg}, where it is given one and the image is plain.
 *
 * <p>Where they are turned, or are CMYK, it decodes parts of at most {@link #MAX_PART} pixels, one
 * after the other, so that this costs a large image time (each part decodes what is above it) and
 * not memory.
 */
final class JpegDecoder {
  /** Pixels that are decoded at once before they are turned or converted. */
  private static final int MAX_PART = 1 << 24;

  /** What is expected of an image that libjpeg warns of. */
  static final String UNDAMAGED = "undamaged data of a JPEG";

  /** libjpeg's warning of bytes that it passes over to get to a marker. */
  private static final Pattern EXTRANEOUS =
      Pattern.compile("(\\d{1,9}) extraneous bytes before marker 0x([0-9a-f]{2})");

  /** Of so many places bytes are cut out to look whether there is anything else to warn of. */
  private static final int MAX_CUTS = 4;

  /** Scans of an image at most; tools write 10. */
  private static final int MAX_SCANS = 500;

  private static final ColorModel RGB = model(ColorSpace.CS_sRGB);
  private static final ColorModel GRAY = model(ColorSpace.CS_GRAY);
  private static final int[][] BANDS = {null, {0}, null, {0, 1, 2}};

  private final JpegLayout layout = new JpegLayout();
  private final JpegStream stream = new JpegStream();
  private final int maxPart;
  private final TurboJpeg turbo; // null: ImageIO alone
  private final Pixels part = new Pixels();
  private JpegScan scan; // made when it is needed
  private ImageReader reader;
  private String warning; // the first one
  private long warnedAt; // the position in the stream
  private boolean fresh; // TurboJPEG has yet to try this image

  /**
   * Creates a decoder.
   *
   * @param turbo decodes plain images; null to decode all with ImageIO
   */
  JpegDecoder(TurboJpeg turbo) {
    this(MAX_PART, turbo);
  }

  /** Creates a decoder that decodes parts of {@code maxPart} pixels. */
  JpegDecoder(int maxPart, TurboJpeg turbo) {
    this.maxPart = maxPart;
    this.turbo = turbo;
  }

  private static ColorModel model(int space) {
    return new ComponentColorModel(
        ColorSpace.getInstance(space), false, false, ColorModel.OPAQUE, DataBuffer.TYPE_BYTE);
  }

  /**
   * Decodes a JPEG.
   *
   * @return what the decoder warned of first, if the image is taken; else null
   */
  MalformedRecordException decode(byte[] bytes, int offset, int length, Decoding how, Pixels into)
      throws MalformedRecordException {
    layout.read(bytes, offset, length);
    ImageHeader.limit(layout.width, layout.height, layout.frame() + 5 - offset, how);
    if (layout.severalScans) {
      countScans(bytes, offset, offset + length);
    }
    if (!layout.hasOwnTables()) {
      forget();
    }
    fresh = turbo != null;
    try {
      return passes(bytes, offset, offset + length, how, into);
    } finally {
      stream.release();
    }
  }

  /**
   * Decodes; again, where it takes another look to know whether all data of the image is there:
   * libjpeg says the first thing that it warns of, and nothing of those after it.
   */
  private MalformedRecordException passes(
      byte[] bytes, int offset, int end, Decoding how, Pixels into)
      throws MalformedRecordException {
    MalformedRecordException first = layout.warning();
    boolean isWhole = false;
    stream.stopAtMarkers(false);
    for (int pass = 0; ; pass++) {
      stream.open(bytes, offset, end, layout);
      MalformedRecordException failure = pass(offset, how, into);
      if (failure == null && warning == null) {
        return first;
      }
      MalformedRecordException said =
          failure != null ? failure : Damage.at(layout.scan - offset, UNDAMAGED, warning);
      first = first == null ? said : first;
      Matcher passedOver = EXTRANEOUS.matcher(failure == null ? warning : "");
      int marker = passedOver.find() ? Integer.parseInt(passedOver.group(2), 16) : 0;
      boolean accepts = isWhole || how.damaged() == Decoding.Damaged.ACCEPT;
      if (failure == null && (accepts || marker == JpegLayout.EOI)) {
        return first;
      }
      int after = pass == 0 ? endOfCodes() : -1;
      int last = after < 0 ? -1 : JpegLayout.endOfImage(bytes, after, end);
      if (last >= 0) {
        layout.drop(after, last);
        isWhole = true;
        if (failure == null) {
          return first;
        }
      } else if (marker == 0 || pass > MAX_CUTS) {
        throw said;
      } else if (pass > 0 && !cut(bytes, marker, Integer.parseInt(passedOver.group(1)))) {
        throw said;
      } else {
        stream.stopAtMarkers(true); // the next pass finds the place
      }
    }
  }

  private int endOfCodes() {
    scan = scan == null ? new JpegScan() : scan;
    return scan.endOfCodes(layout);
  }

  /** Decodes once; returns the error, or null. */
  private MalformedRecordException pass(int offset, Decoding how, Pixels into) {
    warning = null;
    boolean decoded = false;
    try {
      pixels(how, into);
      decoded = true;
      return null;
    } catch (IOException | RuntimeException e) {
      return Damage.of(layout.scan - offset, "the data of a JPEG", e);
    } finally {
      if (!decoded) {
        forget();
      }
    }
  }

  /**
   * Leaves out the bytes that libjpeg has passed over before a marker.
   *
   * @param count how many, or fewer
   * @return false when they are not where they should be
   */
  private boolean cut(byte[] bytes, int marker, int count) {
    int at = warnedAt < 2 ? 0 : stream.source(warnedAt - 2);
    if (at < layout.scan || bytes[at] != (byte) 0xff || bytes[at + 1] != (byte) marker) {
      return false;
    }
    while (bytes[at - 1] == (byte) 0xff) {
      at--;
    }
    if (at - count <= layout.scan) {
      return false;
    }
    layout.drop(at - count, at);
    return true;
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
        at += 2 + ImageHeader.u16(bytes, at + 2);
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
          Colors.grayOfRgb(part.data(), width * count);
        }
      }
      places.place(part.data(), 0, width, y, count, channels, into.data());
    }
  }

  private void cmyk(byte[] raw, int count, boolean gray) {
    if (layout.isYcc()) {
      Colors.cmykOfYcck(raw, count);
    }
    if (gray) {
      Colors.grayOfCmyk(raw, count, part.data());
    } else {
      Colors.rgbOfCmyk(raw, count, part.data());
    }
  }

  /** Decodes rows into an array, from its beginning. */
  private void read(byte[] data, int y, int rows, int channels) throws IOException {
    boolean decoded = fresh && rows == layout.height && turbo.decode(layout, channels, data);
    fresh = false;
    if (decoded) {
      return;
    }
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
      reader = JdkCodec.reader("jpeg");
      reader.addIIOReadWarningListener(
          (source, text) -> {
            if (warning == null) {
              warning = text;
              warnedAt = stream.position();
            }
          });
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

  /** Colours of JPEG that ImageIO does not convert, by the integer rules of libjpeg and OpenCV. */
  private static final class Colors {
    private static final int HALF = 1 << 15;

    // libjpeg's conversion of YCC, fixed point of 16 bits; index is the chrominance.
    private static final int[] RED_OF_CR = new int[256];
    private static final int[] BLUE_OF_CB = new int[256];
    private static final int[] GREEN_OF_CR = new int[256];
    private static final int[] GREEN_OF_CB = new int[256];

    static {
      for (int i = 0; i < 256; i++) {
        int chroma = i - 128;
        RED_OF_CR[i] = fixed(1.40200) * chroma + HALF >> 16;
        BLUE_OF_CB[i] = fixed(1.77200) * chroma + HALF >> 16;
        GREEN_OF_CR[i] = -fixed(0.71414) * chroma;
        GREEN_OF_CB[i] = -fixed(0.34414) * chroma + HALF;
      }
    }

    private Colors() {}

    private static int fixed(double x) {
      return (int) (x * 65536 + 0.5);
    }

    /** Makes CMYK of YCCK in place: of the first three samples the opposite colours, K stays. */
    static void cmykOfYcck(byte[] data, int pixels) {
      for (int i = 0; i < 4 * pixels; i += 4) {
        int y = data[i] & 0xff;
        int cb = data[i + 1] & 0xff;
        int cr = data[i + 2] & 0xff;
        data[i] = clamp(255 - (y + RED_OF_CR[cr]));
        data[i + 1] = clamp(255 - (y + (GREEN_OF_CB[cb] + GREEN_OF_CR[cr] >> 16)));
        data[i + 2] = clamp(255 - (y + BLUE_OF_CB[cb]));
      }
    }

    private static byte clamp(int value) {
      return (byte) Math.max(0, Math.min(255, value));
    }

    /** Makes RGB of CMYK, as OpenCV does: k - (255 - c) * k / 256. */
    static void rgbOfCmyk(byte[] cmyk, int pixels, byte[] rgb) {
      for (int i = 0, to = 0; i < 4 * pixels; i += 4) {
        int k = cmyk[i + 3] & 0xff;
        rgb[to++] = (byte) mix(cmyk[i], k);
        rgb[to++] = (byte) mix(cmyk[i + 1], k);
        rgb[to++] = (byte) mix(cmyk[i + 2], k);
      }
    }

    /** Makes grey of the RGB of CMYK, as OpenCV does. */
    static void grayOfCmyk(byte[] cmyk, int pixels, byte[] gray) {
      for (int i = 0, to = 0; i < 4 * pixels; i += 4) {
        int k = cmyk[i + 3] & 0xff;
        int sum = 4899 * mix(cmyk[i], k) + 9617 * mix(cmyk[i + 1], k) + 1868 * mix(cmyk[i + 2], k);
        gray[to++] = (byte) (sum + (1 << 13) >> 14);
      }
    }

    private static int mix(byte ink, int k) {
      return k - ((255 - (ink & 0xff)) * k >> 8);
    }

    /** Makes grey of RGB in place, as libjpeg does. */
    static void grayOfRgb(byte[] data, int pixels) {
      for (int i = 0, from = 0; i < pixels; i++, from += 3) {
        int red = data[from] & 0xff;
        int green = data[from + 1] & 0xff;
        int blue = data[from + 2] & 0xff;
        data[i] =
            (byte)
                (fixed(0.29900) * red + fixed(0.58700) * green + fixed(0.11400) * blue + HALF
                    >> 16);
      }
    }
  }
}
