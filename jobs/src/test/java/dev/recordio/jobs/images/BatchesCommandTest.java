// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.batch.ImageBatchConf;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Supports;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of {@code batches}, what it writes, its messages and exit codes. */
@Supports(row = "batches of images, as ImageRecordIter; the mean image", engine = "command line")
@Timeout(60)
class BatchesCommandTest extends CommandTestBase {
  private static final int COUNT = 11;
  private static final int HEADER = 128;

  private Configuration conf;
  private String input;

  @Override
  protected Configuration conf() {
    return conf;
  }

  @BeforeEach
  void writeImages() throws IOException {
    conf = LocalJobs.conf(dir);
    conf.set("recordio.image.codec", "jdk");
    input = path("a.rec").toString();
    write(-1);
  }

  private static BufferedImage image(int i) {
    var image = new BufferedImage(8, 9, BufferedImage.TYPE_INT_RGB);
    var random = new Random(i);
    for (int k = 0; k < 72; k++) {
      image.setRGB(k % 8, k / 8, random.nextInt(1 << 24));
    }
    return image;
  }

  /** Writes images with the ids 100, 101, ... and two labels each; one of them as text. */
  private void write(int bad) throws IOException {
    for (String name : List.of("a.rec", "a.idx", "a.ridx")) {
      Files.deleteIfExists(path(name));
    }
    var path = LocalFiles.path(path("a.rec"));
    try (var writer = RecordFileWriter.create(LocalFiles.raw(), path, RecordFiles.index(path))) {
      for (int i = 0; i < COUNT; i++) {
        var bytes = new ByteArrayOutputStream();
        float[] labels = {i / 2f, -i};
        byte[] header = new byte[ImageRecordHeader.bytes(2)];
        ImageRecordHeader.write(header, 0, 100 + i, 0, labels, 2);
        bytes.write(header);
        if (i == bad) {
          bytes.write("no image".getBytes(StandardCharsets.US_ASCII));
        } else {
          ImageIO.write(image(i), "png", bytes);
        }
        writer.write(i, bytes.toByteArray(), 0, bytes.size());
      }
    }
  }

  private Recordio batches(String options, Object... arguments) {
    String line = "batches " + input + " " + options;
    for (String option : List.of("--shape 3,9,8", "--batch-size 4", "--label-width 2")) {
      if (!options.contains(option.split(" ")[0])) {
        line += " " + option;
      }
    }
    return run(options.contains("--to") ? line : line + " --sha256", arguments);
  }

  private Recordio good(String options, Object... arguments) {
    return batches(options, arguments).ended(0);
  }

  /** Returns the planes of an image, little-endian float32. */
  private static byte[] planes(int i) {
    ByteBuffer planes = ByteBuffer.allocate(3 * 72 * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int channel = 0; channel < 3; channel++) {
      for (int k = 0; k < 72; k++) {
        planes.putFloat(image(i).getRGB(k % 8, k / 8) >> 16 - 8 * channel & 0xff);
      }
    }
    return planes.array();
  }

