// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.store.layout.RowsMeta.Pieces;
import dev.recordio.store.layout.TableLayout.Kind;
import dev.recordio.wire.DocumentDumps;
import dev.recordio.wire.DocumentDumps.Dump;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every hex dump of stores in FORMAT.md is what is written, and is read. */
class StoreFormatTest {
  private static final String CHUNK = "00112233445566778899aabbccddeeff";
  private static final String OTHER = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

  /** The files that the document shows, by the names there. */
  private static final Map<String, byte[]> FILES =
      Map.of(
          "chunk", chunk(),
          "rows", rows(),
          "delta", delta(),
          "deletions", deletions());

  private static byte[] label(float label) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(label).array();
  }

  /** Two fields that are together: label=f4 and image=bytes. */
  private static byte[] chunk() {
    var out = new ByteArrayOutputStream();
    byte[] header = new byte[ChunkLayout.HEADER_BYTES];
    ChunkLayout.putHeader(header, 0);
    out.writeBytes(header);
    byte[][] values = {label(1), "ab".getBytes(US_ASCII), label(2)};
    for (byte[] value : values) {
      byte[] stored = new byte[value.length + StoredWord.CHECKSUM_BYTES];
      System.arraycopy(value, 0, stored, 0, value.length);
      LittleEndian.putInt(stored, value.length, TableLayout.checksum(value, 0, value.length));
      out.writeBytes(stored);
    }
    byte[] bytes = out.toByteArray();
    byte[] footer = new byte[ChunkLayout.FOOTER_BYTES];
    ChunkLayout.putFooter(
        footer,
        0,
        new ChunkLayout.Footer(
            values.length,
            bytes.length - header.length,
            TableLayout.checksum(bytes, 0, bytes.length)));
    out.writeBytes(footer);
    return out.toByteArray();
  }

  private static byte[] table(Kind kind, long count, byte[] blocks, byte[] description) {
    var out = new ByteArrayOutputStream();
    byte[] header = new byte[TableLayout.HEADER_BYTES];
    TableLayout.putHeader(header, 0, kind);
    out.writeBytes(header);
    out.writeBytes(blocks);
    int metaAt = out.size();
    byte[] code = new byte[TableLayout.KIND_BYTES];
    LittleEndian.putInt(code, 0, kind.code());
    out.writeBytes(code);
    out.writeBytes(description);
    byte[] bytes = out.toByteArray();
    byte[] footer = new byte[TableLayout.FOOTER_BYTES];
    TableLayout.putFooter(
        footer,
        0,
        new TableLayout.Footer(
            metaAt,
            count,
            TableLayout.checksum(bytes, metaAt, bytes.length - metaAt),
            TableLayout.checksum(bytes, 0, bytes.length)));
    out.writeBytes(footer);
    return out.toByteArray();
  }

  private static ChunkList chunks(String name, long length) {
    var chunks = new ChunkList();
    chunks.setLength(chunks.number(name), length);
    return chunks;
  }

  private static Pieces piece() {
    var pieces = new Pieces();
    pieces.add(0, 16, 0);
    return pieces;
  }

  private static byte[] rows() {
    byte[] block = new byte[RowBlock.bytes(2, 3)];
    RowBlock.put(block, 0, 0, new int[] {4, 2});
    RowBlock.put(block, 0, 1, new int[] {4, StoredWord.ABSENT});
    RowBlock.put(block, 0, 2, new int[] {StoredWord.ABSENT, StoredWord.ABSENT});
    RowBlock.finish(block, 0, 16, 2, 3);
    var meta = new RowsMeta(3, new int[] {0, 1}, piece(), chunks(CHUNK, 70));
    return table(Kind.ROWS, 3, block, meta.encode());
  }

  private static byte[] delta() {
    byte[] block = new byte[DeltaBlock.bytes(true, 2)];
    DeltaBlock.put(block, 0, 0, 1, 16, 0, 3);
    DeltaBlock.put(block, 0, 1, 7, 0, ChunkList.NONE, StoredWord.ABSENT);
    DeltaBlock.finish(block, 0, true, 2);
    var meta = new DeltaMeta(true, 2, new long[] {1}, chunks(OTHER, 55));
    return table(Kind.DELTA, 2, block, meta.encode());
  }

  private static byte[] deletions() {
    byte[] block = new byte[DeltaBlock.bytes(false, 2)];
    DeltaBlock.put(block, 0, 0, 2);
    DeltaBlock.put(block, 0, 1, 300);
    DeltaBlock.finish(block, 0, false, 2);
    var meta = new DeltaMeta(false, 2, new long[] {2}, new ChunkList());
    return table(Kind.DELETIONS, 2, block, meta.encode());
  }

  @Test
  void documentShowsAllKindsOfFiles() throws IOException {
    assertEquals(
        FILES.keySet().stream().sorted().toList(),
        dumps().map(dump -> dump.one("file")).sorted().toList());
  }

  static Stream<Dump> dumps() throws IOException {
    return DocumentDumps.read().stream().filter(dump -> dump.kind().equals("store"));
  }

  @ParameterizedTest
  @MethodSource("dumps")
  void dumpsAreWhatIsWritten(Dump dump) {
    assertArrayEquals(FILES.get(dump.one("file")), dump.bytes(), dump.toString());
  }

  @ParameterizedTest
  @MethodSource("dumps")
  void dumpsAreRead(Dump dump) throws IOException {
    byte[] bytes = dump.bytes();
    if (dump.one("file").equals("chunk")) {
      ChunkLayout.checkHeader(bytes, 0);
      ChunkLayout.Footer footer =
          ChunkLayout.footer(bytes, bytes.length - ChunkLayout.FOOTER_BYTES, bytes.length);
      assertEquals(
          footer.checksum(),
          TableLayout.checksum(bytes, 0, bytes.length - ChunkLayout.FOOTER_BYTES));
      return;
    }
    TableLayout.Footer footer =
        TableLayout.footer(bytes, bytes.length - TableLayout.FOOTER_BYTES, bytes.length);
    int at = (int) footer.metaAt();
    int end = bytes.length - TableLayout.FOOTER_BYTES;
    assertEquals(footer.checksum(), TableLayout.checksum(bytes, 0, end));
    assertEquals(footer.metaChecksum(), TableLayout.checksum(bytes, at, end - at));
    Kind kind = TableLayout.kind(bytes, 0);
    assertEquals(kind.code(), LittleEndian.getInt(bytes, at));
    byte[] meta = java.util.Arrays.copyOfRange(bytes, at + TableLayout.KIND_BYTES, end);
    long count = footer.count();
    switch (kind) {
      case ROWS -> {
        RowBlock block = RowBlock.decode(RowsMeta.decode(count, meta, at), 0, bytes, 16);
        assertEquals(List.of(16L, 24L), List.of(block.offset(0, 0), block.offset(1, 0)));
        assertEquals(30, block.offset(0, 1));
      }
      default -> {
        boolean places = kind == Kind.DELTA;
        DeltaMeta delta = DeltaMeta.decode(places, count, meta, at);
        assertEquals(places ? 7 : 300, DeltaBlock.decode(delta, 0, bytes, 16).id(1));
      }
    }
  }

  /** Prints the files as the document shows them, without comments. */
  public static void main(String[] args) {
    FILES.forEach(
        (name, bytes) -> {
          System.out.println("file: " + name);
          for (int at = 0; at < bytes.length; at += 8) {
            var line = new StringBuilder(String.format("%04X ", at));
            for (int i = at; i < Math.min(bytes.length, at + 8); i++) {
              line.append(i % 4 == 0 ? " " : "").append(String.format(" %02X", bytes[i]));
            }
            System.out.println(line.toString().replaceFirst("^(....)  +", "$1  "));
          }
        });
  }
}
