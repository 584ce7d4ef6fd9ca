// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.Damage;
import dev.recordio.images.format.ImageFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriter;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.IIOServiceProvider;
import javax.imageio.spi.ImageReaderSpi;
import javax.imageio.spi.ImageWriterSpi;

/**
 * The codec that needs nothing but the JDK: JPEG, BMP, GIF and TIFF by its ImageIO, PNG by its
 * zlib; and WebP by a plugin of ImageIO.
 *
 * <p>Pixels and encoded bytes are the same with every libjpeg that the JDK may have (seen: libjpeg
 * 6b, libjpeg-turbo), but JPEG of arithmetic coding, which few can decode; JPEG of 4:4:0, whose
 * chrominance libjpeg 6b does not interpolate; and damaged coefficients out of range.
 */
public final class JdkCodec implements ImageCodec {
  private static final String DESCRIPTION = describe(Path.of(System.getProperty("java.home", "")));
  private static final String JPEG = "jpeg";
  private static final Module JDK = ImageIO.class.getModule();

  private final TurboJpeg turbo; // null: there is none
  private final JpegDecoder jpeg;
  private final PngDecoder png = new PngDecoder();
  private final PluginDecoder plugins = new PluginDecoder();
  private final JpegEncoder jpegEncoder;
  private final PngEncoder pngEncoder = new PngEncoder();

  /** Creates a codec that runs no code but the JDK's. */
  public JdkCodec() {
    this(null);
  }

  private JdkCodec(TurboJpeg turbo) {
    this.turbo = turbo;
    jpeg = new JpegDecoder(turbo);
    jpegEncoder = new JpegEncoder(turbo);
  }

  /** Creates a codec that uses the system's libturbojpeg, where it can. */
  static JdkCodec withTurboJpeg() {
    return new JdkCodec(TurboJpeg.create());
  }

  @Override
  public String description() {
    return DESCRIPTION + (turbo == null ? "" : " and libturbojpeg");
  }

  @Override
  public MalformedRecordException decode(
      byte[] bytes, int offset, int length, Decoding how, Pixels into)
      throws MalformedRecordException {
    try {
      ImageFormat format = ImageFormat.of(bytes, offset, length);
      MalformedRecordException warning =
          switch (format) {
            case JPEG -> jpeg.decode(bytes, offset, length, how, into);
            case PNG -> png.decode(bytes, offset, length, how, into);
            default -> plugins.decode(format, bytes, offset, length, how, into);
          };
      if (warning != null && how.damaged() == Decoding.Damaged.REFUSE) {
        throw warning;
      }
      return warning;
    } catch (OutOfMemoryError | IllegalArgumentException e) {
      // One array is too large for what is left; nothing was changed by asking for it.
      throw Damage.of(0, "an image that fits the memory (recordio.image.max-pixels)", e);
    }
  }

  @Override
  public void encode(Pixels pixels, ImageEncoding encoding, int quality, EncodedImage into)
      throws MalformedRecordException {
    if (encoding == ImageEncoding.JPEG) {
      jpegEncoder.encode(pixels, quality, into);
    } else {
      pngEncoder.encode(pixels, quality, into);
    }
  }

  @Override
  public void close() {
    jpeg.close();
    png.close();
    plugins.close();
    jpegEncoder.close();
    pngEncoder.close();
    if (turbo != null) {
      turbo.close();
    }
  }

  /**
   * Describes the codec of the JDK in a folder, as {@code JDK 17.0.15 ImageIO (system libjpeg)}:
   * whether ImageIO decodes with the system's libjpeg or brings its own, libjpeg 6b. With
   * libjpeg-turbo it is more than twice as fast, and both make the same pixels. The library of
   * ImageIO names libjpeg where it needs one.
   */
  static String describe(Path home) {
    return "JDK " + System.getProperty("java.version") + " ImageIO (" + which(home) + ")";
  }

  private static String which(Path home) {
    for (String name : new String[] {"lib/libjavajpeg.so", "lib/libjavajpeg.dylib"}) {
      Path library = home.resolve(name);
      try {
        if (Files.isReadable(library)) {
          return find(Files.readAllBytes(library));
        }
      } catch (IOException e) {
        return "unknown libjpeg: " + e;
      }
    }
    return "unknown libjpeg";
  }

  private static String find(byte[] library) {
    String text = new String(library, StandardCharsets.ISO_8859_1);
    return text.contains("libjpeg.so") || text.contains("libjpeg.dylib")
        ? "system libjpeg"
        : "bundled libjpeg";
  }

  /**
   * Returns ImageIO's own reader of a format, whatever plug-ins of others are on the class path:
   * these would make other pixels. Nothing of ImageIO is set.
   */
  static ImageReader reader(String format) {
    try {
      return own(ImageReaderSpi.class, format).createReaderInstance();
    } catch (IOException e) {
      throw new UncheckedIOException("the JDK's reader of " + format, e);
    }
  }

  /** Returns ImageIO's own writer. */
  static ImageWriter jpegWriter() {
    try {
      return own(ImageWriterSpi.class, JPEG).createWriterInstance();
    } catch (IOException e) {
      throw new UncheckedIOException("the JDK's writer of JPEG", e);
    }
  }

  private static <T extends IIOServiceProvider> T own(Class<T> kind, String format) {
    Iterator<T> all = IIORegistry.getDefaultInstance().getServiceProviders(kind, false);
    while (all.hasNext()) {
      T provider = all.next();
      if (provider.getClass().getModule() == JDK && names(provider).contains(format)) {
        return provider;
      }
    }
    throw new IllegalStateException("the JDK's module java.desktop has no " + format);
  }

  private static List<String> names(IIOServiceProvider provider) {
    String[] names =
        provider instanceof ImageReaderSpi reader
            ? reader.getFormatNames()
            : ((ImageWriterSpi) provider).getFormatNames();
    return List.of(names);
  }
}
