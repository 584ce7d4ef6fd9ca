// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.Orientation;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.opencv_core.Mat;

/**
 * OpenCV's codec. It decodes JPEGs of one scan that are whole, and encodes. All else goes to the
 * JDK's codec: progressive JPEGs and damaged ones, since OpenCV hides damage; CMYK; PNG, where
 * OpenCV inflates what nobody needs and checks less. So both codecs decode the same images, to the
 * same pixels, and refuse the same ones, with the same errors.
 */
final class OpenCvCodec implements ImageCodec {
  private static final int MIN_SOURCE = 1 << 16; // bytes
  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private final ImageCodec jdk = new JdkCodec();
  private final JpegLayout layout = new JpegLayout();
  private final JpegScan scan = new JpegScan();
  private final Mat decoded = new Mat();
  private final Mat image = new Mat();

  /** Pixels as they are stored, or as OpenCV wants them. */
  private final Pixels stored = new Pixels();

  private final BytePointer jpegName = new BytePointer(ImageEncoding.JPEG.extension());
  private final BytePointer pngName = new BytePointer(ImageEncoding.PNG.extension());
  private final IntPointer parameters = new IntPointer(2L);

  /** Bytes that are decoded. */
  private BytePointer source = new BytePointer(MIN_SOURCE);

  /**
   * Loads the native code.
   *
   * @throws LinkageError when a jar of it is missing, or none is for this system
   */
  static void load() {
    opencv_imgcodecs.haveImageWriter(ImageEncoding.JPEG.extension());
  }

  @Override
  public String description() {
    return "OpenCV " + opencv_core.CV_VERSION;
  }

  @Override
  public MalformedRecordException decode(
      byte[] bytes, int offset, int length, Decoding how, Pixels into)
      throws MalformedRecordException {
    return isPlain(bytes, offset, length, how) && decodeJpeg(bytes, offset, length, how, into)
        ? null
        : jdk.decode(bytes, offset, length, how, into);
  }

  /** Whether it is a JPEG that OpenCV decodes by the rules, within the limit, and undamaged. */
  private boolean isPlain(byte[] bytes, int offset, int length, Decoding how)
      throws MalformedRecordException {
    if (!JpegLayout.begins(bytes, offset, length)) {
      return false;
    }
    layout.read(bytes, offset, length);
    boolean gray = how.color() == ImageColor.GRAY;
    return (layout.components == 1 || layout.components == 3 && (layout.isYcc() || !gray))
        && (long) layout.width * layout.height <= how.maxPixels()
        && scan.isWhole(layout);
  }

  private boolean decodeJpeg(byte[] bytes, int offset, int length, Decoding how, Pixels into) {
    boolean unchanged = how.color() == ImageColor.UNCHANGED;
    boolean gray = how.color() == ImageColor.GRAY || unchanged && layout.components == 1;
    if (source.capacity() < length) {
      source.close();
      source = new BytePointer(Math.max(length, 2 * source.capacity()));
    }
    source.put(bytes, offset, length);
    int flags =
        (gray ? opencv_imgcodecs.IMREAD_GRAYSCALE : opencv_imgcodecs.IMREAD_COLOR_RGB)
            | opencv_imgcodecs.IMREAD_IGNORE_ORIENTATION;
    try (Mat encoded = new Mat(1, length, opencv_core.CV_8UC1, source)) {
      Mat result = opencv_imgcodecs.imdecode(encoded, flags, decoded);
      boolean any = !result.empty();
      result.close();
      if (!any) {
        return false; // though it has the shape
      }
    } catch (RuntimeException e) {
      return false; // the type of OpenCV's own exceptions; the JDK's codec says what is wrong
    }
    int type = gray ? opencv_core.CV_8UC1 : opencv_core.CV_8UC3;
    int width = layout.width;
    int height = layout.height;
    if (decoded.cols() != width || decoded.rows() != height || decoded.type() != type) {
      return false;
    }
    int orientation = unchanged ? 1 : layout.orientation;
    int channels = gray ? 1 : 3;
    Pixels target = orientation == 1 ? into : stored;
    target.reshape(width, height, channels, 8);
    decoded.data().get(target.data(), 0, target.bytes());
    if (orientation != 1) {
      boolean turns = Orientation.exchanges(orientation);
      into.reshape(turns ? height : width, turns ? width : height, channels, 8);
      new Orientation(orientation, width, height)
          .place(stored.data(), 0, width, 0, height, channels, into.data());
    }
    return true;
  }

  @Override
  public void encode(Pixels pixels, ImageEncoding encoding, int quality, EncodedImage into)
      throws MalformedRecordException {
    boolean jpeg = encoding == ImageEncoding.JPEG;
    if (quality < 0
        || quality > (jpeg ? 100 : 9)
        || Math.max(pixels.width(), pixels.height()) > JpegEncoder.MAX_EDGE) {
      jdk.encode(pixels, encoding, quality, into); // which says what is wrong
      return;
    }
    int channels = jpeg ? Math.min(3, pixels.channels()) : pixels.channels();
    int depth = jpeg ? 8 : pixels.depth();
    stored.reshape(pixels.width(), pixels.height(), channels, depth);
    toNative(pixels, stored);
    int type =
        opencv_core.CV_MAKETYPE(depth == 8 ? opencv_core.CV_8U : opencv_core.CV_16U, channels);
    image.create(pixels.height(), pixels.width(), type);
    image.data().put(stored.data(), 0, stored.bytes());
    parameters.put(
        0, jpeg ? opencv_imgcodecs.IMWRITE_JPEG_QUALITY : opencv_imgcodecs.IMWRITE_PNG_COMPRESSION);
    parameters.put(1, quality);
    try (BytePointer bytes = new BytePointer()) {
      if (!opencv_imgcodecs.imencode(jpeg ? jpegName : pngName, image, bytes, parameters)) {
        throw new IllegalStateException(
            "OpenCV did not encode " + pixels.width() + "x" + pixels.height() + " pixels");
      }
      int length = Math.toIntExact(bytes.limit());
      bytes.get(into.array(length), 0, length);
    }
  }

  @Override
  public void close() {
    jdk.close();
    decoded.close();
    image.close();
    source.close();
    parameters.close();
    jpegName.close();
    pngName.close();
  }

  /**
   * Turns pixels into OpenCV's order: blue, green, red, alpha; 16 bits as the processor has them.
   *
   * @param to has the shape of the result; with fewer channels alpha is dropped, with fewer bits
   *     the high ones are taken
   */
  static void toNative(Pixels from, Pixels to) {
    if (from.channels() == 3 && from.depth() == 8 && to.depth() == 8) {
      exchange(from.data(), to.data(), to.bytes());
      return;
    }
    int count = from.width() * from.height();
    int channels = to.channels();
    int wide = from.depth() / 8;
    int pixel = from.pixelBytes();
    byte[] source = from.data();
    byte[] target = to.data();
    int at = 0;
    for (int i = 0; i < count; i++) {
      for (int channel = 0; channel < channels; channel++) {
        int stored = channels >= 3 && channel < 3 ? 2 - channel : channel;
        int sample = i * pixel + stored * wide;
        if (to.depth() == 8) {
          target[at++] = source[sample];
        } else {
          target[at++] = source[LITTLE ? sample + 1 : sample];
          target[at++] = source[LITTLE ? sample : sample + 1];
        }
      }
    }
  }

  private static void exchange(byte[] from, byte[] to, int bytes) {
    for (int i = 0; i < bytes; i += 3) {
      to[i] = from[i + 2];
      to[i + 1] = from[i + 1];
      to[i + 2] = from[i];
    }
  }
}
