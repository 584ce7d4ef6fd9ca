// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static dev.recordio.jobs.pack.sample.MdsFiles.number;
import static dev.recordio.jobs.pack.sample.MdsFiles.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.tensorflow.TfRecordWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.pack.sample.MdsFiles;
import dev.recordio.jobs.pack.sample.SampleConf;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Supports;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pack does with samples of any format: in the form of MDS. */
@Supports(row = "WebDataset, TFRecord, ArrayRecord, Parquet, MDS packed", engine = "command line")
class PackFromTest extends LocalTestBase {
  /** Writes a data set of images "NAME0", "NAME1" …, in shards of two, with labels from first. */
  private Path mds(String name, int count, int first, boolean keys) throws IOException {
    var files = new MdsFiles(local(name)).column("image", "bytes");
    if (keys) {
      files.column("key", "uint64", 8);
    }
    files.column("label", "int", 8);
    for (int i = 0; i < count; i++) {
      byte[] label = number(first + i, 8);
      if (keys) {
        files.sample(text(name + i), number(100 + i, 8), label);
      } else {
        files.sample(text(name + i), label);
      }
      if (i % 2 == 1 || i == count - 1) {
        files.shard();
      }
    }
    files.write();
    return new Path(testDir(), name);
  }

  /** Returns key, label and image of each record. */
  private static List<String> samples(Packed packed) throws IOException {
    var lines = new ArrayList<String>();
    var header = new ImageRecordHeader();
    for (byte[] payload : packed.payloads()) {
      header.read(payload, 0, payload.length, 0);
      lines.add(
          Long.toUnsignedString(header.id())
              + " "
              + header.label(0)
              + " "
              + new String(payload, header.imageOffset(), header.imageLength()));
    }
    return lines;
  }

  private Recordio command(String line, Object... arguments) throws IOException {
    return run("pack " + line, arguments);
  }

  private String fails(int code, String line, Object... arguments) throws IOException {
    return command(line, arguments).ended(code).err();
  }

  @Test
  void unfitOptionsEndItBeforeAnythingIsRead() throws Exception {
    var missing = local("missing");
    var out = local("out");
    var list = local("missing.lst");
    assertHas(
        fails(2, "--from mds --list {} {}", list, out), "--list has no use beside --from mds");
    assertHas(
        fails(2, "--from parquet --exts jpg {} {}", missing, out),
        "--exts has no use beside --from parquet");
    for (String field : List.of("--image-field", "--label-field", "--key-field")) {
      assertHas(fails(2, "--from files {} x {} {}", field, missing, out), field, "--from files");
      assertHas(fails(2, "--from tfrecord --raw {} x {} {}", field, missing, out), field, "--raw");
    }
    for (String from : List.of("files", "webdataset", "parquet", "mds")) {
      assertHas(
          fails(2, "--from {} --raw {} {}", from, missing, out), "--raw is for --from tfrecord");
    }
    assertHas(
        fails(2, "--from tfrecord --raw --header image {} {}", missing, out),
        "--raw and --header image exclude each other");
    assertHas(
        fails(2, "--from tfrecord --raw --resize 8 {} {}", missing, out), "--raw", "--resize");
    assertHas(fails(2, "--from zip {} {}", missing, out), "zip", "webdataset");
    assertHas(fails(3, "--from mds {} {}", missing, out), "missing");
    assertFalse(Files.exists(local("out")));
    Configuration conf = conf(SampleConf.FROM, "mds", PackConf.EXTENSIONS, "jpg");
    var refused =
        assertThrows(
            InvalidSettingException.class,
            () -> new PackJob(conf, List.of(new Path(missing.toString())), newOutput()));
    assertHas(refused.getMessage(), "--exts");
  }

  @Test
  void whatIsNamedIsKnownByItsContent() throws Exception {
    Path folder = mds("top/a", 3, 5, true);
    List<String> expected = List.of("100 5.0 top/a0", "101 6.0 top/a1", "102 7.0 top/a2");
    assertEquals(expected, samples(pack(conf(), folder)));
    assertEquals(expected, samples(pack(conf(), new Path(folder, "index.json"))));
    assertEquals(expected, samples(pack(conf(SampleConf.FROM, "mds"), folder)));
    // As files; a folder that holds it is none of the format.
    Configuration files = conf(SampleConf.FROM, "files", PackConf.HEADER, "none");
    List<byte[]> bytes = pack(files, folder).payloads();
    assertEquals(3, bytes.size());
    assertArrayEquals(Files.readAllBytes(local("top/a/index.json")), bytes.get(0));
    assertEquals(digests(bytes), digests(pack(files, folder.getParent()).payloads()));
    Configuration auto = conf(PackConf.HEADER, "none");
    var refused = assertThrows(BadInputException.class, () -> pack(auto, folder.getParent()));
    assertHas(refused.getMessage(), "shard.00000.mds", "and 1 more file", "--from mds");
  }

