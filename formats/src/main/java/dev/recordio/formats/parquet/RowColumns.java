// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.layout.ShardShape;
import java.util.SortedMap;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * The columns of Parquet that rows become: {@code label}, {@code weight} and {@code qid}, where the
 * shard has them, and the entries.
 *
 * <p>{@link Vectors#LISTS}: {@code indices}, int32 or int64, from 0, and {@code values}, float, two
 * lists with the standard three levels; a row without entries has two empty lists.
 *
 * <p>{@link Vectors#SPARK}: Spark ML's vectors, always sparse ones: {@code features}, whose group
 * is what {@code VectorUDT} (Spark 2.0 and later) is stored as, and which Spark knows again by the
 * schema in the footer. Label and values are the float ones, widened to double.
 */
final class RowColumns {
  /** The key of the footer that Spark looks for. */
  static final String ROW_METADATA = "org.apache.spark.sql.parquet.row.metadata";

  private static final String LABEL = "label";
  private static final String WEIGHT = "weight";
  private static final String QID = "qid";
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

  private final boolean spark;
  private final boolean hasWeight;
  private final boolean hasQid;
  private final long columns;
  private final int level; // the definition level of the group that has the lists
  private ColumnWriter label;
  private ColumnWriter weight;
  private ColumnWriter qid;
  private ColumnWriter type;
  private ColumnWriter size;
  private ColumnWriter indices;
  private ColumnWriter values;

  /** Makes the columns of a shard. */
  RowColumns(Vectors vectors, ShardShape shape, long columns) {
    spark = vectors == Vectors.SPARK;
    hasWeight = shape.hasWeight();
    hasQid = shape.hasQid();
    this.columns = columns;
    level = spark ? 1 : 0;
    if (spark && columns > Vectors.MAX_SPARK_COLUMNS) {
      throw new IllegalArgumentException(Vectors.tooWide(columns));
    }
  }

  /** Returns the columns, and their types. */
  MessageType schema() {
    Types.MessageTypeBuilder schema = Types.buildMessage();
    schema.required(spark ? PrimitiveTypeName.DOUBLE : PrimitiveTypeName.FLOAT).named(LABEL);
    if (hasWeight) {
      schema.required(PrimitiveTypeName.FLOAT).named(WEIGHT);
    }
    if (hasQid) {
      schema.required(PrimitiveTypeName.INT64).named(QID);
    }
    if (spark) {
      return schema
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
    return schema
        .addField(
            Types.optionalList()
                .requiredElement(isWide() ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32)
                .named("indices"))
        .addField(Types.optionalList().requiredElement(PrimitiveTypeName.FLOAT).named("values"))
        .named("rows");
  }

  private boolean isWide() {
    return isWide(columns);
  }

  /** Whether indices below a number of columns are int64. */
  static boolean isWide(long columns) {
    return columns > Integer.MAX_VALUE;
  }

  /** Adds what the footer says of these columns. */
  void describe(SortedMap<String, String> metadata) {
    if (spark) {
      metadata.put(
          ROW_METADATA,
          "{\"type\":\"struct\",\"fields\":["
              + field(LABEL, "\"double\"", false)
              + (hasWeight ? "," + field(WEIGHT, "\"float\"", false) : "")
              + (hasQid ? "," + field(QID, "\"long\"", false) : "")
              + ","
              + field(FEATURES, VECTOR, true)
              + "]}");
    }
  }

  private static String field(String name, String type, boolean nullable) {
    return String.format(
        "{\"name\":\"%s\",\"type\":%s,\"nullable\":%s,\"metadata\":{}}", name, type, nullable);
  }

  private static String array(String element) {
    return "{\"type\":\"array\",\"elementType\":\"" + element + "\",\"containsNull\":false}";
  }

  /** Takes the writers of a row group, which has just begun. */
  void begin(ParquetOutput file) {
    label = file.column(LABEL);
    weight = hasWeight ? file.column(WEIGHT) : null;
    qid = hasQid ? file.column(QID) : null;
    if (spark) {
      type = file.column(FEATURES, "type");
      size = file.column(FEATURES, "size");
      indices = file.column(FEATURES, "indices", "list", "element");
      values = file.column(FEATURES, "values", "list", "element");
    } else {
      indices = file.column("indices", "list", "element");
      values = file.column("values", "list", "element");
    }
  }

  /** Writes the values of a row; the row is ended by the caller. */
  void write(CsrBlock block, int row) {
    if (hasWeight) {
      weight.write(block.weights()[row], 0, 0);
    }
    if (hasQid) {
      qid.write(block.qids()[row], 0, 0);
    }
    if (spark) {
      label.write((double) block.labels()[row], 0, 0);
      type.write(SPARSE, 0, level);
      size.write((int) columns, 0, level + 1);
    } else {
      label.write(block.labels()[row], 0, 0);
    }
    int from = block.offset(row);
    int to = block.offset(row + 1);
    if (from == to) {
      indices.writeNull(0, level + 1);
      values.writeNull(0, level + 1);
    } else {
      writeIndices(block, from, to);
      writeValues(block.values(), from, to);
    }
  }

  private void writeValues(float[] floats, int from, int to) {
    int repetition = 0;
    for (int i = from; i < to; i++) {
      if (spark) {
        values.write((double) floats[i], repetition, level + 2);
      } else {
        values.write(floats[i], repetition, level + 2);
      }
      repetition = 1;
    }
  }

  private void writeIndices(CsrBlock block, int from, int to) {
    boolean wide = !spark && isWide();
    int repetition = 0;
    for (int i = from; i < to; i++) {
      if (wide) {
        indices.write(block.index(i), repetition, level + 2);
      } else {
        indices.write((int) block.index(i), repetition, level + 2);
      }
      repetition = 1;
    }
  }
}
