// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which code of the JDK runs, and what it leaves alone. */
class JdkCodecTest {
  @Test
  void autoIsTheJdk() {
    try (ImageCodec codec = ImageCodecs.create(ImageCodecs.Choice.JDK)) {
      assertTrue(codec instanceof JdkCodec);
      assertEquals(codec.description(), ImageCodecs.describe(ImageCodecs.Choice.JDK));
      String start = "JDK " + System.getProperty("java.version") + " ImageIO (";
      assertTrue(codec.description().startsWith(start), codec.description());
    }
  }

  @Test
  void libraryOfTheJdkTellsItsLibjpeg(@TempDir Path home) throws IOException {
    assertTrue(JdkCodec.describe(home).endsWith("(unknown libjpeg)"));
    Path library = Files.createDirectory(home.resolve("lib")).resolve("libjavajpeg.so");
    Files.write(
        library, "\177ELF\0libc.so.6\0libjpeg.so.62\0".getBytes(StandardCharsets.ISO_8859_1));
    assertTrue(JdkCodec.describe(home).endsWith("(system libjpeg)"));
    Files.write(
        library, "\177ELF\0libc.so.6\0jpeg_read_header\0".getBytes(StandardCharsets.ISO_8859_1));
    assertTrue(JdkCodec.describe(home).endsWith("(bundled libjpeg)"));
  }

  /** A plug-in of others that is asked first by ImageIO is not used. */
  @Test
  void pluginsOfOthersAreNotUsed() throws IOException {
    IIORegistry registry = IIORegistry.getDefaultInstance();
    var other = new OtherPlugin();
    registry.registerServiceProvider(other);
    try {
      Iterator<ImageReaderSpi> all = registry.getServiceProviders(ImageReaderSpi.class, false);
      while (all.hasNext()) {
        ImageReaderSpi each = all.next();
        if (each != other) {
          registry.setOrdering(ImageReaderSpi.class, other, each);
        }
      }
      CodecImages.decoded("rgb_64x48.jpg", ImageColor.COLOR);
    } finally {
      registry.deregisterServiceProvider(other);
    }
  }

  private static final class OtherPlugin extends ImageReaderSpi {
    OtherPlugin() {
      super(
          "others",
          "1",
          new String[] {"jpeg"},
          new String[] {"jpg"},
          new String[] {"image/jpeg"},
          ImageReader.class.getName(),
          STANDARD_INPUT_TYPE_,
          null,
          false,
          null,
          null,
          null,
          null,
          false,
          null,
          null,
          null,
          null);
    }

    private static final Class<?>[] STANDARD_INPUT_TYPE_ = {Object.class};

    @Override
    public boolean canDecodeInput(Object source) {
      return true;
    }

    @Override
    public ImageReader createReaderInstance(Object extension) {
      throw new AssertionError("the plug-in of others is used");
    }

    @Override
    public String getDescription(Locale locale) {
      return "of others";
    }
  }

  /** Neither ImageIO's cache on disk nor a thread of AWT: the JVM is the user's. */
  @Test
  void settingsOfTheJvmAreLeftAlone() throws IOException {
    boolean cache = ImageIO.getUseCache();
    String headless = System.getProperty("java.awt.headless");
    Pixels pixels = CodecImages.decoded("rgb_64x48.jpg", ImageColor.COLOR);
    try (var codec = new JdkCodec()) {
      codec.encode(pixels, ImageEncoding.JPEG, 95, new EncodedImage());
    }
    assertEquals(cache, ImageIO.getUseCache());
    assertEquals(headless, System.getProperty("java.awt.headless"));
    boolean toolkit =
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().startsWith("AWT-"));
    assertFalse(toolkit, "a thread of AWT runs");
  }
}
