// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mxnet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.mxnet.jna.NativeSize;
import com.sun.jna.Function;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MXNet's own reader of indexed files finds every image of an InsightFace set once. */
class InsightFaceTest {
  private static final int IMAGES = 50;

  @Test
  void everyImageIsFoundByKeyZeroAndTheRanges(@TempDir Path folder) throws IOException {
    var conf = new Configuration();
    Path flat = folder.resolve("flat.rec");
    try (var writer = RecordFileWriter.create(conf, LocalFiles.path(flat), null)) {
      for (int i = 0; i < IMAGES; i++) {
        byte[] image = image(i);
        byte[] payload = new byte[24 + image.length];
        ImageRecordHeader.write(payload, 0, i, 0, new float[] {i * 7 % 6}, 1);
        System.arraycopy(image, 0, payload, 24, image.length);
        writer.write(i, payload, 0, payload.length);
      }
    }
    Path out = folder.resolve("faces");
    Recordio.run(conf, "normalize", "--to", "insightface", flat.toString(), out.toString())
        .ended(0);

    Map<Long, Long> index = new HashMap<>();
    for (String line : Files.readAllLines(out.resolve("train.idx"))) {
      String[] words = line.split("\t");
      index.put(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }
    Set<String> found = new HashSet<>();
    try (var reader = new IndexedReader(out.resolve("train.rec"))) {
      ByteBuffer zero = reader.read(index.get(0L));
      assertEquals(IMAGES + 1, zero.getFloat(24));
      assertEquals(IMAGES + 1 + 6, zero.getFloat(28));
      for (long identity = IMAGES + 1; identity < zero.getFloat(28); identity++) {
        ByteBuffer range = reader.read(index.get(identity));
        for (long key = (long) range.getFloat(24); key < range.getFloat(28); key++) {
          ByteBuffer record = reader.read(index.get(key));
          assertEquals(2, record.getInt(0), "as many labels");
          assertEquals(identity - IMAGES - 1, record.getFloat(24));
          byte[] image = new byte[record.limit() - 32];
          record.position(32).get(image);
          assertTrue(found.add(new String(image, StandardCharsets.ISO_8859_1)), "once");
        }
      }
    }
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < IMAGES; i++) {
      expected.add(new String(image(i), StandardCharsets.ISO_8859_1));
    }
    assertEquals(expected, found);
  }

  /** Every third one has the magic word, so that its record has several parts. */
  private static byte[] image(int i) {
    byte[] image = new byte[12 + i % 5];
    ByteBuffer words = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
    words.putInt(i).putInt(i % 3 == 0 ? 0xced7230a : 0);
    return image;
  }

  /** What MXIndexedRecordIO of MXNet's Python package is made of. */
  private static final class IndexedReader implements AutoCloseable {
    private final PointerByReference handle = new PointerByReference();
    private final Function read;

    IndexedReader(Path file) {
      MxNet.check(MxNet.LIBRARY.MXRecordIOReaderCreate(file.toString(), handle));
      var library = (Library.Handler) Proxy.getInvocationHandler(MxNet.LIBRARY);
      read = library.getNativeLibrary().getFunction("MXRecordIOReaderReadRecord");
    }

    ByteBuffer read(long offset) {
      MxNet.check(MxNet.LIBRARY.MXRecordIOReaderSeek(handle.getValue(), new NativeSize(offset)));
      var bytes = new PointerByReference();
      var size = new Memory(Native.SIZE_T_SIZE);
      MxNet.check(read.invokeInt(new Object[] {handle.getValue(), bytes, size}));
      Pointer record = bytes.getValue();
      return ByteBuffer.wrap(record.getByteArray(0, (int) size.getLong(0)))
          .order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() {
      MxNet.check(MxNet.LIBRARY.MXRecordIOReaderFree(handle.getValue()));
    }
  }
}
