// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.formats.parquet.ParquetOutput;
import dev.recordio.sparse.CsrBlock;
import java.util.SortedMap;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * Rows as Spark ML's vectors, always sparse ones: {@code features}, whose group is what {@code
 * VectorUDT} (Spark 2.0 and later) is stored as, and which Spark knows again by the schema in the
 * footer. Values are the float ones, widened to double.
 */
final class SparkColumns implements RowColumns {
  /** The key of the footer that Spark looks for. */
  static final String ROW_METADATA = "org.apache.spark.sql.parquet.row.metadata";

  private static final String FEATURES = "features";
  private static final String VECTOR =
      "{\"type\":\"udt\",\"class\":\"org.apache.spark.ml.linalg.VectorUDT\","
          + "\"pyClass\":\"pyspark.ml.linalg.VectorUDT\",\"sqlType\":{\"type\":\"struct\",\"fields\":["
          + field("type", "\"byte\"", false)
          + ","
          + field("size", "\"integer\"", true)
          + ","
          + field("indices", array("integer"), true)
          + ","
          + field("values", array("double"), true)
          + "]}}";

  /** The type of a sparse vector in Spark's group. */
  private static final int SPARSE = 0;

  /** Definition levels: of the type, of the size, of a list without elements, of an element. */
  private static final int TYPE = 1;

  private static final int SIZE = 2;
  private static final int EMPTY = 2;
  private static final int ELEMENT = 3;

  private final NumberColumns numbers;
  private final int columns;
  private ColumnWriter type;
  private ColumnWriter size;
  private ColumnWriter indices;
  private ColumnWriter values;

  /**
   * Makes the columns of a shard.
   *
   * @param columns the size of each vector
   */
  SparkColumns(NumberColumns numbers, int columns) {
    this.numbers = numbers;
    this.columns = columns;
  }

  @Override
  public MessageType schema() {
    return numbers
        .schema()
        .addField(
            Types.optionalGroup()
                .required(PrimitiveTypeName.INT32)
                .as(LogicalTypeAnnotation.intType(8, true))
                .named("type")
                .optional(PrimitiveTypeName.INT32)
                .named("size")
                .optionalList()
                .requiredElement(PrimitiveTypeName.INT32)
                .named("indices")
                .optionalList()
                .requiredElement(PrimitiveTypeName.DOUBLE)
                .named("values")
                .named(FEATURES))
        .named("spark_schema");
  }

  @Override
  public void describe(SortedMap<String, String> metadata) {
    metadata.put(
        ROW_METADATA,
        "{\"type\":\"struct\",\"fields\":["
            + field("label", "\"double\"", false)
            + (numbers.hasWeight() ? "," + field("weight", "\"float\"", false) : "")
            + (numbers.hasQid() ? "," + field("qid", "\"long\"", false) : "")
            + ","
            + field(FEATURES, VECTOR, true)
            + "]}");
  }

  private static String field(String name, String type, boolean nullable) {
    return "{\"name\":\""
        + name
        + "\",\"type\":"
        + type
        + ",\"nullable\":"
        + nullable
        + ",\"metadata\":{}}";
  }

  private static String array(String element) {
    return "{\"type\":\"array\",\"elementType\":\"" + element + "\",\"containsNull\":false}";
  }

  @Override
  public void begin(ParquetOutput file) {
    numbers.begin(file);
    type = file.column(FEATURES, "type");
    size = file.column(FEATURES, "size");
    indices = file.column(FEATURES, "indices", "list", "element");
    values = file.column(FEATURES, "values", "list", "element");
  }

  @Override
  public void write(CsrBlock block, int row) {
    numbers.write(block, row);
    type.write(SPARSE, 0, TYPE);
    size.write(columns, 0, SIZE);
    int from = block.offset(row);
    int to = block.offset(row + 1);
    if (from == to) {
      indices.writeNull(0, EMPTY);
      values.writeNull(0, EMPTY);
      return;
    }
    int repetition = 0;
    float[] floats = block.values();
    for (int i = from; i < to; i++) {
      values.write((double) floats[i], repetition, ELEMENT);
      repetition = 1;
    }
    repetition = 0;
    for (int i = from; i < to; i++) {
      indices.write((int) block.index(i), repetition, ELEMENT);
      repetition = 1;
    }
  }
}
