// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.Sha256;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Python;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records become ArrayRecord files, and the same records again; a reader in Python reads them. */
class ArrayRecordExportTest extends ExportTestBase {
  private static final int BLOCK = 1 << 16;

  /** Writes records of many lengths, half of which compress; returns their payloads. */
  private List<byte[]> make(int count, int most) throws Exception {
    var random = new Random(count);
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < count; i++) {
      byte[] image = new byte[random.nextInt(most)];
      if (i % 2 == 0) {
        random.nextBytes(image);
      }
      payloads.add(payload(i, 0, image, i % 5));
    }
    records("in", payloads.toArray(byte[][]::new));
    return payloads;
  }

  @ParameterizedTest
  @ValueSource(strings = {"images", "multi"})
  void referenceSetsComeBack(String set) throws Exception {
    Path rec = fixtures(set + ".rec", set + ".idx");
    int run = 0;
    for (String options : List.of("", "--group-size 5 --codec zstd", "--codec snappy --shards 3")) {
      ok("export -q --to arrayrecord " + options + " {} ./there{}", rec, ++run);
      ok("pack -q --overwrite --from arrayrecord --shards 1 ./there{} ./back", run);
      assertArrayEquals(Files.readAllBytes(rec), Files.readAllBytes(path("back/part-00000.rec")));
      assertArrayEquals(
          Files.readAllBytes(path(set + ".idx")), Files.readAllBytes(path("back/part-00000.idx")));
    }
    ok("export -q --to arrayrecord --raw {} ./there", rec);
    ok("pack -q --overwrite --raw ./there/part-00000.array_record ./back");
    assertArrayEquals(Files.readAllBytes(rec), Files.readAllBytes(path("back/part-00000.rec")));
  }

  @Test
  void valuesAreTheExamplesThatTfRecordHas() throws Exception {
    Path rec = fixtures("images.rec", "images.idx");
    ok("export -q --to arrayrecord {} ./there", rec);
    ok("pack -q --from arrayrecord --raw ./there ./values");
    ok("export -q --to tfrecord --raw ./values ./out");
    assertArrayEquals(
        Fixtures.bytes("/fixtures/formats/tfrecord/images.tfrecord"),
        Files.readAllBytes(path("out/part-00000.tfrecord")));
  }

  @ParameterizedTest
  @CsvSource({
    "none, 1, 40, 3000",
    "none, 16, 100, 3000",
    "none, 1, 5, 90000",
    "zstd, 1, 20, 3000",
    "zstd:3, 7, 100, 9000",
    "snappy, 4, 60, 3000"
  })
  void aReaderOfAnotherProgramFindsEveryRecord(String codec, int group, int count, int most)
      throws Exception {
    Python.assumeHas("hashlib");
    List<byte[]> payloads = make(count, most);
    ok("export -q --to arrayrecord --raw --codec {} --group-size {} ./in.rec ./out", codec, group);
    var expected = new StringBuilder();
    for (byte[] payload : payloads) {
      String hash = HexFormat.of().formatHex(Sha256.newDigest().digest(payload));
      expected.append(payload.length).append(' ').append(hash).append('\n');
    }
    String option = codec.equals("none") ? "uncompressed" : codec;
    expected
        .append("group_size:" + group + ",transpose:false,pad_to_block_boundary:false,")
        .append(codec.startsWith("zstd") ? "zstd:3,window_log:20" : option)
        .append(",max_parallelism:1");
    String script =
        new String(Fixtures.bytes("/formats/arrayrecord/read.py"), StandardCharsets.UTF_8);
    assertEquals(expected.toString(), Python.run(script, path("out/part-00000.array_record")));
    assertEquals(0, Files.size(path("out/part-00000.array_record")) % BLOCK);
    ok("verify -q ./out/part-00000.array_record");
  }

  @Test
  void theBytesDoNotDependOnTheNumberOfTasks() throws Exception {
    make(200, 2000);
    for (int threads : new int[] {1, 7}) {
      ok(
          "export -q -D recordio.threads={} --to arrayrecord --shards 7 --codec zstd --group-size 3"
              + " ./in.rec ./out{}",
          threads,
          threads);
    }
    var one = files(path("out1"));
    var seven = files(path("out7"));
    assertEquals(one.keySet(), seven.keySet());
    one.forEach((name, bytes) -> assertArrayEquals(bytes, seven.get(name), name));
    ok("pack -q --from arrayrecord -D recordio.threads=1 --shards 3 ./out1 ./back1");
    ok("pack -q --from arrayrecord -D recordio.threads=7 --shards 3 ./out1 ./back7");
    for (int i = 0; i < 3; i++) {
      String name = "/part-0000" + i + ".rec";
      assertArrayEquals(
          Files.readAllBytes(path("back1" + name)), Files.readAllBytes(path("back7" + name)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--codec gzip | arrayrecord has none, snappy and zstd",
        "--codec zstd:23 | with a level from 1 to 22",
        "--codec snappy:3 | with a level from 1 to 22",
        "--group-size 0 | a whole number from 1 to 1048576",
        "--raw --ext jpg | payloads stay as they are",
        "--row-group-rows 7 | arrayrecord has no use for it"
      })
  void settingsThatDoNotFitAreRefusedBeforeAnythingIsRead(String options, String error)
      throws Exception {
    Path rec = Files.write(path("damaged.rec"), new byte[9]);
    assertHas(refused(2, "export --to arrayrecord " + options + " {} ./out", rec), error);
    assertHas(refused(2, "export --to parquet --codec zstd:3 {} ./out", rec), "is 'zstd:3'");
  }

  @Test
  void aLevelOfZstandardThatIsNotThereIsSaid() throws Exception {
    make(3, 50);
    assertHas(
        ok("export -q --to arrayrecord --codec zstd:9 ./in.rec ./out").err(),
        "Zstandard has only level 3 here");
  }

  @Test
  void aPlanIsNearTheSizeOfTheFile() throws Exception {
    make(400, 3000);
    String plan =
        ok("export --dry-run --json --to arrayrecord --header image ./in.rec ./out").out();
    ok("export -q --to arrayrecord --header image ./in.rec ./out");
    long bytes = Files.size(path("out/part-00000.array_record"));
    long planned = Long.parseLong(plan.replaceAll("(?s).*\"bytes\"\\s*:\\s*(\\d+).*", "$1"));
    assertTrue(Math.abs(planned - bytes) <= 2 * BLOCK, plan + " and " + bytes);
  }

  private byte[] raw(int count, int most, int group) throws Exception {
    make(count, most);
    ok("export -q --to arrayrecord --raw --group-size {} ./in.rec ./sound", group);
    return Files.readAllBytes(path("sound/part-00000.array_record"));
  }

  @Test
  void aDamagedChunkIsAnErrorWithItsPlaceOrIsLeftOut() throws Exception {
    byte[] file = raw(100, 3000, 4);
    file[64 + 40 + 900] ^= 1;
    write("a.array_record", file);
    String expected = "a.array_record at offset 64: expected a chunk of 4 records with the hash";
    assertHas(fails(3, "pack --raw ./a.array_record ./out"), expected);
    String err = fails(5, "pack --raw --on-error skip ./a.array_record ./back");
    assertHas(err, "files skipped  4");
    assertEquals(96, ok("records -q ./back").lines().size());
    assertHas(fails(4, "verify ./a.array_record"), "a.array_record at offset 64", "sound records");
    List<String> sound = ok("verify ./sound/part-00000.array_record").err().lines().toList();
    assertHas(String.join("\n", sound), "sound records  100");
  }

  @Test
  void aFileWithoutItsFooterIsAnErrorOrItsWholeChunksArePacked() throws Exception {
    byte[] file = raw(300, 3000, 1);
    int cut = file.length / 2 + 1000;
    write("cut.array_record", Arrays.copyOf(file, cut));
    assertHas(
        fails(3, "pack --raw ./cut.array_record ./out"),
        "cut.array_record at offset " + cut,
        "--on-error skip packs them");
    fails(5, "pack -q --raw --on-error skip ./cut.array_record ./back");
    byte[] back = Files.readAllBytes(path("back/part-00000.rec"));
    byte[] all = Files.readAllBytes(path("in.rec"));
    assertTrue(back.length > all.length / 4 && back.length < all.length);
    assertArrayEquals(Arrays.copyOf(all, back.length), back);
    assertHas(fails(4, "verify ./cut.array_record"), "at offset " + cut);
  }

  @Test
  void verifyFindsAFlippedByteOfEachHeaderWhateverTheRanges() throws Exception {
    byte[] file = raw(120, 9000, 3);
    var places = new ArrayList<>(List.of(0, 8, 30, 70, 100, file.length - BLOCK + 8));
    for (int at = BLOCK; at < file.length; at += BLOCK) {
      places.add(at + 9);
    }
    for (int at : places) {
      file[at] ^= 4;
      write("a.array_record", file);
      file[at] ^= 4;
      String few = fails(4, "verify -q ./a.array_record");
      String many =
          fails(
              4,
              "verify -q -D mapreduce.input.fileinputformat.split.maxsize=50000 ./a.array_record");
      assertEquals(few, many, "byte " + at);
    }
    write("a.array_record", file);
    assertHas(
        ok("verify -D mapreduce.input.fileinputformat.split.maxsize=50000 ./a.array_record").err(),
        "sound records  120");
    assertHas(fails(2, "salvage ./a.array_record ./kept"), "pack --from arrayrecord");
  }
}
