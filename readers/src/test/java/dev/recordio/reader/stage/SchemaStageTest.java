// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.ListBatch;
import dev.recordio.reader.PlacedItems;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Record;
import dev.recordio.reader.Row;
import dev.recordio.reader.Schema;
import dev.recordio.reader.source.ListSource;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaStageTest {
  private static Schema schema(String... fields) {
    return new Schema(
        Arrays.stream(fields)
            .map(field -> field.split("=", 2))
            .map(field -> Schema.Field.parse(field[0], field[1]))
            .toList());
  }

  private static Reader<Record> records(int... lengths) {
    var records = new ArrayList<Record>();
    for (int length : lengths) {
      var record = new Record();
      record.setPayload(new byte[length], 0, length);
      record.setPlace(9, records.size() + 100, new Path("/data/a.rec"), 4096);
      records.add(record);
    }
    return new ListSource<>(records, PlacedItems.RECORDS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "fits",
      value = {
        "label=float32 ; data=uint8[3,2,2]:CHW | 16 | fits",
        "label=float32 ; data=uint8[3,2,2]:CHW | 15 | data=uint8[3,2,2]:CHW;12 bytes from byte 4 on;11 bytes",
        "label=float32 ; data=uint8[3,2,2]:CHW | 2 | label=float32;4 bytes from byte 0 on;2 bytes",
        "label=float32 ; data=uint8[3,2,2]:CHW | 17 | data=uint8[3,2,2]:CHW;the record's end after it, at byte 16;1 more bytes",
        "n=int64 ; data=float64[-1,2] ; end=uint16 | 42 | fits",
        "n=int64 ; data=float64[-1,2] ; end=uint16 | 10 | fits",
        "n=int64 ; data=float64[-1,2] ; end=uint16 | 43 | data=float64[-1,2];a multiple of 16 bytes from byte 8 on;33 bytes",
        "n=int64 ; data=float64[-1,2] ; end=uint16 | 9 | end=uint16;2 bytes from byte 8 on;1 bytes",
        "data=uint8[-1] | 0 | fits",
      })
  void recordsHaveTheirFieldsOneAfterTheOther(String fields, int length, String error)
      throws IOException {
    Reader<Record> reader = Stages.schema(records(length), schema(fields.split(" ; ")));
    if (error == null) {
      assertTrue(reader.next());
      assertEquals(length, reader.get().length());
      return;
    }
    String[] parts = error.split(";");
    var thrown = assertThrows(MalformedRecordException.class, reader::next);
    assertEquals("record 100 does not fit the schema in field " + parts[0], thrown.what());
    assertEquals("/data/a.rec", thrown.path());
    assertEquals(4096, thrown.offset());
    assertEquals(parts[1], thrown.expected());
    assertEquals(parts[2], thrown.found());
  }

  @Test
  void aRecordInABatchIsFoundAndTheSchemaIsThatOfTheBatch() throws IOException {
    Reader<?> reader =
        Stages.schema(Stages.batch(records(4, 4, 4, 5), 2, Tail.EMIT), schema("x=int32:X"));
    assertEquals("x=int32[-1]:NX", reader.schema().toString());
    assertTrue(reader.next());
    var error = assertThrows(MalformedRecordException.class, reader::next);
    assertTrue(error.getMessage().contains("record 103"), error.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=int8[-1] ; b=int8[-1] | at most one length",
        "a=int8[-1,-1] | at most one length",
        "a=object | no bytes",
        "a=float64[2000000000,2000000000,2000000000] | longer than any record",
      })
  void schemasThatNoRecordCanHaveAreRefused(String fields, String error) {
    Schema schema = schema(fields.split(" ; "));
    var thrown =
        assertThrows(InvalidSettingException.class, () -> Stages.schema(records(1), schema));
    assertTrue(thrown.getMessage().contains(error), thrown.getMessage());
  }

  private static Reader<Row> row(CsrBlock block) {
    var row = new Row();
    row.setRow(block, 0);
    row.setPlace(0, 7, new Path("/data/a.libsvm"), 12);
    return new ListSource<>(List.of(row), PlacedItems.ROWS);
  }

  private static CsrBlock block(boolean all) {
    var block = new CsrBlock();
    block.addRow(1);
    if (all) {
      block.setWeight(2);
      block.setQid(300);
      block.add(3, 70_000, 0.5f);
      block.add(4, 5, 1);
    } else {
      block.add(5, 1);
    }
    return block;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "fits",
      value = {
        "true | 0 | label=float32 ; weight=float32 ; qid=uint16 ; field=uint8[-1] ; index=int32[2] ; value=float32[2] | fits",
        "true | 70001 | index=uint64[-1] | fits",
        "true | 70000 | index=uint64[-1] | at most 69999, found 70000",
        "true | 70000 | label=float32 | at most 69999, found 70000",
        "true | 0 | index=uint16[-1] | at most 65535, found 70000",
        "true | 0 | qid=uint8 | at most 255, found 300",
        "true | 0 | value=float32[3] | expected 3 entries, found 2",
        "true | 0 | field=uint8[1] | expected 1 entries, found 2",
        "false | 0 | label=float32 ; index=int64[-1] | fits",
        "false | 0 | weight=float32 | expected a weight, found none",
        "false | 0 | qid=uint64 | expected a query id, found none",
        "false | 0 | field=uint32[-1] | expected a field of each entry, found none",
      })
  void rowsHaveWhatIsDeclared(boolean all, long columns, String fields, String error)
      throws IOException {
    Schema schema = schema(fields.split(" ; "));
    Reader<Row> reader =
        columns == 0
            ? Stages.schema(row(block(all)), schema)
            : Stages.schema(row(block(all)), schema, columns);
    if (error == null) {
      assertTrue(reader.next());
      return;
    }
    var thrown = assertThrows(MalformedRecordException.class, reader::next);
    assertTrue(
        thrown.getMessage().startsWith("row 7 does not fit the schema in field ")
            && thrown.getMessage().contains("/data/a.libsvm at offset 12")
            && thrown.getMessage().endsWith(error),
        thrown.getMessage());
  }

  @Test
  void schemasThatNoRowCanHaveAreRefused() {
    for (String field :
        List.of("label=float64", "pixels=uint8[-1]", "index=float32[-1]", "qid=int64[-1]")) {
      assertThrows(
          InvalidSettingException.class, () -> Stages.schema(row(block(true)), schema(field)));
    }
    Schema twice = schema("qid=int8", "qid=int16");
    assertThrows(InvalidSettingException.class, () -> Stages.schema(row(block(true)), twice));
  }

  @Test
  void onlyRecordsAndRowsAreChecked() {
    var objects = new ListSource<>(List.of("a"), ListBatch.<String>items(Schema.RECORD));
    assertThrows(
        InvalidSettingException.class, () -> Stages.schema(objects, schema("a=uint8[-1]")));
    assertThrows(
        InvalidSettingException.class, () -> Stages.schema(records(1), schema("a=uint8"), 5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "uint8[3,32,32]:CHW | x=uint8[3,32,32]:CHW",
        "float32 | x=float32",
        " int64 [ -1 , 2 ] : NC | x=int64[-1,2]:NC",
        "float16[-1] | x=float16[-1]",
      })
  void fieldsAreReadAndPrintedBack(String text, String printed) {
    Schema.Field field = Schema.Field.parse("x", text);
    assertEquals(printed, field.toString());
    assertEquals(field, Schema.Field.parse("x", printed.substring(2)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "uint7 | one of the types int8, uint8",
        "uint8[] | lengths of at least 1",
        "uint8[0] | lengths of at least 1",
        "uint8[-2] | lengths of at least 1",
        "uint8[3,] | lengths of at least 1",
        "uint8[3 | type[d,...]:LAYOUT",
        "uint8: | type[d,...]:LAYOUT",
        "'' | type[d,...]:LAYOUT",
      })
  void otherTextsAreRefused(String text, String expected) {
    var error = assertThrows(InvalidSettingException.class, () -> Schema.Field.parse("x", text));
    assertTrue(error.getMessage().contains(expected), error.getMessage());
  }
}