  @Test
  void fieldsMayBeNamedWhereTheFormatIsKnownByItsContent() throws Exception {
    var files = new MdsFiles(local("m")).column("image", "bytes").column("label", "int", 8);
    files.column("number", "uint64", 8);
    files
        .sample(text("a"), number(5, 8), number(70, 8))
        .sample(text("b"), number(6, 8), number(71, 8));
    files.shard();
    files.write();
    var folder = local("m");
    var out = local("out");
    Recordio run = command("--key-field number --shards 1 {} {}", folder, out).ended(0);
    assertEquals("70\t0\n71\t36\n", Files.readString(local("out/part-00000.idx")));
    Path photo = write("p/p.jpg", "photo");
    for (String field : List.of("--image-field", "--label-field", "--key-field")) {
      assertHas(
          fails(2, "{} x {} {}", field, photo, local("other")),
          field + " has no use beside files: no input is a data set with fields (--from names");
    }
    assertFalse(Files.exists(local("other")));
  }

  @Test
  void payloadsOfTfRecordsAreKnownByTheirContentToo() throws Exception {
    Path records = write("r.tfrecord", fixtureTfRecord());
    var out = local("out");
    Recordio run = command("--raw --shards 1 {} {}", records, out).ended(0);
    var named = local("named");
    run = command("--raw --from tfrecord --shards 1 {} {}", records, named).ended(0);
    assertArrayEquals(
        Files.readAllBytes(local("named/part-00000.rec")),
        Files.readAllBytes(local("out/part-00000.rec")));
    Path photo = write("p.jpg", "photo");
    assertHas(
        fails(2, "--raw {} {}", photo, local("other")),
        "--raw is for TFRecord and ArrayRecord files, and some inputs are none");
  }

