// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenericOptionsTest {
  private static Recordio show(String line) {
    return Recordio.of(ShowCommand.table(), line.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-D test.a=1 show test.a",
        "-Dtest.a=1 show test.a",
        "show -D test.a=1 test.a",
        "show -Dtest.a=1 test.a",
        "show --shards 3 -D test.a=1 test.a",
        "show test.a -Dtest.a=1",
        "show test.a -D test.a=1 --shards=3",
        "-D test.a=0 show -D test.a=1 test.a",
        "show -D test.a=0 test.a -D test.a=1",
      })
  void aDefinitionIsReadAnywhereAndTheLastOneWins(String line) {
    assertEquals(List.of(0, "test.a=1\n", ""), show(line).all());
  }

  @Test
  void anOptionOverridesItsKey() {
    assertEquals("test.shards=3\n", show("-D test.shards=1 show --shards 3 test.shards").out());
    assertEquals("test.shards=3\n", show("show --shards 3 test.shards -Dtest.shards=1").out());
    assertEquals("test.shards=1\n", show("show -Dtest.shards=1 test.shards").out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-fs file:///somewhere show fs.defaultFS",
        "show -jt local -fs file:///somewhere fs.defaultFS",
        "-jt local show -fs file:///somewhere --shards 2 fs.defaultFS",
      })
  void otherGenericOptionsAreBeforeTheCommandOrDirectlyAfterIt(String line) {
    assertEquals(List.of(0, "fs.defaultFS=file:///somewhere\n", ""), show(line).all());
  }

  @Test
  void aConfigurationFileIsReadAndADefinitionWinsOverIt(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("site.xml");
    Files.writeString(
        file,
        "<configuration><property><name>test.a</name><value>1</value></property>"
            + "<property><name>test.b</name><value>2</value></property></configuration>");
    assertEquals(
        "test.a=9\ntest.b=2\n", show("show -conf " + file + " -D test.a=9 test.a test.b").out());
  }

  @Test
  void aConfigurationFileThatIsNotThereOrIsNoneIsRefused(@TempDir Path dir) throws Exception {
    Path missing = dir.resolve("nosuch.xml");
    assertEquals(
        List.of(2, "", "recordio: -conf names no file: " + missing + "\n"),
        show("-conf " + missing + " show test.a").all());
    Path broken = Files.writeString(dir.resolve("broken.xml"), "<configuration><prop");
    Recordio run = show("show -conf " + broken + " test.a");
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().startsWith("recordio: -conf " + broken + " is no configuration file: "));
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void theConfigurationOfTheCallerIsTheStartAndStaysAsItIs() {
    Configuration base = new Configuration(false);
    base.set("test.a", "1");
    Recordio run =
        Recordio.of(
            ShowCommand.table(), base, new byte[0], "show", "-Dtest.b=2", "test.a", "test.b");
    assertEquals("test.a=1\ntest.b=2\n", run.out());
    assertEquals(null, base.get("test.b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-conf", "show -D", "show -D novalue test.a", "-D =x show", "show -fs"})
  void aGenericOptionWithoutItsValueIsRefused(String line) {
    Recordio run = show(line);
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("recordio: "), run.err());
  }

  @Test
  void sizesAndPartsAreRead() {
    assertEquals(
        "test.shard-size=512m\ntest.part=0/4\n536870912\n",
        show("show --shard-size 512m --part 0/4 test.shard-size test.part").out());
  }
}
