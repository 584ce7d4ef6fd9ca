// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Backslashes between folders, as .NET and PowerShell 5 write them. */
class PackSeparatorsTest extends PackOutputTestBase {
  private static final String TAKEN =
      " has names with backslashes and none with a slash: backslashes are taken for slashes between"
          + " folders";
  private static final String KEPT =
      " has names with backslashes and names with slashes: backslashes are taken for characters of"
          + " names";

  private List<String> notes(Recordio run) {
    return run.notes().stream()
        .map(line -> line.substring("note: ".length()).replace(dir.toString(), ""))
        .toList();
  }

  private Path archive(String name, String... names) throws IOException {
    var members = new LinkedHashMap<String, byte[]>();
    for (String member : names) {
      members.put(member, member.getBytes(StandardCharsets.UTF_8));
    }
    Path file = path(name);
    if (name.endsWith(".seq")) {
      Sequences.write(conf(), file, members);
    } else {
      byte[] tar = Archives.tar(members);
      Files.write(file, name.endsWith("gz") ? Archives.compress("gz", tar) : tar);
    }
    return file;
  }

  @Test
  void aZipWithoutASlashHasFoldersByBackslashes() throws Exception {
    Path zip = fixture("/fixtures/field/bs.zip");
    assertEquals(
        List.of("file:/bs.zip" + TAKEN), notes(ok("pack -q --shuffle {} {}", zip, packed)));
    assertEquals("{\"cat\":0,\"dog\":1}", labels(packed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.seq"})
  void soHaveOtherArchives(String name) throws Exception {
    Path archive = archive(name, "readme.jpg", "cat\\1.jpg", "cat\\.x\\2.jpg", "dog\\deep\\3.jpg");
    Recordio run = ok("pack -q --shuffle {} {}", archive, packed);
    assertEquals(
        List.of(
            "1 hidden file or folder is left out: file:/"
                + name
                + "!cat/.x/2.jpg (--hidden takes it)",
            "file:/" + name + TAKEN),
        notes(run));
    assertEquals("{\".\":0,\"cat\":1,\"dog/deep\":2}", labels(packed));
    Path some = path("some");
    ok("pack -q --header none --include dog/** {} {}", archive, some);
    assertEquals("dog\\deep\\3.jpg", run("cat {}", some).out(), "the content");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.seq"})
  void inAnArchiveWithBothTheyAreCharacters(String name) throws Exception {
    Path first = archive(name, "cat\\1.jpg", "dog/2.jpg", "dog/3\\4.jpg");
    assertEquals(
        List.of("file:/" + name + KEPT), notes(ok("pack -q --shuffle {} {}", first, packed)));
    assertEquals("{\".\":0,\"dog\":1}", labels(packed));
    Path later = archive("later-" + name, "dog/2.jpg", "cat\\1.jpg");
    Path glob = path("*" + name);
    assertEquals(
        List.of("file:/" + name + " (and so 1 more archive)" + KEPT),
        notes(ok("pack -q --shuffle {} ./both", glob)));
    assertEquals(List.of(), notes(ok("pack -q {} ./ok", archive("ok-" + name, "dog/2.jpg"))));
    assertEquals(true, Files.exists(later));
  }

  @Test
  void samplesAreFoundBelowBackslashes() throws Exception {
    Path tar = archive("wds.tar", "v1.0\\1.jpg", "v1.0\\1.txt", "v1.0\\2.jpg", "v1.0\\2.txt");
    Recordio run = ok("pack -q --from webdataset --header none {} {}", tar, packed);
    assertEquals(List.of("file:/wds.tar" + TAKEN), notes(run));
    assertEquals("v1.0\\1.jpgv1.0\\2.jpg", run("cat {}", packed).out());
  }

  @Test
  void aPathWithBackslashesThatIsThereWithSlashesIsNamed() throws Exception {
    Path list = Files.writeString(path("a.lst"), "0\t0\tcats\\1.jpg\n1\t0\tcats/9.jpg\n");
    assertHas(
        error(3, "pack --list {} --root {} {}", list, photos, packed),
        "cats\\1.jpg: no such file; with slashes for its backslashes it is there: file:"
            + photos
            + "/cats/1.jpg");
    Path gone = Files.writeString(path("b.lst"), "0\t0\tcats\\8.jpg\n");
    Recordio run = run("pack --list {} --root {} {}", gone, photos, packed);
    assertFails(3, run, "no such file", "cats\\8.jpg");
    assertEquals(false, run.err().contains("slashes"));
    assertHas(
        error(3, "pack {} {}", (photos + "/cats").replace("/photos/", "\\photos\\"), packed),
        "it is there: file:" + photos + "/cats");
  }
}
