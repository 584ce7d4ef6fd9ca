// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Headers that key and labels do not give back, as other writers make them, come back in formats of
 * columns, where such a header has a column of its own.
 */
class OddHeadersTest {
  @TempDir Path dir;

  private static byte[] header(int flag, float label, long id, float... labels) {
    ByteBuffer out = ByteBuffer.allocate(24 + 4 * labels.length).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(flag).putFloat(label).putLong(id).putLong(0);
    for (float one : labels) {
      out.putFloat(one);
    }
    return out.array();
  }

  private Path records(byte[]... headers) throws IOException {
    Path rec = dir.resolve("odd.rec");
    try (OutputStream records = Files.newOutputStream(rec);
        var writer = new RecordFileWriter(records, null, 1 << 12)) {
      for (int i = 0; i < headers.length; i++) {
        byte[] payload = Arrays.copyOf(headers[i], headers[i].length + 5 * i);
        writer.write(i, payload, 0, payload.length);
      }
    }
    return rec;
  }

  private static void done(Object... words) {
    String[] line = Arrays.stream(words).map(Object::toString).toArray(String[]::new);
    Recordio run = Recordio.run(LocalJobs.conf(), line);
    assertEquals(0, run.code(), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mds", "parquet"})
  void oneLabelInAVectorAndALabelBesideAVectorComeBack(String format) throws Exception {
    Path rec =
        records(
            header(0, 3, 7),
            header(1, 0, 8, 4),
            header(2, 0, 9, 1, 2),
            header(2, 1, 10, 1, 2),
            header(0, Float.intBitsToFloat(0xFFC0_1234), 11));
    done("export", "--to", format, rec, dir.resolve("there"));
    done("pack", "--from", format, dir.resolve("there"), dir.resolve("back"));
    assertArrayEquals(
        Files.readAllBytes(rec), Files.readAllBytes(dir.resolve("back/part-00000.rec")));
  }
}
