// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.ShardCounts;
import dev.recordio.sparse.layout.ShardRows;
import dev.recordio.sparse.layout.ShardShape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The columns, row groups and footers of {@code csr --to parquet}. */
class ParquetShardEncoderTest {
  private static final int ROWS = 100_000;

  private static ParquetShardEncoder encoder(Vectors vectors, PageCodec codec, long groupRows) {
    return new ParquetShardEncoder(vectors, codec, groupRows, 1);
  }

  private static byte[] write(ParquetShardEncoder encoder, long columns, CsrBlock... blocks)
      throws IOException {
    var out = new ByteArrayOutputStream();
    CsrSource source = CsrSource.of(blocks);
    encoder.write(new ShardRows(source, ShardShape.of(source), columns, null, false), out::write);
    return out.toByteArray();
  }

  private static CsrBlock plain() {
    var block = new CsrBlock();
    block.addRow(1);
    block.add(5, 0.5f);
    block.add(0, -0.0f);
    block.add(5, Float.NaN);
    block.addRow(-2.5f);
    block.addRow(Float.NEGATIVE_INFINITY);
    block.add(Integer.MAX_VALUE - 1, 0.1f);
    return block;
  }

  private static List<String> entries(Group row, String list) {
    Group items = row.getGroup(list, 0);
    var texts = new ArrayList<String>();
    for (int i = 0; i < items.getFieldRepetitionCount("list"); i++) {
      texts.add(items.getGroup("list", i).getValueToString(0, 0));
    }
    return texts;
  }

  @Test
  void listsHaveThreeLevelsAndAscendingIndices() throws IOException {
    ParquetRows read =
        ParquetRows.of(
            write(encoder(Vectors.LISTS, PageCodec.SNAPPY, ROWS), Integer.MAX_VALUE, plain()));
    assertEquals(
        """
        message rows {
          required float label;
          optional group indices (LIST) {
            repeated group list {
              required int32 element;
            }
          }
          optional group values (LIST) {
            repeated group list {
              required float element;
            }
          }
        }
        """,
        read.schema().toString());
    assertEquals(
        Map.of("recordio.columns", "2147483647", "recordio.index-base", "1"), read.metadata());
    List<Group> rows = read.rows();
    assertEquals(List.of("0", "5", "5"), entries(rows.get(0), "indices"));
    assertEquals(List.of("-0.0", "0.5", "NaN"), entries(rows.get(0), "values"));
    assertEquals(List.of(), entries(rows.get(1), "indices"));
    assertEquals(List.of(), entries(rows.get(1), "values"));
    assertEquals(List.of("2147483646"), entries(rows.get(2), "indices"));
    assertEquals(-2.5f, rows.get(1).getFloat("label", 0));
    assertEquals(Float.NEGATIVE_INFINITY, rows.get(2).getFloat("label", 0));
  }

  @Test
  void beyondAnIntIndicesAreLong() throws IOException {
    CsrBlock block = plain();
    block.addRow(0);
    block.add(Long.MAX_VALUE - 1, 1);
    for (long columns : new long[] {1L << 31, Long.MAX_VALUE}) {
      CsrBlock rows = columns == Long.MAX_VALUE ? block : plain();
      ParquetRows read =
          ParquetRows.of(write(encoder(Vectors.LISTS, PageCodec.ZSTD, ROWS), columns, rows));
      assertTrue(read.schema().toString().contains("required int64 element;"));
      assertEquals(Long.toString(columns), read.metadata().get("recordio.columns"));
      assertEquals(List.of("2147483646"), entries(read.rows().get(2), "indices"));
      if (rows == block) {
        assertEquals(List.of("9223372036854775806"), entries(read.rows().get(3), "indices"));
      }
    }
  }

