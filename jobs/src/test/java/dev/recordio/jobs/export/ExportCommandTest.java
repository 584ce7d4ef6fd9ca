// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Command lines, messages, totals and manifest of {@code recordio export}. */
@Supports(
    row = "records out: WebDataset, folders, TFRecord, ArrayRecord, Parquet, MDS, SequenceFile",
    engine = "command line")
class ExportCommandTest extends ExportTestBase {
  private static final String SKIP = "recordio.input.corrupt-record.policy=skip";

  private Path records;
  private Path out;

  @BeforeEach
  void writeRecords() throws IOException {
    records = records("in", payload(1, 0, new byte[90], 5), payload(2, 0, new byte[50], 6));
    out = path("out");
  }

  @Test
  void totalsAndManifestCountWhatWasWritten() throws Exception {
    Recordio run = ok("export --to mds --shards 2 {} {}", records, out);
    long first = Files.size(out.resolve("shard.00000.mds"));
    long second = Files.size(out.resolve("shard.00001.mds"));
    assertHas(
        run.err(),
        "records read     2\n",
        "records written  2\n",
        "bytes written    " + (first + second) + " ",
        "shards           2\n",
        "output           " + out + "\n");
    JsonNode manifest = new ObjectMapper().readTree(out.resolve("_export.json").toFile());
    JsonNode expected =
        new ObjectMapper()
            .readTree(
                String.format(
                    "{\"to\": \"mds\", \"records\": 2, \"bytes\": %d, \"shards\": ["
                        + "{\"file\": \"shard.00000.mds\", \"records\": 1, \"firstRecord\": 0,"
                        + " \"bytes\": %d}, {\"file\": \"shard.00001.mds\", \"records\": 1,"
                        + " \"firstRecord\": 1, \"bytes\": %d}]}",
                    first + second, first, second));
    assertEquals(expected.toString(), manifest.toString());
    assertEquals(
        List.of("_SUCCESS", "_export.json", "index.json", "shard.00000.mds", "shard.00001.mds"),
        visible(out));
  }

  @Test
  void usageErrorsEndItBeforeAnythingIsRead() {
    Path missing = path("missing.rec");
    assertHas(error(2, "export {} {}", missing, out), "--to FORMAT", "mds");
    assertHas(error(2, "export --to tar {} {}", missing, out), "tar", "--to", "mds");
    for (String unfit :
        List.of(
            "--raw",
            "--ext jpg",
            "--class-names names.txt",
            "--row-group-rows 7",
            "--codec zstd")) {
      assertHas(
          error(2, "export " + unfit + " --to mds {} {}", missing, out),
          unfit.split(" ")[0] + " ",
          "mds has no use for it");
    }
    assertHas(error(2, "export --to mds --codec lzo {} {}", missing, out), "lzo", "zstd");
    assertHas(error(2, "export --to mds --header jpeg {} {}", missing, out), "jpeg");
    assertHas(error(2, "export --to mds --shards 0 {} {}", missing, out), "--shards is 0");
    assertHas(
        error(2, "export --to mds --shards 2 --shard-size 1m {} {}", missing, out), "exclude");
    assertHas(error(2, "export --to mds {}", missing), "OUTPUT");
    assertHas(error(3, "export --to mds {} {}", missing, out), "missing.rec");
    assertFalse(Files.exists(out));
  }

  @Test
  void theOptionWinsOverItsKey() throws Exception {
    ok("export -D recordio.export.to=mds --shards 1 {} {}", records, out);
    Path other = path("other");
    ok("export -D recordio.export.to=sequencefile --to mds --shards 1 {} {}", records, other);
    assertSameFiles(out, other);
  }

  @Test
  void anExistingOutputIsLeftAlone() throws Exception {
    Files.createDirectories(out);
    Files.writeString(out.resolve("keep"), "me");
    assertHas(error(2, "export --to mds {} {}", records, out), "output exists already", "out");
    assertEquals("me", Files.readString(out.resolve("keep")));
  }

  @Test
  void anInputWithoutRecordsIsAnError() throws Exception {
    assertHas(error(3, "export --to mds {} {}", records("empty"), out), "no record", "empty.rec");
    assertFalse(Files.exists(out));
  }

  @Test
  void aMixOfHeadersNamesTheOption() throws Exception {
    Path mixed = path("mixed.rec");
    byte[] short20 = new byte[8 + 20];
    System.arraycopy(Files.readAllBytes(records), 0, short20, 0, 4);
    short20[4] = 20;
    Files.write(mixed, concat(Files.readAllBytes(records), short20));
    long offset = Files.size(records);
    assertHas(
        error(3, "export --to mds {} {}", mixed, out),
        "1 of 3 records have no image header",
        "mixed.rec at offset " + offset,
        "--header none");
    assertFalse(Files.exists(out));
    ok("export --to mds --header none {} {}", mixed, out);
    assertHas(error(3, "export --to mds --header image {} ./image", mixed), "--header none");
  }

  @Test
  void damageFailsItOrIsLeftOut() throws Exception {
    byte[] bytes = Files.readAllBytes(records);
    int second = 8 + 24 + 92; // 90 bytes of image, padded
    bytes[second] ^= 1;
    Path damaged = path("damaged.rec");
    Files.write(damaged, bytes);
    assertHas(
        error(3, "export --to mds --shards 1 {} {}", damaged, out),
        "damaged.rec at offset " + second);
    assertFalse(Files.exists(out));

    assertHas(
        run("export --to mds --shards 1 -D {} {} {}", SKIP, damaged, out).ended(5).err(),
        "records written              1\n",
        "skipped 1 damaged record of 2");
    Path alone = records("alone", payload(1, 0, new byte[90], 5));
    Path expected = path("expected");
    ok("export --to mds --shards 1 {} {}", alone, expected);
    assertArrayEquals(
        Files.readAllBytes(expected.resolve("shard.00000.mds")),
        Files.readAllBytes(out.resolve("shard.00000.mds")));
  }
}
