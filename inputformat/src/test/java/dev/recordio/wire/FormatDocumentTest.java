// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RidxWriter;
import dev.recordio.wire.DocumentDumps.Dump;
import dev.recordio.wire.RecordCursor.Step;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every hex dump of FORMAT.md is what the encoder writes and what the cursor reads. */
class FormatDocumentTest {
  @ParameterizedTest
  @CsvSource({"recordio, 9", "image, 2", "idx, 1", "ridx, 2", "damaged, 8"})
  void documentHoldsItsDumps(String kind, int atLeast) throws IOException {
    long count = DocumentDumps.read().stream().filter(d -> d.kind().equals(kind)).count();
    assertTrue(count >= atLeast, count + " dumps of kind " + kind);
  }

  @ParameterizedTest
  @MethodSource
  void recordio(Dump dump) throws IOException {
    List<byte[]> payloads = dump.all("payload").stream().map(DocumentDumps::hex).toList();
    assertArrayEquals(dump.bytes(), encode(payloads));
    assertReads(dump, payloads);
  }

  static Stream<Dump> recordio() throws IOException {
    return dumps("recordio");
  }

  @ParameterizedTest
  @MethodSource
  void image(Dump dump) throws IOException {
    String[] labels = dump.one("labels").split(" ");
    int flag = Integer.parseInt(dump.one("flag"));
    byte[] image = DocumentDumps.hex(dump.one("image"));
    assertEquals(flag == 0 ? 1 : flag, labels.length);
    ByteBuffer payload =
        ByteBuffer.allocate(24 + 4 * flag + image.length).order(ByteOrder.LITTLE_ENDIAN);
    payload.putInt(flag).putFloat(flag == 0 ? Float.parseFloat(labels[0]) : 0);
    payload.putLong(Long.parseLong(dump.one("id"))).putLong(Long.parseLong(dump.one("id2")));
    for (int i = 0; i < flag; i++) {
      payload.putFloat(Float.parseFloat(labels[i]));
    }
    payload.put(image);
    assertArrayEquals(dump.bytes(), encode(List.of(payload.array())));
    assertReads(dump, List.of(payload.array()));
  }

  static Stream<Dump> image() throws IOException {
    return dumps("image");
  }

  /** An index belongs to the records of the dump before it. */
  @Test
  void idx() throws IOException {
    Dump records = null;
    for (Dump dump : DocumentDumps.read()) {
      if (dump.kind().equals("idx")) {
        List<RecordWalk.Seen> seen = RecordWalk.of(records.bytes()).records;
        var lines = new StringBuilder();
        List<String> keys = dump.all("key");
        assertEquals(seen.size(), keys.size());
        for (int i = 0; i < keys.size(); i++) {
          lines.append(keys.get(i)).append('\t').append(seen.get(i).begin()).append('\n');
        }
        assertEquals(lines.toString(), new String(dump.bytes(), StandardCharsets.US_ASCII));
      } else if (dump.kind().equals("recordio")) {
        records = dump;
      }
    }
  }

  /**
   * A binary index belongs to the records of the dump before it; its header specifies the fields.
   */
  @Test
  void ridx() throws IOException {
    Dump records = null;
    for (Dump dump : DocumentDumps.read()) {
      if (dump.kind().equals("ridx")) {
        RecordIndexLayout layout = RecordIndexLayout.readHeader(dump.bytes(), 0);
        var rec = new ByteArrayOutputStream();
        var ridx = new ByteArrayOutputStream();
        List<String> keys = dump.all("key");
        List<String> payloads = records.all("payload");
        assertEquals(payloads.size(), keys.size());
        try (var writer = new RecordFileWriter(rec, null, new RidxWriter(ridx, layout), 64)) {
          for (int i = 0; i < keys.size(); i++) {
            byte[] payload = DocumentDumps.hex(payloads.get(i));
            writer.write(Long.parseLong(keys.get(i)), payload, 0, payload.length);
          }
        }
        assertArrayEquals(records.bytes(), rec.toByteArray());
        assertArrayEquals(dump.bytes(), ridx.toByteArray(), dump.toString());
      } else if (dump.kind().equals("recordio")) {
        records = dump;
      }
    }
  }

  @ParameterizedTest
  @MethodSource
  void damaged(Dump dump) {
    RecordWalk walk = RecordWalk.of(dump.bytes());
    assertPayloads(dump.all("payload").stream().map(DocumentDumps::hex).toList(), walk);
    if (dump.one("error").equals("none")) {
      assertEquals(Step.END, walk.last);
      return;
    }
    assertEquals(Step.MALFORMED, walk.last);
    assertEquals(dump.one("error"), walk.error.what() + " at " + walk.error.offset());
    int resumed =
        MagicSearch.firstRecordStart(
            dump.bytes(), (int) walk.error.offset() + 4, dump.bytes().length);
    assertEquals(dump.one("resync"), resumed < 0 ? "none" : Integer.toString(resumed));
  }

  static Stream<Dump> damaged() throws IOException {
    return dumps("damaged");
  }

  private static Stream<Dump> dumps(String kind) throws IOException {
    return DocumentDumps.read().stream().filter(d -> d.kind().equals(kind));
  }

  private static byte[] encode(List<byte[]> payloads) throws IOException {
    var out = new ByteArrayOutputStream();
    var encoder = new RecordEncoder(1 << 10, out::write);
    for (byte[] payload : payloads) {
      encoder.write(payload, 0, payload.length);
    }
    encoder.flush();
    return out.toByteArray();
  }

  private static void assertReads(Dump dump, List<byte[]> payloads) {
    RecordWalk walk = RecordWalk.of(dump.bytes());
    assertEquals(Step.END, walk.last);
    assertPayloads(payloads, walk);
    assertEquals(
        dump.all("parts"),
        walk.records.stream().map(RecordWalk.Seen::lrecs).toList(),
        dump.toString());
  }

  private static void assertPayloads(List<byte[]> payloads, RecordWalk walk) {
    assertEquals(payloads.size(), walk.records.size());
    for (int i = 0; i < payloads.size(); i++) {
      assertArrayEquals(payloads.get(i), walk.records.get(i).payload());
    }
  }
}
