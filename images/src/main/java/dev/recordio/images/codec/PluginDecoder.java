// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import com.twelvemonkeys.imageio.plugins.webp.WebPImageReaderSpi;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.Damage;
import dev.recordio.images.format.ImageFormat;
import dev.recordio.images.format.PluginLayout;
import dev.recordio.images.format.PluginStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import javax.imageio.ImageReader;

/**
 * Decodes BMP, GIF and TIFF with the readers of the JDK's ImageIO, WebP with TwelveMonkeys' reader.
 *
 * <p>A reader gets an image only after its header has been checked. What it throws, whatever the
 * type, becomes the error of the image; what it warns of is damage.
 */
final class PluginDecoder {
  private final Map<ImageFormat, ImageReader> readers = new EnumMap<>(ImageFormat.class);
  private final PluginStream stream = new PluginStream();
  private final PluginPixels pixels = new PluginPixels();
  private String warning; // the first one

  /**
   * Decodes an image.
   *
   * @return what the reader warned of, if the image is taken; else null
   */
  MalformedRecordException decode(
      ImageFormat format, byte[] bytes, int offset, int length, Decoding how, Pixels into)
      throws MalformedRecordException {
    PluginLayout layout = PluginLayout.read(format, bytes, offset, length);
    int sizeAt = layout.sizeAt - offset;
    ImageHeader.limit(layout.width, layout.height, sizeAt, how);
    if (layout.tiff != null) {
      ImageHeader.limit(layout.tiff.tileWidth, layout.tiff.tileHeight, sizeAt, how);
    }
    long samples = (long) layout.width * layout.height * layout.channels;
    ImageHeader.limitBytes(samples * (layout.depth / 8), sizeAt, how);
    if (layout.tiff != null) {
      layout.tiff.checkData();
    }
    warning = null;
    boolean decoded = false;
    try {
      ImageReader reader = readers.computeIfAbsent(format, this::newReader);
      layout.open(stream, how.color() == ImageColor.UNCHANGED);
      reader.setInput(stream, false, true);
      pixels.put(reader.read(0), layout, how.color(), into);
      decoded = true;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      throw Damage.of(layout.dataAt - offset, "the data of a " + format, e);
    } finally {
      stream.release();
      if (!decoded) {
        forget(format); // what it remembers is unknown
      }
    }
    MalformedRecordException damage =
        warning == null
            ? null
            : Damage.at(layout.dataAt - offset, "undamaged data of a " + format, warning);
    if (damage != null && how.damaged() != Decoding.Damaged.ACCEPT) {
      throw damage;
    }
    return damage;
  }

  private ImageReader newReader(ImageFormat format) {
    try {
      ImageReader reader =
          format == ImageFormat.WEBP
              ? new WebPImageReaderSpi().createReaderInstance()
              : JdkCodec.reader(format.toString());
      reader.addIIOReadWarningListener(
          (source, text) -> warning = warning == null ? text : warning);
      return reader;
    } catch (IOException e) {
      throw new UncheckedIOException("the reader of " + format, e);
    }
  }

  private void forget(ImageFormat format) {
    ImageReader reader = readers.remove(format);
    if (reader != null) {
      reader.dispose();
    }
  }

  void close() {
    for (ImageFormat format : ImageFormat.values()) {
      forget(format);
    }
  }
}
