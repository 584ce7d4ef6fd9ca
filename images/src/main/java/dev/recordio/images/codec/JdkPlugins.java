// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
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
 * ImageIO's own reader and writer of JPEG, whatever plug-ins of others are on the class path: these
 * would make other pixels. Nothing of ImageIO is set.
 */
final class JdkPlugins {
  private static final String FORMAT = "jpeg";
  private static final Module JDK = ImageIO.class.getModule();

  private JdkPlugins() {}

  static ImageReader jpegReader() {
    try {
      return own(ImageReaderSpi.class).createReaderInstance();
    } catch (IOException e) {
      throw new UncheckedIOException("the JDK's reader of JPEG", e);
    }
  }

  static ImageWriter jpegWriter() {
    try {
      return own(ImageWriterSpi.class).createWriterInstance();
    } catch (IOException e) {
      throw new UncheckedIOException("the JDK's writer of JPEG", e);
    }
  }

  private static <T extends IIOServiceProvider> T own(Class<T> kind) {
    Iterator<T> all = IIORegistry.getDefaultInstance().getServiceProviders(kind, false);
    while (all.hasNext()) {
      T provider = all.next();
      if (provider.getClass().getModule() == JDK && names(provider).contains(FORMAT)) {
        return provider;
      }
    }
    throw new IllegalStateException("the JDK's module java.desktop has no JPEG");
  }

  private static List<String> names(IIOServiceProvider provider) {
    String[] names =
        provider instanceof ImageReaderSpi reader
            ? reader.getFormatNames()
            : ((ImageWriterSpi) provider).getFormatNames();
    return List.of(names);
  }
}
