// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.pack.FullDisk;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command that fails leaves no output that would be in the way of its own retry. */
class FailedOutputTest {
  @TempDir Path temp;

  private Recordio run(Configuration conf, String command, String output) throws Exception {
    Path records = Files.write(temp.resolve("in.rec"), Fixtures.bytes("indexed.rec"));
    Files.write(temp.resolve("in.idx"), Fixtures.bytes("indexed.idx"));
    Path rows = Files.writeString(temp.resolve("in.libsvm"), "1 1:1\n0 2:1\n");
    var args = new ArrayList<String>(List.of(command.split(" ")));
    args.add((command.startsWith("csr") ? rows : records).toString());
    args.add(output);
    return Recordio.run(conf, args.toArray(new String[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack --from files --header none",
        "shuffle --seed 1",
        "reshard --shards 2",
        "sample --count 1 --seed 1",
        "select --keys 2",
        "split --fractions a=0.5,b=0.5 --seed 1",
        "csr",
        "csr --if-changed"
      })
  void aFailedCommandCanBeRunAgain(String command) throws Exception {
    Path output = temp.resolve("out");
    Configuration conf = LocalJobs.conf(temp);
    FullDisk.install(conf);
    Recordio failed = run(conf, command, "faulty:" + output);
    assertEquals(1, failed.code(), failed.err());
    assertFalse(Files.exists(output), failed.err());

    Recordio again = run(conf, command, output.toString());
    assertEquals(0, again.code(), again.err());
    assertTrue(Files.exists(output.resolve("_SUCCESS")));
  }

  @Test
  void whatIsNotOfTheJobStays() throws Exception {
    Path output = Files.createDirectories(temp.resolve("out"));
    Path mine = Files.writeString(output.resolve("mine.txt"), "mine");
    Configuration conf = LocalJobs.conf(temp);
    Recordio refused = run(conf, "shuffle --seed 1", output.toString());
    assertEquals(2, refused.code(), refused.err());
    assertEquals("mine", Files.readString(mine));
  }
}
