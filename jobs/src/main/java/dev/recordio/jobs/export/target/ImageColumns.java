// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.formats.parquet.ParquetOutput;
import dev.recordio.formats.parquet.RawFloats;
import java.util.List;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * The columns of exported Parquet files, and what Hugging Face's {@code datasets} reads of them in
 * the footer: {@code key}, {@code id2} where one is not 0, {@code image}, {@code label} or {@code
 * labels}, {@code recordio_header} where key and labels do not give some header back.
 */
final class ImageColumns {
  static final String KEY = "key";
  static final String ID2 = "id2";
  static final String HEADER = "recordio_header";
  static final String LABEL = "label";
  static final String[] BYTES = {"image", "bytes"};
  static final String[] PATH = {"image", "path"};
  static final String[] LABELS = {"labels", "list", "element"};

  /** The column that is never compressed. */
  static final String IMAGES = "image.bytes";

  /** The key of the footer that {@code datasets} looks for. */
  static final String HUGGING_FACE = "huggingface";

  private ImageColumns() {}

  /** Returns the columns. */
  static MessageType schema(ExportPlan plan) {
    Types.MessageTypeBuilder schema = Types.buildMessage();
    schema.required(PrimitiveTypeName.INT64).named(KEY);
    if (plan.id2()) {
      schema.required(PrimitiveTypeName.INT64).named(ID2);
    }
    schema
        .optionalGroup()
        .optional(PrimitiveTypeName.BINARY)
        .named(BYTES[1])
        .optional(PrimitiveTypeName.BINARY)
        .as(LogicalTypeAnnotation.stringType())
        .named(PATH[1])
        .named(BYTES[0]);
    if (plan.integral()) {
      schema.required(PrimitiveTypeName.INT64).named(LABEL);
    } else {
      schema.optionalList().requiredElement(PrimitiveTypeName.FLOAT).named(LABELS[0]);
    }
    if (plan.oddHeaders()) {
      schema.optional(PrimitiveTypeName.BINARY).named(HEADER);
    }
    return schema.named("records");
  }

  /** Images are long and differ: no dictionary, no smallest and largest one, many pages. */
  static ParquetProperties properties() {
    return ParquetOutput.properties()
        .withValuesWriterFactory(new RawFloats())
        .withDictionaryEncoding(IMAGES, false)
        .withDictionaryEncoding("image.path", false)
        .withStatisticsEnabled(IMAGES, false)
        .withStatisticsEnabled("image.path", false)
        .withMinRowCountForPageSizeCheck(1)
        .estimateRowCountForPageSizeCheck(false)
        .build();
  }

  /**
   * Returns the description for {@code datasets}.
   *
   * @param names of labels, or null
   */
  static String huggingFace(ExportPlan plan, List<String> names) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    ObjectNode features = json.objectNode();
    features.set(KEY, value("int64"));
    if (plan.id2()) {
      features.set(ID2, value("int64"));
    }
    features.putObject(BYTES[0]).put("_type", "Image");
    if (!plan.integral()) {
      ObjectNode labels = features.putObject(LABELS[0]);
      labels.set("feature", value("float32"));
      labels.put("_type", "Sequence");
    } else if (names == null) {
      features.set(LABEL, value("int64"));
    } else {
      ObjectNode label = features.putObject(LABEL);
      names.forEach(label.putArray("names")::add);
      label.put("_type", "ClassLabel");
    }
    if (plan.oddHeaders()) {
      features.set(HEADER, value("binary"));
    }
    ObjectNode all = json.objectNode();
    all.putObject("info").set("features", features);
    return all.toString();
  }

  private static ObjectNode value(String type) {
    return JsonNodeFactory.instance.objectNode().put("dtype", type).put("_type", "Value");
  }
}
