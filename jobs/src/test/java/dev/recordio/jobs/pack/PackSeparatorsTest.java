// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.io.InputStream;
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

  private Path fixture(String name, String as) throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/fixtures/field/" + name)) {
      Path file = temp.resolve(as);
      Files.copy(in, file);
      return file;
    }
  }

  private List<String> notes(Recordio run) {
    return run.err()
        .lines()
        .filter(line -> line.startsWith("note: "))
        .map(line -> line.substring("note: ".length()).replace(temp.toString(), ""))
        .toList();
  }

  private String labels() throws IOException {
    return new ObjectMapper()
        .readTree(packed.resolve("_pack.json").toFile())
        .get("labels")
        .toString();
  }

  private Path archive(String name, String... names) throws IOException {
    var members = new LinkedHashMap<String, byte[]>();
    for (String member : names) {
      members.put(member, member.getBytes(StandardCharsets.UTF_8));
    }
    Path file = temp.resolve(name);
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
    Path zip = fixture("bs.zip", "bs.zip");
    assertEquals(
        List.of("file:/bs.zip" + TAKEN), notes(succeed("pack", "-q", "--shuffle", zip, packed)));
    assertEquals("{\"cat\":0,\"dog\":1}", labels());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.seq"})
  void soHaveOtherArchives(String name) throws Exception {
    Path archive = archive(name, "readme.jpg", "cat\\1.jpg", "cat\\.x\\2.jpg", "dog\\deep\\3.jpg");
    Recordio run = succeed("pack", "-q", "--shuffle", archive, packed);
    assertEquals(
        List.of(
            "1 hidden file or folder is left out: file:/"
                + name
                + "!cat/.x/2.jpg (--hidden takes it)",
            "file:/" + name + TAKEN),
        notes(run));
    assertEquals("{\".\":0,\"cat\":1,\"dog/deep\":2}", labels());
    Path some = temp.resolve("some");
    succeed("pack", "-q", "--header", "none", "--include", "dog/**", archive, some);
    assertEquals("dog\\deep\\3.jpg", run("cat", some).out(), "the content");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.seq"})
  void inAnArchiveWithBothTheyAreCharacters(String name) throws Exception {
    Path first = archive(name, "cat\\1.jpg", "dog/2.jpg", "dog/3\\4.jpg");
    assertEquals(
        List.of("file:/" + name + KEPT), notes(succeed("pack", "-q", "--shuffle", first, packed)));
    assertEquals("{\".\":0,\"dog\":1}", labels());
    Path later = archive("later-" + name, "dog/2.jpg", "cat\\1.jpg");
    Path glob = temp.resolve("*" + name);
    assertEquals(
        List.of("file:/" + name + " (and so 1 more archive)" + KEPT),
        notes(succeed("pack", "-q", "--shuffle", glob, temp.resolve("both"))));
    assertEquals(
        List.of(),
        notes(succeed("pack", "-q", archive("ok-" + name, "dog/2.jpg"), temp.resolve("ok"))));
    assertEquals(true, Files.exists(later));
  }

  @Test
  void samplesAreFoundBelowBackslashes() throws Exception {
    Path tar = archive("wds.tar", "v1.0\\1.jpg", "v1.0\\1.txt", "v1.0\\2.jpg", "v1.0\\2.txt");
    Recordio run = succeed("pack", "-q", "--from", "webdataset", "--header", "none", tar, packed);
    assertEquals(List.of("file:/wds.tar" + TAKEN), notes(run));
    assertEquals("v1.0\\1.jpgv1.0\\2.jpg", run("cat", packed).out());
  }

  @Test
  void aPathWithBackslashesThatIsThereWithSlashesIsNamed() throws Exception {
    Path list = Files.writeString(temp.resolve("a.lst"), "0\t0\tcats\\1.jpg\n1\t0\tcats/9.jpg\n");
    assertFails(
        3,
        run("pack", "--list", list, "--root", photos, packed),
        "cats\\1.jpg: no such file; with slashes for its backslashes it is there: file:"
            + photos
            + "/cats/1.jpg");
    Path gone = Files.writeString(temp.resolve("b.lst"), "0\t0\tcats\\8.jpg\n");
    Recordio run = run("pack", "--list", gone, "--root", photos, packed);
    assertFails(3, run, "no such file", "cats\\8.jpg");
    assertEquals(false, run.err().contains("slashes"));
    assertFails(
        3,
        run("pack", (photos + "/cats").replace("/photos/", "\\photos\\"), packed),
        "it is there: file:" + photos + "/cats");
  }
}
