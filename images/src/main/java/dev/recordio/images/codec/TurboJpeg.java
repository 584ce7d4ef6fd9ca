// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * TurboJPEG, the interface of libjpeg-turbo that reports errors instead of ending the process. It
 * is used where the system has the library and Java calls native code without JNI: Java 22 and
 * later. A JDK with its own libjpeg 6b takes more than twice as long for the same pixels.
 *
 * <p>It decodes whole, plain images ({@link JpegLayout#isPlain}): all versions of libjpeg make the
 * same pixels from these. Where it warns of anything it gives up, and ImageIO decodes the image and
 * words the warning. For use by one thread.
 */
final class TurboJpeg implements AutoCloseable {
  private static final int JAVA = 22;
  private static final int MAX_PIXELS = 1 << 24; // larger images are left to ImageIO: no copies
  private static final int MIN_BUFFER = 1 << 16;

  // TJPF, TJSAMP and TJFLAG in turbojpeg.h
  private static final int RGB = 0;
  private static final int RGBX = 2;
  private static final int GRAY = 6;
  private static final int SAMP_420 = 2;
  private static final int SAMP_GRAY = 3;
  private static final int NO_REALLOC = 1024;
  private static final int ACCURATE_DCT = 4096;

  private long decoder = (long) call(Functions.FOUND.initDecompress); // 0: closed, or no memory
  private long encoder = (long) call(Functions.FOUND.initCompress);
  private final Native result = new Native(2 * Long.BYTES); // a pointer and a size, the machine's
  private Native in = new Native(MIN_BUFFER);
  private Native out = new Native(MIN_BUFFER);

  private TurboJpeg() {}

  /** Returns a codec, or null where the library cannot be used. */
  static TurboJpeg create() {
    boolean loaded = Runtime.version().feature() >= JAVA && Functions.FOUND != null;
    return loaded ? new TurboJpeg() : null;
  }

  /**
   * Decodes an image to RGB, or to grey.
   *
   * @param channels 1 or 3
   * @param data receives the pixels, row by row from its beginning
   * @return false if it is left to ImageIO; {@code data} is as before
   */
  boolean decode(JpegLayout image, int channels, byte[] data) {
    int length = image.end - image.offset;
    long pixels = (long) image.width * image.height;
    if (decoder == 0 || pixels > MAX_PIXELS || length > MAX_PIXELS || !image.isPlain()) {
      return false;
    }
    int row = image.width * channels;
    in = in.atLeast(length);
    out = out.atLeast(row * image.height);
    in.bytes.put(0, image.bytes, image.offset, length);
    int status =
        (int)
            call(
                Functions.FOUND.decompress,
                decoder,
                in.address,
                (long) length,
                out.address,
                image.width,
                row,
                image.height,
                channels == 1 ? GRAY : RGB,
                ACCURATE_DCT);
    Reference.reachabilityFence(in);
    if (status == 0) {
      out.bytes.get(0, data, 0, row * image.height);
    }
    return status == 0;
  }

  /**
   * Encodes an image of 8 bits as {@link JpegEncoder} does.
   *
   * @return false if it is left to ImageIO
   */
  boolean encode(Pixels pixels, int quality, EncodedImage into) {
    long count = (long) pixels.width() * pixels.height();
    if (encoder == 0 || count > MAX_PIXELS || pixels.depth() != 8) {
      return false;
    }
    in = in.atLeast(pixels.bytes());
    // the result of tjBufSize for 4:2:0; grey needs less
    int most = (pixels.width() + 15 & -16) * (pixels.height() + 15 & -16) * 3 + 2048;
    out = out.atLeast(most);
    in.bytes.put(0, pixels.data(), 0, pixels.bytes());
    result.bytes.putLong(0, out.address).putLong(Long.BYTES, most);
    boolean gray = pixels.channels() == 1;
    int status =
        (int)
            call(
                Functions.FOUND.compress,
                encoder,
                in.address,
                pixels.width(),
                pixels.rowBytes(),
                pixels.height(),
                gray ? GRAY : pixels.channels() == 3 ? RGB : RGBX,
                result.address,
                result.address + Long.BYTES,
                gray ? SAMP_GRAY : SAMP_420,
                Math.max(1, quality),
                ACCURATE_DCT | NO_REALLOC);
    Reference.reachabilityFence(in);
    if (status == 0) {
      int size = (int) result.bytes.getLong(Long.BYTES);
      out.bytes.get(0, into.array(size), 0, size);
    }
    return status == 0;
  }

  /** Frees the library's memory; afterwards all images are left to ImageIO. */
  @Override
  public void close() {
    for (long handle : new long[] {decoder, encoder}) {
      if (handle != 0) {
        call(Functions.FOUND.destroy, handle);
      }
    }
    decoder = 0;
    encoder = 0;
  }

  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // a function of C throws nothing
    }
  }

  /** Memory outside the heap, which C can read and write. */
  private record Native(ByteBuffer bytes, long address) {
    Native(int size) {
      this(ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder()));
    }

    private Native(ByteBuffer bytes) {
      this(bytes, Functions.address(bytes));
    }

    Native atLeast(int size) {
      return size <= bytes.capacity() ? this : new Native(size);
    }
  }

  /**
   * The library's functions. The types of java.lang.foreign are found by name, as this is compiled
   * for Java 17; a pointer is passed as a long.
   */
  private record Functions(
      MethodHandle initDecompress,
      MethodHandle decompress,
      MethodHandle initCompress,
      MethodHandle compress,
      MethodHandle destroy) {
    /** Null where there are none. */
    static final Functions FOUND = find();

    private static Functions find() {
      for (String library : new String[] {"libturbojpeg.so.0", "libturbojpeg.0.dylib"}) {
        try {
          return of(library);
        } catch (ReflectiveOperationException | NoSuchElementException e) {
          continue; // not on this system, or not by this name: ImageIO decodes
        }
      }
      return null;
    }

    private static Functions of(String library) throws ReflectiveOperationException {
      Class<?> arena = type("Arena");
      Object all = arena.getMethod("global").invoke(null);
      Object symbols =
          type("SymbolLookup")
              .getMethod("libraryLookup", String.class, arena)
              .invoke(null, library, all);
      return new Functions(
          function(symbols, "tjInitDecompress", "J"),
          function(symbols, "tjDecompress2", "IJJJJIIIII"),
          function(symbols, "tjInitCompress", "J"),
          function(symbols, "tjCompress2", "IJJIIIIJJIII"),
          function(symbols, "tjDestroy", "IJ"));
    }

    /**
     * Returns a function of C.
     *
     * @param shape its result and its arguments: I for an int, J for a pointer or a long
     */
    private static MethodHandle function(Object symbols, String name, String shape)
        throws ReflectiveOperationException {
      Class<?> layout = type("MemoryLayout");
      Object arguments = Array.newInstance(layout, shape.length() - 1);
      for (int i = 1; i < shape.length(); i++) {
        Array.set(arguments, i - 1, layout(shape.charAt(i)));
      }
      Object descriptor =
          type("FunctionDescriptor")
              .getMethod("of", layout, arguments.getClass())
              .invoke(null, layout(shape.charAt(0)), arguments);
      var symbol =
          (Optional<?>) type("SymbolLookup").getMethod("find", String.class).invoke(symbols, name);
      Object options = Array.newInstance(type("Linker$Option"), 0);
      Class<?> linker = type("Linker");
      return (MethodHandle)
          linker
              .getMethod(
                  "downcallHandle",
                  type("MemorySegment"),
                  type("FunctionDescriptor"),
                  options.getClass())
              .invoke(
                  linker.getMethod("nativeLinker").invoke(null),
                  symbol.orElseThrow(),
                  descriptor,
                  options);
    }

    /** Returns the address of memory outside the heap. */
    static long address(ByteBuffer buffer) {
      try {
        Class<?> segment = type("MemorySegment");
        Object whole = segment.getMethod("ofBuffer", Buffer.class).invoke(null, buffer);
        return (long) segment.getMethod("address").invoke(whole);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("java.lang.foreign", e); // its functions were found before
      }
    }

    private static Object layout(char shape) throws ReflectiveOperationException {
      return type("ValueLayout").getField(shape == 'I' ? "JAVA_INT" : "JAVA_LONG").get(null);
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
      return Class.forName("java.lang.foreign." + name);
    }
  }
}
