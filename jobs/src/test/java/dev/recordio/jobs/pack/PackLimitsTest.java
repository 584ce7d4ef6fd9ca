// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is too large is rejected as soon as the plan is made, if known then. */
class PackLimitsTest extends LocalTestBase {
  private Path texts(int count) throws IOException {
    var files = new TreeMap<String, byte[]>();
    for (int i = 0; i < count; i++) {
      files.put(String.format("%04d.txt", i), new byte[4000]);
    }
    return writeAll("t", files);
  }

  private void sparse(String name, long length) throws IOException {
    try (var huge = new RandomAccessFile(local(name).toFile(), "rw")) {
      huge.setLength(length);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "image"})
  void fileThatNoRecordCanHoldIsRefusedByThePlan(String header) throws Exception {
    Path folder = writeAll("t", new TreeMap<>(Map.of("a", bytes("A"), "c", bytes("C"))));
    sparse("t/b", header.equals("none") ? 1L << 29 : (1L << 29) - 24);
    Configuration conf = conf(PackConf.HEADER, header, PackConf.EXTENSIONS, "all");
    var e = assertThrows(BadInputException.class, () -> pack(conf, folder));
    assertHas(e.getMessage(), "/t/b: ", "at most 536870911 bytes", "536870912", "--on-error skip");
    sparse("t/b", header.equals("none") ? (1L << 29) - 1 : (1L << 29) - 25);
    try (var job = new PackJob(conf, List.of(folder), newOutput())) {
      assertEquals(3, job.plan().records(), "the largest that fits");
    }
  }

  @Test
  void sizeOfAFileThatIsRejectedMakesNoShards() throws Exception {
    Path folder = texts(2);
    sparse("t/1.txt", 20L << 30);
    Packed packed =
        pack(conf(PackConf.SHARDS, 0, PackConf.ON_ERROR, "skip", PackConf.HEADER, "none"), folder);
    assertEquals(1, packed.plan().shards().size());
    assertEquals(2, packed.payloads().size());
    assertEquals(1, packed.rejects().size());
    assertHas(packed.rejects().get(0), "/t/1.txt\t", "at most 536870911 bytes");
  }

  @Test
  void fileThatIsLeftOutByItsExtensionMayBeOfAnySize() throws Exception {
    Path folder = texts(2);
    sparse("t/film.mp4", 20L << 30);
    assertEquals(2, pack(conf(PackConf.EXTENSIONS, "txt"), folder).payloads().size());
  }

  @Test
  void shardsFarBeyondTheRecordsAreRefused() throws Exception {
    Path folder = texts(17);
    var bySize = conf(PackConf.SHARDS, 0, PackConf.SHARD_SIZE, 1);
    var e = assertThrows(InvalidSettingException.class, () -> pack(bySize, folder));
    assertHas(e.getMessage(), "68,136 shards", "17 records", "--shard-size");
    var byNumber = conf(PackConf.SHARDS, 5000);
    e = assertThrows(InvalidSettingException.class, () -> pack(byNumber, folder));
    assertHas(e.getMessage(), "5,000 shards", "17 records", "--shards");
    assertFalse(Files.exists(local("out0")));
  }
}