  private static String sha256(int... images) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (int image : images) {
      digest.update(planes(image));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  @Test
  void imagesWithHarmlessDamageAreInBatchesCountedAndNamed() throws Exception {
    var path = LocalFiles.path(path("warned.rec"));
    byte[] jpeg = Images.tiles("jpg", 8, 9, 1);
    try (var writer = RecordFileWriter.create(LocalFiles.raw(), path, RecordFiles.index(path))) {
      for (byte[] image : List.of(jpeg, Images.withWarning(jpeg))) {
        byte[] payload = new byte[ImageRecordHeader.FIXED_BYTES + image.length];
        ImageRecordHeader.write(payload, 0, 70 + writer.count(), 0, new float[1], 1);
        System.arraycopy(image, 0, payload, ImageRecordHeader.FIXED_BYTES, image.length);
        writer.write(writer.count(), payload, 0, payload.length);
      }
    }
    input = path.toString();
    Recordio run = good("--label-width 1 --batch-size 1 --epochs 2");
    String same = run.lines().get(0).split("\t")[6];
    assertEquals(4, run.lines().stream().filter(line -> line.endsWith(same)).count(), run.out());
    assertHas(run.err(), "images with warnings  2\n");
    String note = run.err().lines().filter(line -> line.startsWith("note: ")).findFirst().get();
    assertTrue(note.startsWith("note: 2 images are taken with warnings (-D recordio.image."), note);
    assertHas(note, "first id 71, at offset ", " of the image: " + path + " at offset ");
    assertFalse(note.contains("; "), "one image, in two epochs: " + note);

    conf.set("recordio.image.damaged", "refuse");
    Recordio refused = batches("--label-width 1 --batch-size 1").ended(3);
    assertHas(refused.err(), "id 71");
  }

  @Test
  void aLineForEachBatch() throws Exception {
    List<String> lines = good("").lines();
    assertEquals(
        List.of(
            "0\t0\t4\t0\t100,101,102,103\t0,0,0.5,-1,1,-2,1.5,-3\t" + sha256(0, 1, 2, 3),
            "1\t0\t4\t0\t104,105,106,107\t2,-4,2.5,-5,3,-6,3.5,-7\t" + sha256(4, 5, 6, 7),
            "2\t0\t4\t1\t108,109,110,100\t4,-8,4.5,-9,5,-10,0,0\t" + sha256(8, 9, 10, 0)),
        lines.stream().map(line -> line.replace("-0,", "0,").replace(",-0\t", ",0\t")).toList());
    Recordio unhashed = run("batches {} --shape 3,9,8 --batch-size 4 --label-width 2", input);
    assertTrue(unhashed.lines().get(0).endsWith(",1.5,-3\t-"), unhashed.out());
    batches("--to npy ./out --sha256").ended(2);
  }

  @Test
  void npyFilesAndAListOfThem() throws IOException {
    Path out = Files.createDirectories(path("out")); // an empty folder will do
    Recordio run = good("--tail emit --to npy {}", out);
    assertEquals("", run.out());
    assertEquals(
        "0\t0\t4\t0\n1\t0\t4\t0\n2\t0\t3\t0\n", Files.readString(out.resolve("batches.tsv")));
    try (Stream<Path> files = Files.list(out)) {
      assertEquals(10, files.filter(file -> !file.toString().endsWith(".crc")).count());
    }
    byte[] data = Files.readAllBytes(out.resolve("data-00002.npy"));
    assertTrue(head(data).contains("'<f4', 'fortran_order': False, 'shape': (3, 3, 9, 8), }"));
    byte[] pixels = new byte[3 * 864];
    for (int i = 0; i < 3; i++) {
      System.arraycopy(planes(8 + i), 0, pixels, i * 864, 864);
    }
    assertArrayEquals(pixels, Arrays.copyOfRange(data, HEADER, data.length));
    byte[] labels = Files.readAllBytes(out.resolve("label-00002.npy"));
    assertTrue(head(labels).contains("'<f4', 'fortran_order': False, 'shape': (3, 2), }"));
    ByteBuffer floats = ByteBuffer.wrap(labels).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(4, floats.getFloat(HEADER));
    assertEquals(-10, floats.getFloat(HEADER + 5 * 4));
    byte[] ids = Files.readAllBytes(out.resolve("id-00002.npy"));
    assertTrue(head(ids).contains("'<u8', 'fortran_order': False, 'shape': (3,), }"));
    assertEquals(110, ByteBuffer.wrap(ids).order(ByteOrder.LITTLE_ENDIAN).getLong(HEADER + 16));

    assertHas(batches("--to npy {}", out).ended(2).err(), "exists already");
  }

  private static String head(byte[] file) {
    return new String(file, 0, HEADER, StandardCharsets.ISO_8859_1);
  }

  @Test
  void typesAndLayoutsAreThoseOfTheFiles() throws IOException {
    for (String type : List.of("uint8 |u1", "int8 |i1")) {
      Path out = path(type.substring(0, 4));
      String[] names = type.split(" ");
      good("--dtype {} --layout nhwc --to npy {}", names[0], out);
      byte[] data = Files.readAllBytes(out.resolve("data-00000.npy"));
      assertHas(head(data), "'" + names[1] + "'");
      assertHas(head(data), "(4, 9, 8, 3)");
      assertEquals(HEADER + 4 * 216, data.length);
    }
  }

  @Test
  void anIncompleteFolderHasNoList() throws IOException {
    write(9);
    Path out = path("out");
    Recordio run = batches("--to npy {}", out).ended(3);
    assertHas(run.err(), "a.rec at offset", "id 109");
    assertFalse(Files.exists(out.resolve("batches.tsv")));
  }

  @Test
  void skippedImagesAreListedAndEndWithFive() throws IOException {
    write(9);
    Recordio run = batches("--on-error skip --tail emit").ended(5);
    assertHas(run.out(), "\t108,110\t");
    assertHas(run.err(), "skipped: ", "id 109", "images skipped  1");
    Path out = path("out");
    Recordio dry = batches("--dry-run --on-error skip --to npy {}", out).ended(0);
    assertHas(dry.out(), " 3 shards, about ", " in 10 files");
    assertFalse(Files.exists(out));
    batches("--on-error skip --to npy {}", out).ended(5);
    String rejects = Files.readString(out.resolve("_rejects/images"));
    assertTrue(rejects.matches("\\S*/a.rec\t.*id 109.*\n"), rejects);
    assertTrue(Files.exists(out.resolve("batches.tsv")));
  }

  @Test
  void epochsCountAndParts() {
    String random = "--rand-crop --rand-mirror --shape 3,4,4 --seed 5";
    List<String> three = good(random + " --epochs 3").lines();
    assertEquals(9, three.size());
    assertEquals(three.subList(0, 2), good(random + " --count 2").lines());
    assertEquals(0, good("--count 0").lines().size());
    List<String> second = good(random + " --epoch 1").lines();
    assertEquals(tail(three.subList(3, 6)), tail(second), "another epoch by its number");
    assertFalse(tail(three.subList(0, 3)).equals(tail(second)), "has other crops");
    String part = good("--part 1/3 --batch-size 9 --tail emit").out();
    assertHas(part, "\t103,104,105,106\t");
    String count = good("--part 1/3 --part-rule count --batch-size 9").out();
    assertHas(count, "\t104,105,106,107,104,");
    String shard = good("--shard 1/3 --batch-size 9 --tail emit").out();
    assertHas(shard, "\t101,104,107,110\t");
  }

  /** Returns lines without the number of their batch. */
  private static List<String> tail(List<String> lines) {
    return lines.stream().map(line -> line.substring(line.indexOf('\t'))).toList();
  }

  @Test
  void aRunIsSavedAndResumed() {
    String all = "--shuffle --epochs 2 --rand-crop --shape 3,4,4";
    List<String> expected = tail(good(all).lines());
    assertEquals(6, expected.size());
    String state = path("state").toString();
    var found = new ArrayList<>(tail(good(all + " --count 1 --save {}", state).lines()));
    while (found.size() < 6) {
      found.addAll(tail(good(all + " --count 2 --resume {} --save {}", state, state).lines()));
    }
    assertEquals(expected, found.subList(0, 6));
    assertHas(batches("--resume {} --epoch 1", state).ended(2).err(), "--epoch");
    assertHas(batches(all + " --seed 9 --resume {}", state).ended(2).err(), "state");
  }

  @Test
  void optionsAndKeysMeanTheSame() {
    var values = new TreeMap<String, String>();
    values.put("resize", "12");
    values.put("rand-crop", "true");
    values.put("mean-r", "3.5");
    values.put("tail", "pad");
    var options = new ArrayList<String>();
    values.forEach(
        (name, value) -> {
          options.add("--" + name);
          if (!value.equals("true")) {
            options.add(value);
          }
        });
    List<String> expected = good(String.join(" ", options)).lines();
    assertFalse(expected.equals(good("").lines()));
    values.forEach((name, value) -> conf.set("recordio.batches." + name, value));
    assertEquals(expected, good("").lines());
    assertFalse(expected.equals(good("--resize 15").lines()), "the option wins");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--shape 3,4",
        "--batch-size 0",
        "--tail none",
        "--part 3/3",
        "--part-rule half",
        "--count -1",
        "--epochs 0",
        "--shard 2/2",
        "--on-error ignore",
        "--to rec x",
        "--mean-q 3",
        "--std-r 0",
        "--dtype float64",
        "--random-resized-crop --rand-crop",
        "--label-width 0",
        "--threads 0",
        "--prefetch 0",
        "--rand-mirror=maybe",
      })
  void wrongOptionsAreRefused(String options) {
    conf.set("fs.file.impl", "no.such.FileSystem"); // nothing is read
    Recordio run = batches(options).ended(2);
    String name = options.substring(2).split("[ =]")[0];
    assertHas(run.err(), name);
  }

