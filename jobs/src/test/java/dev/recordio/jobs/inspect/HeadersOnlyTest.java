// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much commands read of records that they only count or sum up. */
class HeadersOnlyTest {
  private final Faults faults = new Faults();
  private static final int FILES = 3;
  private static final int RECORDS = 8;
  private static final int BYTES = 100_000;
  private static final String READ_ALL = "recordio.input.corrupt-record.policy=skip";

  private final Configuration conf = LocalFiles.checked();
  @TempDir Path folder;
  private String watched;

  @BeforeEach
  void write() throws IOException {
    for (int i = 0; i < FILES; i++) {
      var payloads = new ArrayList<byte[]>();
      for (int r = 0; r < RECORDS; r++) {
        payloads.add(image(Damage.payload(i * RECORDS + r, BYTES + r), r));
      }
      payloads.add(new byte[3]);
      Files.write(folder.resolve(i + ".rec"), Damage.file(payloads));
    }
    watched = faults.over(conf, LocalFiles.path(folder)).toString();
  }

  /** Puts an image header before what is left of the payload: 0 to 7 labels. */
  private static byte[] image(byte[] payload, int labels) {
    ByteBuffer.wrap(payload)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(labels)
        .putFloat(5)
        .putLong(77)
        .putLong(0)
        .putFloat(labels);
    return payload;
  }

  private Recordio run(String... args) {
    faults.recount();
    Recordio run = Recordio.run(conf, args);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  @Test
  void infoReadsHeadersOnlyAndSaysTheSame() {
    Recordio all = run("info", "--json", "-D", READ_ALL, watched);
    assertTrue(faults.bytesRead() >= (long) FILES * RECORDS * BYTES);
    assertHas(
        all.out(), "\"imageHeaders\" : " + FILES * RECORDS, "\"maxLabels\" : 7", "\"label\" : 5.0");
    assertEquals(all.out(), run("info", "--json", watched).out());
    long read = faults.bytesRead();
    assertTrue(read < (long) FILES * RECORDS * BYTES / 5, read + " bytes");
  }

  /** An image whose only label is in its header: the flag is 0. */
  @Test
  void infoCountsTheLabelInTheHeader() throws IOException {
    Path file = folder.resolve("one");
    Files.write(file, Damage.file(List.of(image(new byte[BYTES], 0))));
    assertHas(
        run("info", "--json", file.toUri().toString()).out(),
        "\"maxLabels\" : 1",
        "\"label\" : 5.0");
  }

  private List<String> lastPart() {
    return run("records", "--part", "5/6", watched).lines();
  }

  @Test
  void recordsBeforeAPartAreCountedByHeadersOrByIndexes() throws IOException {
    List<String> expected = run("records", "--part", "5/6", "-D", READ_ALL, watched).lines();
    assertTrue(expected.get(0).startsWith("23\t"), expected.get(0));
    long most = (long) FILES * RECORDS * BYTES / 6 * 2; // of the part, and of what is before it
    assertEquals(expected, lastPart());
    long headers = faults.bytesRead();
    assertTrue(headers < most, headers + " bytes");

    run("index", folder.toUri().toString());
    assertEquals(expected, lastPart());
    assertTrue(faults.bytesRead() < headers, faults.bytesRead() + " bytes");

    Files.delete(folder.resolve("0.ridx"));
    Files.writeString(folder.resolve("0.idx"), "0\t0\n1\t4\n");
    Recordio misfit = run("records", "--part", "5/6", watched);
    assertEquals(expected, misfit.lines());
    assertHas(misfit.err(), "counted without the index");
  }
}
