// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fork;
import dev.recordio.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the client of a job asks of a file system and holds in memory for each of very many small
 * files: the same for each, however many there are; and nothing of it in the configuration, which
 * every task loads.
 */
@Tag("deep")
class ClientScaleTest {
  private static final Logger LOG = LoggerFactory.getLogger(ClientScaleTest.class);
  private static final int FOLDERS = 10;

  @TempDir Path scratch;

  /** What {@link ClientMain} prints. */
  private record Client(
      long lists, long calls, long tasks, long heap, long conf, long scratch, long reducers) {
    static Client of(String said) {
      long[] n = Arrays.stream(said.strip().split(" ")).mapToLong(Long::parseLong).toArray();
      return new Client(n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
    }
  }

  /** A segment of stats has bytes, not files: 256 MiB of such files are 265,000. */
  @ParameterizedTest
  @CsvSource({
    "index, rec, 0, 500, 600, 160",
    "reshard, rec, 1, 500, 750, 200",
    "sample, rec, 1, 500, 750, 350",
    "stats, svm, 0, 265000, 600, 260",
  })
  void eachFileCostsTheSame(
      String job, String extension, int callsPerFile, int filesPerTask, int heap, int bytes)
      throws Exception {
    int files = Sampled.step(20_000, 500_000);
    Client one = client(job, files, extension, heap);
    Client two = client(job, 2 * files, extension, heap);
    LOG.info("{} of {} and {} files: {}, {}", job, files, 2 * files, one, two);
    assertEquals(FOLDERS + 1, two.lists());
    assertEquals(one.lists(), two.lists());
    assertEquals(1L + (long) callsPerFile * files, one.calls());
    assertEquals(1L + (long) callsPerFile * 2 * files, two.calls());
    assertEquals((2.0 * files) / filesPerTask, two.tasks(), 1 + two.tasks() / 20.0);
    if (two.reducers() > 0) {
      assertTrue(2L * files / two.reducers() <= 2000, two::toString);
    }
    long added = (two.heap() - one.heap()) / files;
    assertTrue(added <= heap, () -> added + " bytes of heap a file");
    assertEquals(one.conf(), two.conf(), 16, "bytes of the configuration");
    long written = (two.scratch() - one.scratch()) / files;
    assertTrue(written <= bytes, () -> written + " bytes of scratch files a file");
  }

  /** The maximum heap bounds what is needed for a time: three times what is held at the end. */
  private Client client(String job, int files, String extension, int heap) throws Exception {
    Path tmp = Files.createDirectories(scratch.resolve("tmp"));
    Path folder = Files.createDirectory(scratch.resolve(job + files));
    String input = "many:///" + FOLDERS + "/" + files / FOLDERS + "." + extension;
    long most = (48L << 20) + 3L * heap * files;
    return Client.of(Fork.run(ClientMain.class, Long.toString(most), tmp, job, input, folder));
  }
}
