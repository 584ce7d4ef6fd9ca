// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of commands about an output folder left by a killed job. */
class LeftOverOutputTest {
  @TempDir Path temp;

  private Recordio run(String command, Path output) throws Exception {
    Path records = Files.write(temp.resolve("in.rec"), Fixtures.bytes("mixed.rec"));
    Path rows = Files.writeString(temp.resolve("in.libsvm"), "1 1:1\n");
    var args = new ArrayList<String>(List.of(command.split(" ")));
    args.add((command.startsWith("csr") ? rows : records).toString());
    args.add(output.toString());
    Recordio done = Recordio.run(LocalJobs.conf(), args.toArray(new String[0]));
    assertEquals(2, done.code(), done.err());
    return done;
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
    Path output = temp.resolve("out");
    Files.createDirectories(output.resolve("_temporary/1"));
    String expected =
        "output exists already: file:"
            + output
            + "; it was left by a job that did not finish (it holds _temporary): remove it, unless a"
            + " job still writes there";
    Recordio done = run(command, output);
    assertTrue(done.err().contains(expected), done.err());
    assertTrue(Files.exists(output.resolve("_temporary/1")));
  }

  @Test
  void knowsTheUploadsOfS3asMagicCommitter() throws Exception {
    Path output = temp.resolve("out");
    Files.createDirectories(output.resolve("__magic_job-1"));
    Recordio done = run("pack", output);
    assertTrue(done.err().contains("(it holds __magic_job-1): remove it"), done.err());
  }

  @Test
  void saysNothingOfTheKindAboutAFolderThatIsWhole() throws Exception {
    Path output = temp.resolve("out");
    Files.createDirectories(output);
    Files.createFile(output.resolve("_SUCCESS"));
    Recordio done = run("pack", output);
    assertTrue(
        done.err()
            .contains(
                "output exists already: file:" + output + "; remove it, or name another output\n"),
        done.err());
  }
}
