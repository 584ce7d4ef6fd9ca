// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static dev.recordio.testing.Faults.Call.OPEN;
import static dev.recordio.testing.Faults.Call.READ;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.testing.Faults;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A read that fails once is repeated; one that fails always is an error, or a reject. */
class PackRetriesTest extends LocalTestBase {
  private static final String MESSAGE = "this read fails, says the test";

  private final Faults faults = new Faults();
  private final Faults.Rule reads = faults.on(READ);

  private static Map<String, byte[]> members() {
    var members = new TreeMap<String, byte[]>();
    for (int i = 0; i < 5; i++) {
      members.put("x/" + i + ".txt", bytes("content of member " + i));
    }
    return members;
  }

  private Configuration conf(int retries) throws Exception {
    return faults.install(
        conf(PackConf.READ_RETRIES, retries, PackConf.READ_RETRY_WAIT, 1, "recordio.threads", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"files", "a.tar", "a.zip", "a.tar.gz"})
  void oneReadThatFailsChangesNothing(String name) throws Exception {
    byte[] tar = Archives.tar(members());
    switch (name) {
      case "files" -> writeAll(name, members());
      case "a.zip" -> write(name, Archives.zip(members()));
      case "a.tar" -> write(name, tar);
      default -> write(name, Archives.compress("gz", tar));
    }
    var input = new Path("faulty://" + local(name));
    byte[] expected = pack(conf(0), input).records();
    long count = reads.count();
    assertTrue(count > 2, count + " reads");
    for (long fault = 0; fault < count; fault++) {
      reads.at(fault).fails(MESSAGE);
      assertArrayEquals(expected, pack(conf(1), input).records(), name + ", read " + fault);
    }
    assertEquals(0, faults.open(), "streams left open");
  }

  @Test
  void aReadThatFailsAlwaysIsRejectedAfterTheRetries() throws Exception {
    writeAll("files", members());
    faults.on("**/2.txt", OPEN).fails(MESSAGE);
    Configuration conf = conf(3);
    PackConf.ON_ERROR.set(conf, "skip");
    Packed packed = pack(conf, new Path("faulty://" + local("files")));
    assertEquals(4, packed.payloads().size());
    assertEquals(List.of(1), List.of(packed.rejects().size()));
    assertHas(packed.rejects().get(0), "2.txt", MESSAGE);
    assertEquals(3, packed.count(PackCounter.READS_REPEATED));
  }
}
