// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.CommandTestBase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of commands about an output folder left by a killed job. */
class LeftOverOutputTest extends CommandTestBase {
  private String refused(String command) throws Exception {
    Path input = command.startsWith("csr") ? write("in.libsvm", "1 1:1\n") : fixture("mixed.rec");
    return fails(2, command + " {} {}", input, path("out"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack",
        "shuffle --seed 1",
        "reshard --shards 2",
        "sample --count 1 --seed 1",
        "split --fractions a=0.5,b=0.5 --seed 1",
        "csr",
        "csr --if-changed"
      })
  void saysThatAJobHasNotFinished(String command) throws Exception {
    Files.createDirectories(path("out/_temporary/1"));
    String expected =
        "output exists already: file:"
            + path("out")
            + "; it was left by a job that did not finish (it holds _temporary): remove it, unless a"
            + " job still writes there";
    assertHas(refused(command), expected);
    assertTrue(Files.exists(path("out/_temporary/1")));
  }

  @Test
  void knowsTheUploadsOfS3asMagicCommitter() throws Exception {
    Files.createDirectories(path("out/__magic_job-1"));
    assertHas(refused("pack"), "(it holds __magic_job-1): remove it");
  }

  @Test
  void saysNothingOfTheKindAboutAFolderThatIsWhole() throws Exception {
    write("out/_SUCCESS", "");
    assertHas(
        refused("pack"),
        "output exists already: file:" + path("out") + "; remove it, or name another output\n");
  }
}
