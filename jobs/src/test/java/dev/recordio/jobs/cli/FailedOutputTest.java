// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.pack.FullDisk;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command that fails leaves no output that would be in the way of its own retry. */
class FailedOutputTest extends CommandTestBase {
  @Override
  protected Configuration conf() {
    Configuration conf = super.conf();
    FullDisk.install(conf);
    return conf;
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
    fixture("indexed.idx");
    Path input =
        command.startsWith("csr") ? write("in.libsvm", "1 1:1\n0 2:1\n") : fixture("indexed.rec");
    Path output = path("out");
    Recordio failed = run(command + " {} faulty:{}", input, output).ended(1);
    assertFalse(Files.exists(output), failed.err());

    ok(command + " {} {}", input, output);
    assertTrue(Files.exists(path("out/_SUCCESS")));
  }

  @Test
  void whatIsNotOfTheJobStays() throws Exception {
    write("out/mine.txt", "mine");
    run("shuffle --seed 1 {} {}", fixture("indexed.rec"), path("out")).ended(2);
    assertEquals("mine", text("out/mine.txt"));
  }
}
