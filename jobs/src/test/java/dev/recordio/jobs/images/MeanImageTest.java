// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.mean.MeanImage;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code recordio mean-image} against the mean, and the pixels, of ImageRecordIter. */
@Supports(row = "batches of images, as ImageRecordIter; the mean image", engine = "command line")
class MeanImageTest extends CommandTestBase {
  private static final int NPY_HEADER = 128;

  private int files;

  private static final String MEAN = "mean-image -D recordio.image.codec=jdk ";

  private static String batches(String name) {
    return "/fixtures/images/batches/" + name;
  }

  private String refused(int code, String line, Object... arguments) {
    String err = fails(code, MEAN + line, arguments);
    assertFalse(Files.exists(path("mean.npy")), "no output of what failed");
    return err;
  }

  private float[] mean(String extension, String line, Object... arguments) throws IOException {
    ok(MEAN + line + " ./mean-of-all" + extension, arguments);
    return MeanImage.parse(Files.readAllBytes(path("mean-of-all" + extension)), "mean").values();
  }

  /**
   * ImageRecordIter multiplies a sum of float32 by a rounded 1/n: its values are one unit in the
   * last place off at most, and the sums behind them are ours.
   */
  @ParameterizedTest
  @ValueSource(strings = {".npy", ".bin"})
  void theMeanIsThatOfImageRecordIter(String extension) throws IOException {
    float[] ours = mean(extension, "--shape 3,24,24 --resize 48 {}", fixture(batches("one.rec")));
    float[] theirs = MeanImage.parse(Fixtures.bytes(batches("mean.bin")), "mean.bin").values();
    assertEquals(theirs.length, ours.length);
    for (int i = 0; i < ours.length; i++) {
      assertEquals(theirs[i], ours[i], Math.ulp(theirs[i]));
      assertEquals(Math.round(theirs[i] * 20.0), Math.round(ours[i] * 20.0));
      assertEquals(theirs[i] * 20.0, Math.rint(theirs[i] * 20.0), 1e-3);
    }
  }