  @Test
  void weightsAndQueryIdsAreThereForAllRowsOrNone() throws IOException {
    var block = new CsrBlock();
    block.addRow(1);
    block.addRow(2);
    block.setWeight(0.25f);
    block.setQid(Long.MAX_VALUE);
    ParquetRows read =
        ParquetRows.of(write(encoder(Vectors.LISTS, PageCodec.UNCOMPRESSED, ROWS), 3, block));
    assertEquals(
        List.of("label", "weight", "qid", "indices", "values"),
        read.schema().getFields().stream().map(field -> field.getName()).toList());
    assertEquals(1f, read.rows().get(0).getFloat("weight", 0));
    assertEquals(0.25f, read.rows().get(1).getFloat("weight", 0));
    assertEquals(0, read.rows().get(0).getLong("qid", 0));
    assertEquals(Long.MAX_VALUE, read.rows().get(1).getLong("qid", 0));
  }

  @Test
  void sparkFindsItsVectorAndItsSchema() throws IOException {
    var block = new CsrBlock();
    block.addRow(3);
    block.setQid(4);
    block.add(2, 0.5f);
    block.add(1, 2);
    block.addRow(0);
    ParquetRows read =
        ParquetRows.of(write(encoder(Vectors.SPARK, PageCodec.GZIP, ROWS), 7, block));
    assertEquals(
        """
        message spark_schema {
          required double label;
          required int64 qid;
          optional group features {
            required int32 type (INTEGER(8,true));
            optional int32 size;
            optional group indices (LIST) {
              repeated group list {
                required int32 element;
              }
            }
            optional group values (LIST) {
              repeated group list {
                required double element;
              }
            }
          }
        }
        """,
        read.schema().toString());
    String json = read.metadata().get(RowColumns.ROW_METADATA);
    assertTrue(json.contains("\"class\":\"org.apache.spark.ml.linalg.VectorUDT\""), json);
    assertTrue(json.contains("{\"name\":\"qid\",\"type\":\"long\",\"nullable\":false"), json);
    Group vector = read.rows().get(0).getGroup("features", 0);
    assertEquals("0 7", vector.getInteger("type", 0) + " " + vector.getInteger("size", 0));
    assertEquals(List.of("1", "2"), entries(vector, "indices"));
    assertEquals(List.of("2.0", "0.5"), entries(vector, "values"));
    Group empty = read.rows().get(1).getGroup("features", 0);
    assertEquals(List.of(), entries(empty, "indices"));
    assertEquals(List.of(), entries(empty, "values"));
  }

  /** The file that the tests of module spark read with Spark itself. */
  @Test
  void theFileThatSparkReadsIsStillWhatIsWritten() throws IOException {
    var block = new CsrBlock();
    block.addRow(1);
    block.add(0, 0.5f);
    block.add(126, -2.25f);
    block.addRow(0);
    block.addRow(3);
    block.add(7, 1);
    var spark = new ParquetShardEncoder(Vectors.SPARK, PageCodec.SNAPPY, ROWS, 0);
    try (var in = getClass().getResourceAsStream("/fixtures/parquet/vectors.parquet")) {
      assertArrayEquals(in.readAllBytes(), write(spark, 127, block));
    }
  }

  @Test
  void sparkHasNoColumnTwiceAndNoSizeBeyondAnInt() throws IOException {
    ParquetShardEncoder spark = encoder(Vectors.SPARK, PageCodec.SNAPPY, ROWS);
    CsrBlock block = plain();
    block.setPositions(77);
    var twice = assertThrows(MalformedRecordException.class, () -> spark.check(block));
    assertEquals(77, twice.offset());
    assertTrue(twice.getMessage().contains("column 5 (counted from 0) twice"), twice.getMessage());
    encoder(Vectors.LISTS, PageCodec.SNAPPY, ROWS).check(block);

    var wide =
        assertThrows(IllegalArgumentException.class, () -> write(spark, 1L << 31, new CsrBlock()));
    assertTrue(wide.getMessage().startsWith("2147483648 columns do not fit"), wide.getMessage());
    ParquetRows.of(write(spark, Integer.MAX_VALUE, new CsrBlock()));
  }