  @Test
  void errorsNameEachOptionOnceAsItIsTyped() {
    assertEquals(
        "recordio: --batch-size is '0'; it takes a whole number from 1 to 16777216\n",
        batches("--batch-size 0").err());
    assertEquals(
        "recordio: --batch-size is required\n", run("batches {} --shape 3,9,8", input).err());
    String shape = batches("--shape 3,9").err();
    assertTrue(shape.startsWith("recordio: --shape is '3,9'; it takes C,H,W: 1, 3 or 4"), shape);
    assertFalse(shape.contains("missing"), shape);
    assertEquals(
        "recordio: there is no --mean-g for a shape of 1 channel\n",
        batches("--shape 1,9,8 --mean-g 3").err());
  }

  @Test
  void allWrongOptionsComeInOneMessage() {
    Recordio run = batches("--resize -3 --std-r 0 --max-crop-size 9 --tail x").ended(2);
    for (String name : List.of("resize", "std-r", "crop-size", "tail")) {
      assertTrue(run.err().contains(name), name + ": " + run.err());
    }
  }

  @Test
  void badInputIsThree() {
    batches("--labels ./none.lst").ended(3);
    batches("--mean-img ./none.npy").ended(3);
    Recordio width = batches("--label-width 3").ended(3);
    assertHas(width.err(), "expected 3,", "found 2");
    input = path("none.rec").toString();
    batches("").ended(3);
  }

  @Test
  void helpHasAllOptions() {
    String help = run("batches --help").out();
    for (ImageBatchConf key : ImageBatchConf.values()) {
      assertTrue(help.contains("--" + key.optionName()), key.optionName());
    }
    assertHas(help, "--to npy DIR");
  }

  @Test
  void totalsNameTheCodec() {
    String err = good("--threads 1").err();
    assertHas(err, "codec", "ImageIO", "batches", "prefetch");
  }
}