  /**
   * The mean is that of the pixels that ImageRecordIter makes of the same records by itself: growth
   * of thin images, grey, alpha, and other methods of resizing.
   */
  @ParameterizedTest
  @CsvSource({
    "crop, one, '3,24,24', -1, 1, 0",
    "gray, one, '1,24,30', 40, 1, 0",
    "inter0, one, '3,24,26', 37, 0, 0",
    "inter9, one, '3,24,26', 37, 9, 0.1",
    "rgba, rgba, '4,28,24', 40, 1, 0"
  })
  void pixelsAreThoseOfImageRecordIter(
      String name, String records, String shape, int resize, int inter, double tolerance)
      throws IOException {
    float[] mean =
        mean(
            ".npy",
            "--shape {} --resize {} --inter {} {}",
            shape,
            resize,
            inter,
            fixture(batches(records + ".rec")));
    byte[] npy = Fixtures.bytes(batches(name + ".npy"));
    FloatBuffer pixels =
        ByteBuffer.wrap(npy, NPY_HEADER, npy.length - NPY_HEADER)
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN)
            .asFloatBuffer();
    int images = pixels.remaining() / mean.length;
    int alpha = shape.startsWith("4") ? mean.length * 3 / 4 : mean.length;
    for (int i = 0; i < mean.length; i++) {
      double sum = 0;
      for (int image = 0; image < images; image++) {
        float number = pixels.get(image * mean.length + i);
        sum += i < alpha ? number : number * 2 + 9; // as the case has mean and scale
      }
      assertEquals((float) (sum / images), mean[i], tolerance, "value " + i);
    }
  }

  @Test
  void splitsAndFilesDoNotChangeAByte() throws IOException {
    Path one = fixture(batches("one.rec"));
    Path folder = Files.createDirectory(path("shards"));
    ok("reshard --shards 5 {} {}/r", one, folder);
    Path whole = path("whole.npy");
    Path split = path("split.npy");
    Path shards = path("shards.npy");
    ok(MEAN + "--shape 3,16,20 {} {}", one, whole);
    assertHas(
        ok(
                MEAN
                    + "-D mapreduce.input.fileinputformat.split.maxsize=9000 --shape 3,16,20 {} {}",
                one,
                split)
            .err(),
        "images          20\n",
        "codec           JDK ");
    ok(MEAN + "--shape 3,16,20 {} {}", folder.resolve("r"), shards);
    assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(split));
    assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(shards));
  }

  /** Writes the given images under the ids 70, 71 and so on. */
  private Path records(byte[]... images) throws IOException {
    Path file = path("images" + files++ + ".rec");
    try (var writer =
        RecordFileWriter.create(conf(), new org.apache.hadoop.fs.Path(file.toUri()), null)) {
      for (int i = 0; i < images.length; i++) {
        byte[] payload = new byte[ImageRecordHeader.FIXED_BYTES + images[i].length];
        ImageRecordHeader.write(payload, 0, 70 + i, 0, new float[1], 1);
        System.arraycopy(images[i], 0, payload, ImageRecordHeader.FIXED_BYTES, images[i].length);
        writer.write(i, payload, 0, payload.length);
      }
    }
    return file;
  }

  @Test
  void imagesWithHarmlessDamageAreInTheMeanCountedAndNamed() throws IOException {
    byte[] jpeg = Images.tiles("jpg", 8, 8, 1);
    Path sound = path("sound.npy");
    ok(MEAN + "--shape 1,8,8 {} {}", records(jpeg, jpeg), sound);
    Path file = records(jpeg, Images.withWarning(jpeg));
    Path out = path("warned.npy");
    Recordio run = ok(MEAN + "--shape 1,8,8 {} {}", file, out);
    assertArrayEquals(Files.readAllBytes(sound), Files.readAllBytes(out));
    assertHas(run.err(), "images with warnings  1\n");
    for (String part :
        List.of(
            "note: 1 image is taken with a warning (-D recordio.image.damaged=refuse",
            ": id 71, at offset ",
            " of the image: file:" + file + " at offset ",
            "extraneous bytes before marker 0xd9")) {
      assertTrue(run.err().contains(part), part + " in " + run.err());
    }
    assertHas(
        refused(3, "--shape 1,8,8 -D recordio.image.damaged=refuse {} ./refused.npy", file),
        "invalid image of id 71");
  }

  @Test
  void anImageThatCanNotBeDecodedIsNamedOrLeftOut() throws IOException {
    byte[] good = Images.png(2, 1, 10, 20);
    Path file = records(good, "no image".getBytes(), Images.png(2, 1, 13, 21));
    String error = refused(3, "--shape 1,1,2 {} ./mean.npy", file);
    for (String part :
        List.of(
            "invalid image of id 71, at offset 0 of the image: file:" + file + " at offset ",
            "expected ",
            "found ",
            "--on-error skip")) {
      assertTrue(error.contains(part), part + " in " + error);
    }
    Path out = path("rest.npy");
    assertHas(
        ok(MEAN + "--on-error skip --shape 1,1,2 --dry-run {} {}", file, out).out(),
        " 1 shard, about 8 bytes ");
    assertFalse(Files.exists(out));
    assertHas(
        run(MEAN + "--on-error skip --shape 1,1,2 {} {}", file, out).ended(5).err(),
        "images skipped  1\n");
    assertArrayEquals(
        new float[] {11.5f, 20.5f}, MeanImage.parse(Files.readAllBytes(out), "").values());
  }

  @Test
  void thereMustBeAnImage() throws IOException {
    Path file = records("no image".getBytes());
    Path out = path("mean.npy");
    assertHas(refused(3, "--on-error skip --shape 1,1,2 {} {}", file, out), "no image in");
    Path empty = Files.write(path("empty.rec"), new byte[0]);
    assertHas(refused(3, "--shape 1,1,2 {} {}", empty, out), "no record in");
    assertHas(refused(3, "--shape 1,1,2 ./gone {}", out), "gone");
  }

  @Test
  void channelsAsStoredMustBeThoseOfTheShape() throws IOException {
    Path file = records(Images.png(2, 1, 10, 20));
    assertHas(
        refused(3, "--shape 4,1,2 {} ./mean.npy", file),
        "id 70",
        "expected 4 channels, as shape has, found 1 channel");
  }

  /** As 16 bits are stored, their high byte counts: it is no rounding. */
  @Test
  void ofSixteenBitsTheHighByteCounts() throws IOException {
    Path file = records(Images.deep(1, 1, 0x12ff, 0x3400, 0x5680, 0x78ff));
    assertArrayEquals(new float[] {0x12, 0x34, 0x56, 0x78}, mean(".npy", "--shape 4,1,1 {}", file));
  }

  /** Before anything is read: the input is missing too. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mean.npy | --resize 5 | --shape C,H,W",
        "mean.npy | --shape 2,4,4 | --shape is '2,4,4'",
        "mean.npy | --shape 3,0,4 | --shape is '3,0,4'",
        "mean.npy | --shape 3,4 | --shape is '3,4'",
        "mean.npy | --shape 3,99999,99999 | --shape is '3,99999,99999'",
        "mean.npy | --shape 3,4,4 --resize 65501 | --resize is '65501'",
        "mean.npy | --shape 3,4,4 --resize -2 | --resize is '-2'",
        "mean.npy | --shape 3,4,4 --inter 10 | --inter is '10'",
        "mean.npy | --shape 3,4,4 --on-error no | --on-error is 'no'",
        "mean.txt | --shape 3,4,4 | .npy or .bin"
      })
  void invalidSettingsEndWithTwo(String output, String options, String part) {
    assertHas(refused(2, options + " ./missing {}", path(output)), part);
  }

  @Test
  void aFileThatExistsIsNotReplaced() throws IOException {
    Path out = Files.writeString(path("there.npy"), "mine");
    assertHas(
        run(MEAN + "--shape 3,24,24 {} {}", fixture(batches("one.rec")), out).ended(2).err(),
        "there.npy");
    assertEquals("mine", Files.readString(out));
  }

  @Test
  void theOutputIsOneFileAndNothingElse() throws IOException {
    Path out = path("new/folder/mean.bin");
    ok(MEAN + "--shape 3,24,24 {} {}", fixture(batches("one.rec")), out);
    try (var files = Files.list(out.getParent())) {
      assertEquals(
          List.of("mean.bin"),
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> !name.endsWith(".crc"))
              .toList());
    }
  }
}
