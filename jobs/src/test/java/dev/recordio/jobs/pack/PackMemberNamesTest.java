// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.jobs.testing.Recordio;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of archive members in other charsets than UTF-8: never two folders of one class. */
class PackMemberNamesTest extends PackOutputTestBase {
  private static final String PACK = "pack -q --shards 1 {} {} ";
  private static final Charset GBK = Charset.forName("GBK");
  private static final String[] DOG_AND_PIG = {"狗/1.jpg", "猪/2.jpg"};
  private static final String LONG = "狗/" + "x".repeat(120) + ".jpg";

  /** Packs with more options; returns the class of each folder. */
  private String classes(Path input, String options) throws IOException {
    Path out = path("out" + System.nanoTime());
    ok(PACK + options, input, out);
    return labels(out);
  }

  private Path zip(String charset, boolean extra, String... names) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipArchiveOutputStream(bytes)) {
      zip.setEncoding(charset);
      zip.setUseLanguageEncodingFlag(charset.equals("UTF-8"));
      zip.setCreateUnicodeExtraFields(
          extra
              ? ZipArchiveOutputStream.UnicodeExtraFieldPolicy.ALWAYS
              : ZipArchiveOutputStream.UnicodeExtraFieldPolicy.NEVER);
      for (String name : names) {
        zip.putArchiveEntry(new ZipArchiveEntry(name));
        zip.write(name.getBytes(StandardCharsets.UTF_8));
        zip.closeArchiveEntry();
      }
    }
    return Files.write(path(charset + extra + ".zip"), bytes.toByteArray());
  }

  private static byte[] tar(Charset charset, int longNames, String... names) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(bytes, charset.name())) {
      tar.setLongFileMode(longNames);
      tar.setAddPaxHeadersForNonAsciiNames(longNames == TarArchiveOutputStream.LONGFILE_POSIX);
      for (String name : names) {
        byte[] content = name.getBytes(StandardCharsets.UTF_8);
        var entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private Path tar(String file, Charset charset, String... names) throws IOException {
    byte[] tar = tar(charset, TarArchiveOutputStream.LONGFILE_GNU, names);
    return Files.write(path(file), file.endsWith("gz") ? Archives.compress("gz", tar) : tar);
  }

  private Path sequence(String file, Class<? extends Writable> type, byte[]... keys)
      throws IOException {
    Path path = path(file);
    try (var out =
        SequenceFile.createWriter(
            conf(),
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(path.toUri())),
            SequenceFile.Writer.keyClass(type),
            SequenceFile.Writer.valueClass(Text.class))) {
      for (byte[] bytes : keys) {
        Writable key = new BytesWritable(bytes);
        if (type == Text.class) {
          var text = new Text();
          text.set(bytes, 0, bytes.length); // which are not checked
          key = text;
        }
        out.append(key, new Text("value"));
      }
    }
    return path;
  }

  private static byte[][] bytes(Charset charset, String... names) {
    return Arrays.stream(names).map(name -> name.getBytes(charset)).toArray(byte[][]::new);
  }

  /** The archive of one class is refused, and with the charset has two. */
  private void assertTwoClasses(Path archive, String name) throws IOException {
    assertHas(
        error(3, PACK, archive, packed),
        name,
        "folder, which is its class, is not UTF-8: --name-charset says what it is, such as GBK");
    assertFalse(Files.exists(packed));
    assertEquals("{\"狗\":0,\"猪\":1}", classes(archive, "--name-charset GBK"));
  }

  @Test
  void twoFoldersOfAZipAreTwoClassesOrAnError() throws Exception {
    Path zip = fixture("/fixtures/field/gbk2.zip");
    assertTwoClasses(zip, "gbk2.zip!\\xB9\\xB7/1.jpg");
    assertEquals("{\"狗\":0,\"猪\":1}", classes(zip, "-D recordio.pack.name-charset=gbk"));
    assertHas(
        error(3, PACK + "--name-charset US-ASCII", zip, packed),
        "gbk2.zip!\\xB9\\xB7/1.jpg",
        "is not US-ASCII, which --name-charset says it is");
    assertHas(
        error(2, PACK + "--name-charset GKB", zip, packed),
        "--name-charset is 'GKB'; it takes a charset such as GBK");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz"})
  void twoFoldersOfATarAreTwoClassesOrAnError(String file) throws Exception {
    assertTwoClasses(tar(file, GBK, DOG_AND_PIG), file + "!\\xB9\\xB7/1.jpg");
    String gnu = classes(tar("long" + file, GBK, LONG, DOG_AND_PIG[1]), "--name-charset GBK");
    assertEquals("{\"狗\":0,\"猪\":1}", gnu, "a GNU header of a long name");
    Path shuffled = tar("shuffled" + file, GBK, DOG_AND_PIG);
    assertEquals("{\"狗\":0,\"猪\":1}", classes(shuffled, "--name-charset GBK --shuffle --seed 2"));
  }

  @Test
  void keysOfSequenceFilesAreNames() throws Exception {
    byte[][] names = bytes(GBK, DOG_AND_PIG);
    assertTwoClasses(sequence("text.seq", Text.class, names), "text.seq!\\xB9\\xB7/1.jpg");
    assertTwoClasses(
        sequence("bytes.seq", BytesWritable.class, names), "bytes.seq!\\xB9\\xB7/1.jpg");
    byte[][] utf8 = bytes(StandardCharsets.UTF_8, DOG_AND_PIG);
    assertEquals("{\"狗\":0,\"猪\":1}", classes(sequence("utf8.seq", BytesWritable.class, utf8), ""));
  }

  @Test
  void keysOfBytesThatAreNoTextAreIds() throws Exception {
    Path ids = sequence("ids.seq", BytesWritable.class, new byte[] {1, '/', -1}, new byte[] {-2});
    assertEquals("{\".\":0}", classes(ids, "--header image"));
  }

  /** The library has lost the bytes of a path that is not UTF-8; the standard allows none. */
  @Test
  void pathsInExtendedHeadersAreUtf8() throws Exception {
    byte[] pax =
        tar(StandardCharsets.UTF_8, TarArchiveOutputStream.LONGFILE_POSIX, "狗狗/1.jpg", "猪/2.jpg");
    Path tar = Files.write(path("pax.tar"), pax);
    assertEquals("{\"狗狗\":0,\"猪\":1}", classes(tar, ""));
    assertEquals("{\"狗狗\":0,\"猪\":1}", classes(tar, "--name-charset GBK"));
    byte[] raw = pax.clone();
    int at = new String(raw, StandardCharsets.ISO_8859_1).indexOf("path=") + "path=".length();
    byte[] gbk = "狗狗狗".getBytes(GBK);
    System.arraycopy(gbk, 0, raw, at, gbk.length); // six bytes, as two of these were in UTF-8
    Path binary = Files.write(path("binary.tar"), raw);
    assertHas(error(3, PACK, binary, packed), "!\\xB9\\xB7\\xB9\\xB7\\xB9\\xB7/1.jpg");
    assertEquals("{\"狗狗狗\":0,\"猪\":1}", classes(binary, "--name-charset GBK"));
  }

  @Test
  void namesThatAZipMarksAsUtf8Stay() throws Exception {
    assertEquals(
        "{\"狗\":0,\"猪\":1}", classes(zip("UTF-8", false, DOG_AND_PIG), "--name-charset GBK"));
    Path extra = zip("GBK", true, DOG_AND_PIG);
    assertEquals("{\"狗\":0,\"猪\":1}", classes(extra, ""));
    assertEquals("{\"狗\":0,\"猪\":1}", classes(extra, "--name-charset Shift_JIS"));
  }

  /** The second byte of some characters is a backslash. */
  @Test
  void namesAreDecodedBeforeSeparatorsAreLookedFor() throws Exception {
    Path zip = zip("Shift_JIS", false, "ソ/1.jpg", "表.jpg", "能");
    String bytes = Files.readString(zip, StandardCharsets.ISO_8859_1);
    Files.writeString(
        zip, bytes.replace("\u0083\\/", "\u0083\\\\"), StandardCharsets.ISO_8859_1); // of Windows
    assertEquals("{\"ソ\":0,\".\":1}", classes(zip, "--name-charset Shift_JIS --exts all"));
    assertHas(error(3, PACK, zip, packed), "!\\x83\\\\1.jpg: the name of its folder");
  }

  @Test
  void anUnknownNameThatDecidesNothingIsPacked() throws Exception {
    Path file = tar("file.tar", GBK, "cat/狗.jpg", "dog/狗.jpg");
    assertEquals("{\"cat\":0,\"dog\":1}", classes(file, ""));
    Path zip = zip("GBK", false, DOG_AND_PIG);
    ok(PACK + "--header none", zip, packed);
    assertEquals("狗/1.jpg猪/2.jpg", run("cat {}", packed).out(), "the contents");
    Path gz = tar("a.tar.gz", GBK, DOG_AND_PIG);
    Path plain = path("plain");
    ok(PACK + "--header none", gz, plain);
    assertEquals("狗/1.jpg猪/2.jpg", run("cat {}", plain).out());
  }

  @Test
  void samplesOfATarAreToldApartByTheBytesOfTheirNames() throws Exception {
    Path tar = tar("wds.tar", GBK, "狗.jpg", "狗.txt", "猪.jpg", "猪.txt");
    ok(PACK + "--from webdataset --header none", tar, packed);
    assertEquals("狗.jpg猪.jpg", run("cat {}", packed).out());
    assertHas(
        error(3, PACK + "--from webdataset", tar, path("labelled")),
        "wds.tar!\\xB9\\xB7 at offset",
        "a member .cls");
  }

  @Test
  void globsNeedNames() throws Exception {
    Path zip = zip("GBK", false, DOG_AND_PIG);
    assertHas(
        error(3, PACK + "--header none --include 狗/*", zip, packed),
        "!\\xB9\\xB7/1.jpg",
        "by which --include and --exclude choose, is not UTF-8: --name-charset");
    assertEquals("{\"狗\":0}", classes(zip, "--name-charset GBK --include 狗/*"));
  }

  @Test
  void unknownNamesCanBeSkipped() throws Exception {
    Path zip = zip("GBK", false, "cat/0.jpg", "狗/1.jpg", "猪/2.jpg");
    Recordio run = run(PACK + "--on-error skip", zip, packed).ended(5);
    assertEquals("{\"cat\":0}", labels(packed));
    List<String> rejects = Files.readAllLines(packed.resolve("_rejects/part-00000.tsv"));
    assertEquals(2, rejects.size());
    assertHas(rejects.get(0), "!\\\\xB9\\\\xB7/1.jpg\tthe name of");
  }

  @Test
  void membersOfAnArrayArchiveAreNamed() throws Exception {
    Path npz = Files.move(zip("GBK", false, "狗.npy"), path("a.npz"));
    assertHas(error(3, "store import ./store x={}#cat", npz), "it has \\xB9\\xB7");
  }
}
