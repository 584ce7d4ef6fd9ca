// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files that dmlc-core reads as something else without an error, or accepts with one reader and not
 * with the other: each is named. docs/inspect.md lists them.
 */
class SilentCorruptionTest extends CommandTestBase {

  /** Jobs keep no files in the folder of the test. */
  @Override
  protected Configuration conf() {
    return LocalJobs.conf();
  }

  private void write(String name, List<String> lines) throws IOException {
    write(name, (String.join("\n", lines) + "\n").getBytes(ISO_8859_1));
  }

  /** Verifies the folder, and expects one finding. */
  private void finding(String file, long offset, String reason) throws IOException {
    Recordio ended = run("verify -q --json {}", dir).ended(4);
    JsonNode damaged = ended.json().get("damaged");
    assertEquals(1, damaged.size(), damaged::toString);
    JsonNode one = damaged.get(0);
    assertTrue(one.get("file").asText().endsWith("/" + file), one::toString);
    assertTrue(one.get("reason").asText().contains(reason), one::toString);
    assertEquals(offset, one.get("offset").asLong(), one::toString);
  }

  /** The stream reader drops the record, and ends as if the file were whole. */
  @Test
  void aFileThatIsCutBetweenTheParts() throws IOException {
    write("a.rec", Fixtures.bytes("damaged/cut-between-parts.rec"));
    finding("a.rec", 192, "truncated");
  }

  /** The stream reader takes the rest of a record for a record. */
  @Test
  void aFileThatBeginsWithALaterPart() throws IOException {
    write("a.rec", Fixtures.bytes("damaged/starts-mid-record.rec"));
    finding("a.rec", 0, "cflag 3");
  }

  /** The stream reader takes it for a middle part. */
  @Test
  void aCflagThatDoesNotExist() throws IOException {
    byte[] bytes = Fixtures.bytes("magic.rec");
    int record = 0; // begins here
    for (int at = 0; ; ) {
      int lrec = RecordIOFormat.word(bytes, at + 4);
      if (RecordIOFormat.cflag(lrec) > 1) {
        RecordIOFormat.putWord(bytes, at + 4, lrec | 4 << 29);
        break;
      }
      record = at;
      at += RecordIOFormat.HEADER_BYTES + RecordIOFormat.align(RecordIOFormat.partLength(lrec));
    }
    write("a.rec", bytes);
    finding("a.rec", record, "cflag");
  }

  /** InputSplit does not look at the first word of a record. */
  @Test
  void aMagicWordThatIsDamaged() throws IOException {
    byte[] bytes = Fixtures.bytes("plain.rec");
    int at =
        (int)
            (RecordIOFormat.HEADER_BYTES
                + RecordIOFormat.align(RecordIOFormat.partLength(RecordIOFormat.word(bytes, 4))));
    bytes[at] ^= 1;
    write("a.rec", bytes);
    finding("a.rec", at, "no record");
  }

  /** InputSplit reads on in the next file, whose first bytes become the record's last ones. */
  @Test
  void aCutFileBeforeAnother() throws IOException {
    write("a.rec", Arrays.copyOf(Fixtures.bytes("plain.rec"), 5000));
    write("b.rec", Fixtures.bytes("plain.rec"));
    finding("a.rec", 4992, "truncated");
  }

  private List<String> indexed() throws IOException {
    write("a.rec", Fixtures.bytes("indexed.rec"));
    return new ArrayList<>(new String(Fixtures.bytes("indexed.idx"), ISO_8859_1).lines().toList());
  }

  /** The index ends there, and the records after it are not read. */
  @Test
  void anIndexWithALineThatIsNoNumber() throws IOException {
    List<String> lines = indexed();
    long next = Long.parseLong(lines.get(50).split("\t")[1]);
    lines.add(50, "# generated");
    write("a.idx", lines);
    finding("a.rec", next, ".idx is damaged");
  }

  /** The records before the first line are not read. */
  @Test
  void anIndexWithoutItsFirstLines() throws IOException {
    List<String> lines = indexed();
    write("a.idx", lines.subList(10, lines.size()));
    finding("a.rec", 0, ".idx does not fit");
  }

  /**
   * Rows become others: {@code verify --rows} and {@code stats} both name the rule and the token.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the index becomes 2
        "libsvm | 1 1:1;0 2.7:3         | 8  | bad-index",
        // the value becomes the label of the next line
        "libsvm | 1 1:1 2:;0 3:1        | 6  | missing-value",
        // the weights are those of other rows
        "libsvm | 1:0.5 1:1;0 3:1       | 10 | mixed-weights",
        // no row
        "libsvm | 1 1:1;abc             | 6  | bad-label",
        // becomes 2^63 - 1
        "libsvm | 1 qid:18446744073709551616 1:1 | 2 | bad-qid",
        // left out
        "libfm  | 1 1:2:3 7             | 8  | field-without-index",
        // becomes 2
        "csv    | 1,2x,3                | 2  | bad-cell",
      })
  void rowsThatBecomeOthers(String format, String lines, long offset, String rule)
      throws IOException {
    Path file = dir.resolve("rows." + format);
    Files.write(file, (lines.replace(';', '\n') + "\n").getBytes(UTF_8));
    String key = "libsvm.format=" + format;
    String place = "at offset " + offset;
    Recordio rows = run("verify -q --rows -D {} {}", key, file).ended(4);
    assertTrue(rows.err().startsWith("recordio: " + rule), rows.err());
    assertTrue(rows.err().endsWith(place + "\n"), rows.err());
    Recordio stats = run("stats -q --format {} {}", format, file).ended(3);
    String error = stats.err().lines().filter(line -> !line.startsWith("note: ")).findFirst().get();
    assertTrue(error.startsWith("recordio: " + rule), stats.err());
    assertTrue(error.contains(place), stats.err());
  }
}
