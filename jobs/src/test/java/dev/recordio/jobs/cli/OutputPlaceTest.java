// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.testing.Faults.Call.CREATE;
import static dev.recordio.testing.Faults.Call.MKDIRS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A place where no output can be made is reported before anything is read. */
class OutputPlaceTest {
  @TempDir Path temp;

  private Recordio run(String command, String output) throws Exception {
    Configuration conf = LocalJobs.conf(temp);
    var faults = new Faults();
    faults
        .on(MKDIRS, CREATE)
        .fails(folder -> new AccessControlException("no entry, says the test"));
    faults.install(conf);
    Path records = Files.write(temp.resolve("in.rec"), Fixtures.bytes("mixed.rec"));
    Path rows = Files.writeString(temp.resolve("in.libsvm"), "1 1:1\n0 2:1\n");
    var args = new ArrayList<String>(List.of(command.split(" ")));
    args.add((command.startsWith("csr") ? rows : records).toString());
    args.add(output);
    return Recordio.run(conf, args.toArray(new String[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack --header none",
        "shuffle --seed 1",
        "reshard --shards 2",
        "csr",
        "csr --if-changed"
      })
  void isReportedBeforeAnythingIsRead(String command) throws Exception {
    Path file = Files.writeString(temp.resolve("file"), "mine");
    for (String output : List.of("file/out", "file/a/b/out")) {
      Recordio refused = run(command, temp.resolve(output).toString());
      assertEquals(
          "recordio: no output can be made in file:" + file + ": it is a file, not a folder\n",
          refused.err());
      assertEquals(2, refused.code());
    }
    Recordio refused = run(command, "faulty:" + temp.resolve("a/out"));
    assertEquals(
        "recordio: no output can be made in faulty:" + temp + ": no entry, says the test\n",
        refused.err());
    assertEquals(2, refused.code());
  }

  @Test
  void aNameWithAColonIsReadAndWritten() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("co:lon"));
    Path file = Files.write(folder.resolve("a:b.rec"), Fixtures.bytes("mixed.rec"));
    for (String input : List.of(file.toString(), folder.toString(), "file://" + file)) {
      Recordio read = Recordio.run(LocalJobs.conf(temp), "info", input);
      assertEquals(0, read.code(), read.err());
    }
    Recordio none = Recordio.run(LocalJobs.conf(temp), "info", "co:lon.rec");
    assertEquals(3, none.code());
    assertEquals(
        "recordio: 'co:lon.rec' is no path; a name with a colon is written ./co:lon.rec\n",
        none.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pack --header none --shards 0", "csr --to nope"})
  void checkingLeavesNoFolders(String command) throws Exception {
    run(command, temp.resolve("a/b/out").toString()).ended(2);
    assertFalse(Files.exists(temp.resolve("a")));
  }
}