  @Test
  void aQueryIdBeyondALongIsRefusedWhereItIs() {
    var block = new CsrBlock();
    block.addRow(0);
    block.setQid(Long.MIN_VALUE);
    block.setPosition(12);
    ParquetShardEncoder lists = encoder(Vectors.LISTS, PageCodec.SNAPPY, ROWS);
    var large = assertThrows(MalformedRecordException.class, () -> lists.check(block));
    assertEquals(12, large.offset());
    assertTrue(large.getMessage().contains("found 9223372036854775808"), large.getMessage());
  }

  @Test
  void aColumnThatDoesNotFitIsRefused() {
    ParquetShardEncoder lists = encoder(Vectors.LISTS, PageCodec.SNAPPY, ROWS);
    assertThrows(IllegalArgumentException.class, () -> write(lists, 5, plain()));
  }

  private static CsrBlock[] queries() {
    var random = new Random(3);
    var blocks = new CsrBlock[5];
    for (int b = 0; b < blocks.length; b++) {
      blocks[b] = new CsrBlock();
      for (int r = 0; r < 40; r++) {
        blocks[b].addRow(random.nextInt(3));
        blocks[b].setQid((b * 40 + r) / 7);
        for (int i = 0; i < random.nextInt(9); i++) {
          blocks[b].add(i * 3L + random.nextInt(3), random.nextFloat());
        }
      }
    }
    return blocks;
  }

  @Test
  void rowGroupsEndBetweenQueries() throws IOException {
    byte[] bytes = write(encoder(Vectors.LISTS, PageCodec.SNAPPY, 20), 99, queries());
    ParquetRows read = ParquetRows.of(bytes);
    assertEquals(List.of(14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 18), read.sizes());
    long last = -1;
    for (List<Group> group : read.groups()) {
      assertTrue(group.get(0).getLong("qid", 0) > last);
      last = group.get(group.size() - 1).getLong("qid", 0);
    }
  }

  /** Parquet's own output format shrinks row groups then; and no codec may keep a state. */
  @ParameterizedTest
  @EnumSource
  void bytesDoNotDependOnWhatIsWrittenBeside(PageCodec codec) throws IOException {
    ParquetShardEncoder encoder = encoder(Vectors.LISTS, codec, 20);
    byte[] alone = write(encoder(Vectors.LISTS, codec, 20), 99, queries());
    write(encoder, 99, plain().rows() > 5 ? plain() : new CsrBlock());
    assertArrayEquals(alone, write(encoder, 99, queries()));
    var beside = new byte[1][];
    CsrSource interrupted =
        visitor -> {
          for (CsrBlock block : queries()) {
            beside[0] = write(encoder, 99, queries());
            visitor.block(block);
          }
        };
    var out = new ByteArrayOutputStream();
    encoder.write(
        new ShardRows(interrupted, ShardShape.of(interrupted), 99, null, false), out::write);
    assertArrayEquals(alone, out.toByteArray());
    assertArrayEquals(alone, beside[0]);
    assertEquals(200, ParquetRows.of(alone).rows().size());
    assertTrue(ParquetRows.of(alone).createdBy().startsWith("parquet-mr version 1."));
  }

  @Test
  void theEstimateIsWhatNumbersTakeBeforeTheyAreEncoded() {
    long rows = 10;
    long entries = 100;
    var counts = new ShardCounts(1L << 31, 0, true, true).set(rows, entries, 0, 0);
    var lists = encoder(Vectors.LISTS, PageCodec.SNAPPY, ROWS);
    long fixed = lists.emptyBytes();
    assertEquals(fixed + rows * (4 + 4 + 8) + entries * (8 + 4), lists.bytes(counts));
    counts = new ShardCounts(9, 0, false, false).set(rows, entries, 0, 0);
    assertEquals(fixed + rows * 4 + entries * (4 + 4), lists.bytes(counts));
    var spark = encoder(Vectors.SPARK, PageCodec.SNAPPY, ROWS);
    assertEquals(spark.emptyBytes() + rows * (8 + 1 + 4) + entries * (4 + 8), spark.bytes(counts));
  }
}