  private static byte[] fixtureTfRecord() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var records = new TfRecordWriter(bytes::write);
    for (String payload : List.of("one", "two")) {
      records.record(text(payload), 0, payload.length());
    }
    records.flush();
    return bytes.toByteArray();
  }

  @Test
  void aFolderOfAFormatIsReadBelowToo() throws Exception {
    mds("top/b", 2, 0, true);
    mds("top/a", 1, 7, true);
    Files.createDirectories(local("top/_hidden"));
    Files.writeString(local("top/_hidden/index.json"), "no index");
    Files.writeString(local("top/notes.txt"), "text");
    Path top = new Path(testDir(), "top");
    assertEquals(
        List.of("100 7.0 top/a0", "100 0.0 top/b0", "101 1.0 top/b1"),
        samples(pack(conf(SampleConf.FROM, "mds"), top)));
    // An index above others lists what they list.
    mds("top", 1, 9, true);
    assertEquals(List.of("100 9.0 top0"), samples(pack(conf(SampleConf.FROM, "mds"), top)));
    Files.createDirectories(local("none/below"));
    String none = local("none").toString();
    assertHas(fails(3, "--from mds {} {}", none, local("out")), "no file of format mds in", none);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.tfrecord", "x.parquet", "index.json", "x.mds"})
  void aFileThatOnlyHasTheNameIsARecordOnPurpose(String name) throws Exception {
    byte[] content = text("{\"shards\": 7} and sixteen bytes more");
    Path file = write(name, content);
    Configuration files = conf(PackConf.HEADER, "none", SampleConf.FROM, "files");
    assertArrayEquals(content, pack(files, file).payloads().get(0));
    Configuration auto = conf(PackConf.HEADER, "none");
    if (name.equals("index.json")) {
      assertArrayEquals(content, pack(auto, file).payloads().get(0));
    } else {
      var refused = assertThrows(IOException.class, () -> pack(auto, file));
      assertHas(refused.getMessage(), name, "--from files");
    }
    Path photo = write("folder/p.jpg", content);
    write("folder/" + name, content);
    Packed packed = pack(conf(), photo.getParent());
    assertEquals(1, packed.payloads().size());
    assertEquals(1, packed.plan().leftOut());
  }

  @Test
  void samplesWithoutKeysAreNumberedOverAllInputs() throws Exception {
    Path a = mds("a", 3, 0, false);
    Path photo = write("p.jpg", "photo");
    Path b = mds("b", 2, 20, false);
    Path keyed = mds("c", 1, 30, true);
    assertEquals(
        List.of(
            "0 0.0 a0",
            "1 1.0 a1",
            "2 2.0 a2",
            "3 0.0 photo",
            "4 20.0 b0",
            "5 21.0 b1",
            "100 30.0 c0",
            "7 0.0 a0"),
        samples(pack(conf(), a, photo, b, keyed, a)).subList(0, 8));
  }

  @Test
  void orderAndShardsFollowTheSeed() throws Exception {
    Path a = mds("a", 9, 0, false);
    List<String> plain = samples(pack(conf(), a));
    Packed shards = pack(conf(PackConf.SHARDS, 4), a);
    assertEquals(plain, samples(shards));
    assertEquals(4, shards.files().keySet().stream().filter(n -> n.endsWith(".rec")).count());
    Configuration seven = conf(PackConf.SHUFFLE, true, PackConf.SEED, 7);
    List<String> shuffled = samples(pack(seven, a));
    assertEquals(new TreeSet<>(plain), new TreeSet<>(shuffled));
    assertNotEquals(plain, shuffled);
    assertEquals(shuffled, samples(pack(seven, a)));
    assertNotEquals(shuffled, samples(pack(conf(PackConf.SHUFFLE, true, PackConf.SEED, 8), a)));
  }

  @Test
  void imagesOfSamplesAreResized() throws Exception {
    byte[] image = Images.tiles("png", 40, 20, 1);
    var files = new MdsFiles(local("m")).column("image", "png").column("key", "uint64", 8);
    files.column("labels", "ndarray:float32");
    byte[] labels = {4, 2, 0, 0, 0, 63, 0, 0, 0, 64};
    files.sample(image, number(-1, 8), labels).shard();
    files.sample(text("no image"), number(3, 8), labels).shard();
    files.write();
    Path m = new Path(testDir(), "m");
    Configuration conf =
        conf(PackConf.RESIZE, 10, PackConf.ENCODING, ".png", PackConf.ON_ERROR, "skip");
    Packed packed = pack(conf, m);
    byte[] payload = packed.payloads().get(0);
    var header = new ImageRecordHeader();
    header.read(payload, 0, payload.length, 0);
    assertEquals(-1, header.id());
    assertEquals(2, header.labelCount());
    assertEquals(0.5f, header.label(0));
    assertEquals(2f, header.label(1));
    var made =
        ImageIO.read(
            new ByteArrayInputStream(
                Arrays.copyOfRange(payload, header.imageOffset(), payload.length)));
    assertEquals(List.of(20, 10), List.of(made.getWidth(), made.getHeight()));
    assertEquals(1, packed.payloads().size());
    assertEquals(1, packed.count(PackCounter.SKIPPED_SOURCES));
    assertHas(packed.rejects().get(0), "shard.00001.mds");
    PackConf.ON_ERROR.set(conf, "fail");
    assertHas(failure(conf, m), "3 ", "shard.00001.mds", "--on-error skip");
  }

  @Test
  void badSamplesAreRejects() throws Exception {
    Path a = mds("a", 6, 0, true);
    byte[] first = Files.readAllBytes(local("a/shard.00000.mds"));
    int second = first.length - 4 - 2 - 16;
    first[second] = 99;
    overwrite("a/shard.00000.mds", first);
    byte[] last = Files.readAllBytes(local("a/shard.00002.mds"));
    last[0]++;
    overwrite("a/shard.00002.mds", last);
    assertHas(
        fails(3, "{} {}", a, local("out")),
        "shard.00002.mds at offset 0: expected 2 samples, as index.json lists, found 3 samples");

    Recordio run = command("--on-error skip --shards 1 {} {}", a, local("out"));
    assertEquals(5, run.code(), run.err());
    List<String> rejects = Files.readAllLines(local("out/_rejects/part-00000.tsv"));
    assertEquals(2, rejects.size());
    assertHas(rejects.get(0), "shard.00000.mds\t", "at offset " + second, "99 bytes");
    assertHas(rejects.get(1), "shard.00002.mds\t", "found 3 samples");
    assertHas(run.err(), "files skipped  2");
    assertEquals("100\t0\n102\t36\n103\t72\n", Files.readString(local("out/part-00000.idx")));
  }

  @Test
  void aFileThatChangesAfterItWasListedIsNotPacked() throws Exception {
    Path a = mds("a", 2, 0, true);
    try (var job = new PackJob(conf(), List.of(a), newOutput())) {
      byte[] bytes = Files.readAllBytes(local("a/shard.00000.mds"));
      overwrite("a/shard.00000.mds", Arrays.copyOf(bytes, bytes.length + 1));
      var changed = assertThrows(JobFailedException.class, () -> run(job));
      assertEquals(ExitCode.BAD_INPUT, changed.exitCode());
      assertHas(changed.getMessage(), "shard.00000.mds", "changed since it was listed");
    }
  }
}
