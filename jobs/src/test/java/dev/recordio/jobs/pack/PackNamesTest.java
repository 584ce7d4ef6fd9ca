// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.NameText;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of local files that can be listed but not opened, and links that never end. */
class PackNamesTest extends LocalTestBase {
  private Path folder() throws IOException {
    return writeAll("t", Map.of("ok.jpg", bytes("OK")));
  }

  /** Returns a path whose name has the bytes that {@code name} has with percent signs. */
  private java.nio.file.Path rawName(String name) {
    return java.nio.file.Path.of(URI.create(local("t").toUri() + "/" + name));
  }

  private Packed skipping(Path input) throws Exception {
    return pack(conf(PackConf.ON_ERROR, "skip", PackConf.HEADER, "none"), input);
  }

  private void assertOnlyOk(Path input, String name, String reason) throws Exception {
    var e = assertThrows(BadInputException.class, () -> pack(conf(), input));
    assertHas(e.getMessage(), name, reason, "--on-error skip");
    Packed packed = skipping(input);
    assertEquals(List.of("OK"), texts(packed));
    assertEquals(1, packed.rejects().size());
    assertHas(packed.rejects().get(0), NameText.escape(name), reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "t/*.jpg", "t/*", "?"})
  void fileWhoseNameIsNotUtf8IsNamed(String input) throws Exception {
    folder();
    Files.write(rawName("caf%E9.jpg"), bytes("lost"));
    assertOnlyOk(new Path(testDir(), input), "/t/caf\\xE9.jpg", "UTF-8");
  }

  @Test
  void folderWhoseNameIsNotUtf8IsNamed() throws Exception {
    Path folder = folder();
    Files.createDirectory(rawName("%FFs"));
    Files.write(rawName("%FFs/a.jpg"), bytes("lost"));
    assertOnlyOk(folder, "/t/\\xFFs", "UTF-8");
  }

  @Test
  void fileOfAnotherNameDoesNotMatterToAGlob() throws Exception {
    folder();
    Files.write(rawName("caf%E9.txt"), bytes("not asked for"));
    assertEquals(1, pack(conf(), new Path(testDir(), "t/*.jpg")).payloads().size());
  }

  @Test
  void linkThatLeadsNowhereIsAFileThatCanNotBeRead() throws Exception {
    Path folder = folder();
    Files.createSymbolicLink(local("t/gone.jpg"), local("nowhere"));
    assertOnlyOk(folder, "/t/gone.jpg", "no such file");
    Files.delete(local("t/gone.jpg"));
    Files.createSymbolicLink(local("t/#lock"), local("nowhere"));
    assertEquals(1, pack(conf(PackConf.EXTENSIONS, "jpg"), folder).plan().leftOut());
  }

  @Test
  void linkToAFolderAboveIsNamed() throws Exception {
    Path folder = folder();
    Files.createDirectories(local("t/a/b"));
    Files.createSymbolicLink(local("t/a/b/up"), local("t"));
    assertOnlyOk(folder, "/t/a/b/up", "folder above");
    Files.delete(local("t/a/b/up"));
    Files.createSymbolicLink(local("t/self"), java.nio.file.Path.of("."));
    assertOnlyOk(folder, "/t/self", "folder above");
  }

  @Test
  void linkToAnotherFolderIsFollowed() throws Exception {
    Path folder = folder();
    Files.createDirectories(local("other"));
    Files.write(local("other/b.jpg"), bytes("B"));
    Files.createSymbolicLink(local("t/l1"), local("other"));
    Files.createSymbolicLink(local("t/l2"), local("other"));
    Packed packed = pack(conf(PackConf.HEADER, "none"), folder);
    assertEquals(List.of("OK", "B", "B"), texts(packed));
  }

  @Test
  void charactersThatCommandATerminalAreEscaped() throws Exception {
    Map<String, byte[]> members = Map.of("a\u001b[2J\rb\n\u009b31m\u202e.jpg", bytes("A"));
    byte[] zip = Archives.patchZip(Archives.zip(members), 1, 8, 12);
    Path archive = write("a.zip", zip);
    String escaped = "a.zip!a\\x1B[2J\\rb\\n\\x9B31m\\u202E.jpg";
    var e = assertThrows(BadInputException.class, () -> pack(conf(), archive));
    assertHas(e.getMessage(), escaped);
    Configuration conf = conf(PackConf.ON_ERROR, "skip", PackConf.HEADER, "none");
    Packed packed = pack(conf, archive);
    assertHas(packed.rejects().get(0), escaped + "\t");
    assertEquals(1, packed.rejects().size());
    assertFalse(packed.text("_rejects/part-00000.tsv").contains("\u001b"));
  }
}
