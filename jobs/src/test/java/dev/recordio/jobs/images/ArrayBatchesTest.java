// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import dev.recordio.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records that are {@code .npy} files become batches of their own type and shape. */
@Timeout(120)
class ArrayBatchesTest extends CommandTestBase {
  private static final int COUNT = 7;

  private Configuration conf;

  @Override
  protected Configuration conf() {
    return conf;
  }

  @BeforeEach
  void configure() throws IOException {
    conf = LocalJobs.conf(dir);
  }

  private static byte[] array(int i, String type, long... shape) {
    NpyType parsed = NpyType.parse(type);
    byte[] header = NpyHeader.of(parsed, shape);
    long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    byte[] numbers = new byte[(int) count * parsed.bytes()];
    new Random(i).nextBytes(numbers);
    byte[] all = Arrays.copyOf(header, header.length + numbers.length);
    System.arraycopy(numbers, 0, all, header.length, numbers.length);
    return all;
  }

  /** Packs arrays of two folders, without any option about headers or labels. */
  private void pack(String type, long... shape) throws IOException {
    for (int i = 0; i < COUNT; i++) {
      Path file = path("in/" + (i < 4 ? "cat" : "dog") + "/" + i + ".npy");
      Files.createDirectories(file.getParent());
      Files.write(file, array(i, type, shape));
    }
    ok("pack --exts npy {} {}", path("in"), path("packed"));
  }

  @Test
  void batchesHaveTheNumbersOfTheRecordsOneAfterTheOther() throws IOException {
    for (String type : new String[] {"<f4", "<f2", "|u1", "<u2", "<i2"}) {
      conf = LocalJobs.conf(dir);
      org.apache.commons.io.FileUtils.deleteQuietly(path("in").toFile());
      org.apache.commons.io.FileUtils.deleteQuietly(path("packed").toFile());
      org.apache.commons.io.FileUtils.deleteQuietly(path("out").toFile());
      pack(type, 2, 3);
      ok("batches {} --batch-size 4 --tail emit --to npy {}", path("packed"), path("out"));
      int bytes = 6 * NpyType.parse(type).bytes();
      for (int batch = 0; batch < 2; batch++) {
        int rows = batch == 0 ? 4 : 3;
        byte[] header = NpyHeader.of(NpyType.parse(type), rows, 2, 3);
        byte[] expected = Arrays.copyOf(header, header.length + rows * bytes);
        for (int row = 0; row < rows; row++) {
          byte[] one = array(4 * batch + row, type, 2, 3);
          int to = header.length + row * bytes;
          System.arraycopy(one, one.length - bytes, expected, to, bytes);
        }
        assertArrayEquals(expected, bytes("out/data-0000" + batch + ".npy"), type);
      }
    }
  }

  @Test
  void numpyStacksTheSame() throws Exception {
    Python.assumeHas("numpy");
    pack("<f2", 3, 1, 2);
    String said = ok("batches {} --batch-size 7 --to npy {}", path("packed"), path("out")).err();
    assertTrue(said.contains("note: the records are arrays, float16 [3, 1, 2]"), said);
    String script =
        """
        import glob, sys, numpy as np
        files = sorted(glob.glob(sys.argv[1] + '/*/*.npy'))
        data = np.load(sys.argv[2] + '/data-00000.npy')
        want = np.stack([np.load(f) for f in files])
        assert data.dtype == want.dtype and data.tobytes() == want.tobytes()
        print(data.shape, np.load(sys.argv[2] + '/label-00000.npy').tolist())
        """;
    assertEquals(
        "(7, 3, 1, 2) [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]",
        Python.run(script, path("in"), path("out")));
  }

  @Test
  void anArrayOfAnotherShapeIsAnErrorWithItsPlace() throws IOException {
    Files.createDirectories(path("in/cat"));
    Files.write(path("in/cat/x.npy"), array(9, "<f4", 3, 2));
    pack("<f4", 2, 3);
    String error = error(3, "batches {} --batch-size 2", path("packed"));
    assertTrue(
        error.contains("an array of another kind of id 4, at offset 0 of the image: ")
            && error.contains("part-00000.rec at offset ")
            && error.contains("expected float32 [2, 3], as the first record, found float32 [3, 2]"),
        error);
    assertTrue(
        run("batches {} --batch-size 2 --on-error skip --tail emit", path("packed"))
            .ended(5)
            .err()
            .contains("images skipped  1"));
  }

  @Test
  void othersThanTheFiveTypesAreRefused() throws IOException {
    pack("<f8", 2);
    String error = error(3, "batches {} --batch-size 2", path("packed"));
    assertTrue(error.contains("found <f8 (2,)"), error);
  }

  @Test
  void augmentationsAreRefusedByName() throws IOException {
    pack("|u1", 2);
    String error = error(2, "batches {} --batch-size 2 --rand-crop --resize 3", path("packed"));
    assertTrue(error.contains("arrays (.npy), which need no --shape, take no --"), error);
    assertTrue(error.contains("--rand-crop") && error.contains("--resize"), error);
    error = error(3, "batches {} --batch-size 2 --shape 1,1,2", path("packed"));
    assertTrue(error.contains("found an array (.npy)"), error);
  }
}
