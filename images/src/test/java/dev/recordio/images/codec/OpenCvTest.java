// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Where OpenCV is, and where it is not. */
class OpenCvTest {
  @Test
  void withoutItsJarsTheJdkDecodes() throws Exception {
    try (URLClassLoader loader = without(jar -> jar.contains("bytedeco"))) {
      String described = describe(loader, "AUTO");
      assertEquals(withoutOpenCv(), described);
      Throwable error =
          assertThrows(InvocationTargetException.class, () -> describe(loader, "OPENCV"))
              .getCause();
      assertEquals("dev.recordio.conf.InvalidSettingException", error.getClass().getName());
      String text = error.getMessage();
      assertTrue(text.contains("-libjars") && text.contains("-linux-x86_64.jar"), text);
      assertTrue(text.endsWith("Found: no such jar"), text);
    }
  }

  @Test
  void withoutItsNativeCodeTheJdkDecodesAndSaysSo() throws Exception {
    try (URLClassLoader loader =
        without(jar -> jar.matches("(opencv|openblas|javacpp)-.*x86_64.jar"))) {
      String described = describe(loader, "AUTO");
      assertTrue(
          described.startsWith(withoutOpenCv() + "; OpenCV is not used: Unsatisfied"), described);
      Throwable error =
          assertThrows(InvocationTargetException.class, () -> describe(loader, "OPENCV"))
              .getCause();
      assertTrue(error.getMessage().contains("Found: Unsatisfied"), error.getMessage());
    }
  }

  @Test
  void aContainerUnpacksInItsOwnFolder() {
    String before = System.getProperty(OpenCv.CACHE);
    try {
      System.clearProperty(OpenCv.CACHE);
      OpenCv.unpackInContainer(null);
      assertEquals(null, System.getProperty(OpenCv.CACHE), "a laptop");
      OpenCv.unpackInContainer("container_1_2_3");
      Path folder = Path.of(System.getProperty("java.io.tmpdir"), "javacpp");
      assertEquals(folder, Path.of(System.getProperty(OpenCv.CACHE)));
      System.setProperty(OpenCv.CACHE, "/users/own");
      OpenCv.unpackInContainer("container_1_2_3");
      assertEquals("/users/own", System.getProperty(OpenCv.CACHE));
    } finally {
      if (before == null) {
        System.clearProperty(OpenCv.CACHE);
      } else {
        System.setProperty(OpenCv.CACHE, before);
      }
    }
  }

  private static String withoutOpenCv() {
    try (ImageCodec codec = JdkCodec.withTurboJpeg()) {
      return codec.description();
    }
  }

  private static String describe(ClassLoader loader, String choice) throws Exception {
    Class<?> choices = loader.loadClass("dev.recordio.images.codec.ImageCodecs$Choice");
    Object chosen =
        Arrays.stream(choices.getEnumConstants())
            .filter(one -> one.toString().equals(choice))
            .findFirst()
            .orElseThrow();
    return (String)
        loader
            .loadClass("dev.recordio.images.codec.ImageCodecs")
            .getMethod("describe", choices)
            .invoke(null, chosen);
  }

  private static URLClassLoader without(Predicate<String> jar) throws MalformedURLException {
    String[] path = System.getProperty("java.class.path").split(File.pathSeparator);
    URL[] urls = new URL[path.length];
    int count = 0;
    for (String entry : path) {
      Path file = Path.of(entry).toAbsolutePath();
      if (!jar.test(file.getFileName().toString()) && !jar.test(file.toString())) {
        urls[count++] = file.toUri().toURL();
      }
    }
    return new URLClassLoader(Arrays.copyOf(urls, count), ClassLoader.getPlatformClassLoader());
  }
}
