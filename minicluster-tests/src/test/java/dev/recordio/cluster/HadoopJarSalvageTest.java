// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Ended;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar rescues records of a file on HDFS, in containers. */
@ExtendWith(ClusterExtension.class)
@Tag("deep") // the frame of its jobs is in HadoopJarPackTest and HadoopJarCsrTest
@Supports(row = "sound records of damaged files copied", engine = "command line")
class HadoopJarSalvageTest implements HdfsUnderTest {
  private static final int HIT = 120;

  private final MiniYarn yarn;

  HadoopJarSalvageTest(MiniYarn yarn) {
    this.yarn = yarn;
  }

  private static byte[] without(byte[] all, int from, int to, String instead) {
    var bytes = new ByteArrayOutputStream();
    bytes.write(all, 0, from);
    bytes.writeBytes(instead.getBytes());
    bytes.write(all, to, all.length - to);
    return bytes.toByteArray();
  }

  @Test
  void recordsAfterInsertedBytesAreFoundByTheJobsOfSalvage(@TempDir java.nio.file.Path temp)
      throws Exception {
    byte[] sound = Fixtures.bytes("plain.rec");
    int begin = (int) Fixtures.records("plain").get(HIT).offset();
    int end = (int) Fixtures.records("plain").get(HIT + 1).offset();
    var hadoop = new HadoopJar(yarn, temp);
    Path file = write("set/a.rec", sound);
    Recordio.run(conf(), "index", "--checksums", file.toString()).ended(0);
    fs().delete(file, false);
    write("set/a.rec", without(sound, begin + 9, begin + 9, "#####"));
    Path out = path("rescued");
    Ended ended =
        hadoop.run(
            "salvage --checksums -Dmapreduce.input.fileinputformat.split.maxsize={} {} {}",
            sound.length / 3,
            path("set"),
            out);
    assertEquals(5, ended.status(), ended.err());
    assertTrue(ended.err().contains("records kept"), ended.err());
    byte[] kept = without(sound, begin, end, "");
    assertArrayEquals(kept, read(new Path(out, "part-00000.rec")));
    String keys = new String(read(new Path(out, "part-00000.idx")));
    assertTrue(keys.contains("\n" + (HIT - 1) + "\t") && keys.contains("\n" + (HIT + 1) + "\t"));
    assertTrue(!keys.contains("\n" + HIT + "\t"), keys);
  }
}
