// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code csr --if-changed}: an output is reused when nothing has changed, and only then. */
class CsrIfChangedTest extends CsrTestBase {
  private Path in;
  private Path out;

  @BeforeEach
  void makeOutput() throws IOException {
    in = put("a", "1 1:1\n0 2:1\n").getParent();
    out = dir.resolve("out");
    Recordio first = csr("").ended(0);
    assertFalse(first.err().contains("unchanged"));
  }

  private Recordio csr(String options) {
    return run("csr --if-changed --features 9 {} {} " + options, in, out);
  }

  private CsrManifest manifest(Path folder) throws IOException {
    org.apache.hadoop.fs.Path path = LocalFiles.path(folder);
    return CsrManifest.read(path.getFileSystem(conf), path);
  }

  private void assertReused(Recordio run) {
    assertEquals(0, run.code(), run.err());
    assertHas(run.err(), "unchanged, reused: " + out);
  }

  private void assertRebuilt(Recordio run, String why) throws IOException {
    assertEquals(0, run.code(), run.err());
    assertHas(run.err(), "is out of date and is made anew: " + why);
    assertEquals(
        Set.of("_SUCCESS", "_csr.json", "part-00000-00000.npz", "part-00000-00000.label.npy"),
        files(out).keySet());
    assertEquals(Set.of("in", "out"), names(), "nothing else is left");
    assertReused(csr(""));
  }

  private Set<String> names() throws IOException {
    try (var all = Files.list(dir)) {
      return Set.copyOf(all.map(path -> path.getFileName().toString()).toList());
    }
  }

  private static void touch(Path file) throws IOException {
    long time = Files.getLastModifiedTime(file).toMillis();
    Files.setLastModifiedTime(file, FileTime.fromMillis(time + 1000));
  }

  @Test
  void nothingIsDoneWhenNothingHasChanged() throws IOException {
    FileTime before = Files.getLastModifiedTime(out.resolve("part-00000-00000.npz"));
    assertReused(csr(""));
    assertEquals(before, Files.getLastModifiedTime(out.resolve("part-00000-00000.npz")));
    assertReused(csr("-Drecordio.csr.shard-size=128m"));
  }

  @Test
  void aChangedByteALongerFileOrOneMoreIsNoticed() throws IOException {
    Path file = in.resolve("a");
    Files.writeString(file, "1 1:2\n0 2:1\n");
    touch(file);
    assertRebuilt(csr(""), "the input files have changed, or are other files");
    Files.writeString(file, "1 1:2\n0 2:1\n0\n");
    assertRebuilt(csr(""), "the input files");
    assertEquals(3, manifest(out).rows());
    put("b", "1 5:1\n");
    assertRebuilt(csr(""), "the input files");
    assertEquals(4, manifest(out).rows());
  }

  /** Like an output from when shards were numbered over the whole input. */
  @Test
  void anOutputWithOtherNamesIsMadeAnew() throws IOException {
    for (String name : List.of("part-00000-00000.npz", "part-00000-00000.label.npy")) {
      Files.move(out.resolve(name), out.resolve(name.replace("-00000-", "-")));
    }
    Path manifest = out.resolve("_csr.json");
    String text = Files.readString(manifest);
    Files.deleteIfExists(out.resolve("._csr.json.crc"));
    Files.writeString(
        manifest,
        text.replace("part-00000-00000", "part-00000")
            .replaceFirst("\"version\" : \\d+", "\"version\" : 2"));
    assertRebuilt(csr(""), "it was made by other rules");
  }

  @Test
  void otherSettingsAreNamed() throws IOException {
    assertHas(
        csr("--index-base 1 --mode lenient").ended(0).err(),
        "made anew: other settings: libsvm.index.base, libsvm.mode");
    assertEquals(1, manifest(out).indexBase());
  }

  @Test
  void aShardOrVectorThatIsNotAsItWasWrittenIsNoticed() throws IOException {
    Files.write(out.resolve("part-00000-00000.npz"), new byte[3]);
    Files.deleteIfExists(out.resolve(".part-00000-00000.npz.crc"));
    assertRebuilt(csr(""), "part-00000-00000.npz is not there as it was written");
    Files.delete(out.resolve("part-00000-00000.label.npy"));
    assertRebuilt(csr(""), "part-00000-00000.label.npy is not there as it was written");
  }

  @Test
  void everyFileNextToAShardIsChecked() throws IOException {
    put("a", "1:2 qid:1 1:1\n0:3 qid:2 2:1\n");
    csr("").ended(0);
    var vectors = manifest(out).shards().get(0).vectors();
    assertEquals(
        Set.of(
            "part-00000-00000.label.npy",
            "part-00000-00000.weight.npy",
            "part-00000-00000.qid.npy",
            "part-00000-00000.group_ptr.npy"),
        vectors.keySet());
    for (String vector : vectors.keySet()) {
      assertEquals(vectors.get(vector), Files.size(out.resolve(vector)));
      Files.delete(out.resolve(vector));
      assertHas(csr("").err(), vector + " is not there as it was written");
    }
  }

  @Test
  void theOldOutputStaysWhenTheNewOneFails() throws IOException {
    put("b", "oops\n");
    csr("").ended(3);
    assertEquals(2, manifest(out).rows());
    assertEquals(Set.of("in", "out"), names());
    Files.delete(in.resolve("b"));
    assertReused(csr(""));
  }

  @Test
  void aRunThatBrokeOffBetweenItsTwoRenamesIsPutRight() throws IOException {
    Files.move(out, dir.resolve(".out.csr-old"));
    Files.createDirectories(dir.resolve(".out.csr-new/_temporary"));
    assertReused(csr(""));
    assertEquals(Set.of("in", "out"), names());
    Files.createDirectories(dir.resolve(".out.csr-old"));
    assertReused(csr(""));
    assertEquals(Set.of("in", "out"), names());
  }

  @Test
  void whatCsrHasNotMadeIsNeverReplaced() throws IOException {
    Files.writeString(out.resolve("notes.txt"), "mine");
    assertRefused("it holds notes.txt");
    Files.delete(out.resolve("notes.txt"));
    Files.writeString(out.resolve("_csr.json"), "no json");
    Files.deleteIfExists(out.resolve("._csr.json.crc"));
    assertRefused("its _csr.json can't be read");
    Files.delete(out.resolve("_csr.json"));
    assertRefused("it has no _csr.json");
    out = Files.writeString(Files.createDirectory(dir.resolve("other")).resolve("file"), "mine");
    assertRefused("it holds file");
  }

  private void assertRefused(String why) {
    assertHas(csr("").ended(2).err(), "is not what csr has made: file:" + out, why);
    assertTrue(Files.exists(out));
  }
}
