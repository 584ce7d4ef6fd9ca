// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.image.ImageFixture.Row;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header against records that libmxnet wrote. */
class ImageRecordHeaderFixtureTest {
  @ParameterizedTest
  @ValueSource(strings = {"single", "multi"})
  void everyRecordReadsAsItsTableSays(String name) throws Exception {
    byte[] rec = ImageFixture.bytes(name + ".rec");
    List<Row> rows = ImageFixture.rows(name);
    List<String> index = ImageFixture.lines(name + ".idx");
    assertEquals(25, rows.size());
    assertEquals(rows.size(), index.size());
    ImageRecordHeader header = new ImageRecordHeader();
    for (int r = 0; r < rows.size(); r++) {
      Row row = rows.get(r);
      assertEquals(row.key() + "\t" + row.offset(), index.get(r));
      byte[] payload = ImageFixture.payload(rec, row.offset());
      assertEquals(row.length(), payload.length, row.file());
      header.read(payload, 0, payload.length, row.offset());
      assertEquals(row.flag(), header.flag(), row.file());
      assertEquals(row.flag() == 0 ? row.labels()[0] : 0f, header.label(), row.file());
      assertEquals(row.labels().length, header.labelCount(), row.file());
      for (int i = 0; i < row.labels().length; i++) {
        assertEquals(row.labels()[i], header.label(i), row.file());
      }
      assertEquals(row.id(), header.id(), row.file());
      assertEquals(row.id2(), header.id2(), row.file());
      assertEquals(row.imageLength(), header.imageLength(), row.file());
      assertEquals(
          row.imageSha256(),
          ImageFixture.sha256(payload, header.imageOffset(), header.imageLength()),
          row.file());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "multi"})
  void listLinesWriteTheVeryHeadersOfTheRecords(String name) throws Exception {
    byte[] rec = ImageFixture.bytes(name + ".rec");
    List<Row> rows = ImageFixture.rows(name);
    byte[] list = ImageFixture.bytes(name + ".lst");
    ListLine line = new ListLine();
    int at = 0;
    for (int r = 0; r < rows.size(); r++) {
      int end = at;
      while (list[end++] != '\n') {}
      line.parse(list, at, end - at, at, r + 1);
      at = end;
      byte[] header = new byte[ImageRecordHeader.bytes(line.labelCount())];
      ImageRecordHeader.write(header, 0, line.key(), 0, line.labels(), line.labelCount());
      byte[] payload = ImageFixture.payload(rec, rows.get(r).offset());
      assertArrayEquals(Arrays.copyOf(payload, header.length), header, line.path());
      assertEquals(rows.get(r).imageLength(), payload.length - header.length, line.path());
      assertEquals(rows.get(r).file(), line.path());
    }
    assertEquals(list.length, at);
  }
}
