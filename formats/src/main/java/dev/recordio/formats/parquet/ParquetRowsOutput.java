// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.ImageSuffix;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * Writes {@code part-00000.parquet}, a row a record, with the description that Hugging Face's
 * {@code datasets} reads of the footer. Columns: {@code key}, {@code id2} where one is not 0,
 * {@code image} (bytes and path), {@code label} or {@code labels}, {@code recordio_header} where
 * key and labels do not give some header back.
 *
 * <p>Memory of a task: a row group, at most 64 MiB or an image if that is larger.
 */
public final class ParquetRowsOutput implements SampleOutput {
  /** The most bytes of images in a row group; a larger image is a row group of its own. */
  private static final long GROUP_BYTES = 64 << 20;

  /** A label that Hugging Face's class labels have for "none". */
  private static final long NO_LABEL = -1;

  /** Of key, path and label, and the length of the image. */
  private static final int ROW_BYTES = 40;

  private static final String FORMAT = "parquet";
  private static final String[] BYTES = {SampleFields.IMAGE, "bytes"};
  private static final String[] PATH = {SampleFields.IMAGE, "path"};
  private static final String[] LABELS = {SampleFields.LABELS, "list", "element"};

  /** The column that is never compressed. */
  private static final String IMAGES = "image.bytes";

  /** The key of the footer that {@code datasets} looks for. */
  private static final String HUGGING_FACE = "huggingface";

  @Override
  public Set<OutputConf> keys() {
    return EnumSet.complementOf(EnumSet.of(OutputConf.RAW, OutputConf.GROUP_SIZE));
  }

  @Override
  public void check(Configuration conf) {
    if (OutputConf.HEADER.getChoice(conf).equals("none")) {
      throw new InvalidSettingException(
          OutputConf.HEADER
              + " is none, but "
              + FORMAT
              + " has columns of keys, images and labels, which come from image headers");
    }
    ImageSuffix.of(conf, Set.of());
    OutputConf.CODEC.getEnum(conf, PageCodec.class);
  }

  @Override
  public long lowestLabel() {
    return NO_LABEL;
  }

  @Override
  public SampleFacts check(SampleFacts facts) throws IOException {
    if (!facts.header() && facts.records() > 0) {
      throw new UnfitInputException(
          "the records have no image header, from which "
              + FORMAT
              + " takes keys, images and labels; --to tfrecord --raw writes them as they are");
    }
    if (facts.largeKey()) {
      throw new UnfitInputException(
          "a record's key is 2^63 or more, and the column key of "
              + FORMAT
              + " is int64; --to mds has room for it");
    }
    return facts;
  }

  @Override
  public long bytes(Configuration conf, SampleFacts facts, Size record) {
    return ROW_BYTES + record.image();
  }

  @Override
  public Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
    return new Rows(conf, facts, files);
  }

  private static MessageType schema(SampleFacts facts) {
    Types.MessageTypeBuilder schema = Types.buildMessage();
    schema.required(PrimitiveTypeName.INT64).named(SampleFields.KEY);
    if (facts.id2()) {
      schema.required(PrimitiveTypeName.INT64).named(SampleFields.ID2);
    }
    schema
        .optionalGroup()
        .optional(PrimitiveTypeName.BINARY)
        .named(BYTES[1])
        .optional(PrimitiveTypeName.BINARY)
        .as(LogicalTypeAnnotation.stringType())
        .named(PATH[1])
        .named(BYTES[0]);
    if (facts.integral()) {
      schema.required(PrimitiveTypeName.INT64).named(SampleFields.LABEL);
    } else {
      schema.optionalList().requiredElement(PrimitiveTypeName.FLOAT).named(LABELS[0]);
    }
    if (facts.oddHeaders()) {
      schema.optional(PrimitiveTypeName.BINARY).named(SampleFields.HEADER);
    }
    return schema.named("records");
  }

  /** Images are long and differ: no dictionary, no smallest and largest one, many pages. */
  private static ParquetProperties properties() {
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

  private static String huggingFace(SampleFacts facts) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    ObjectNode features = json.objectNode();
    features.set(SampleFields.KEY, value("int64"));
    if (facts.id2()) {
      features.set(SampleFields.ID2, value("int64"));
    }
    features.putObject(BYTES[0]).put("_type", "Image");
    if (!facts.integral()) {
      ObjectNode labels = features.putObject(LABELS[0]);
      labels.set("feature", value("float32"));
      labels.put("_type", "Sequence");
    } else if (facts.classNames() == null) {
      features.set(SampleFields.LABEL, value("int64"));
    } else {
      ObjectNode label = features.putObject(SampleFields.LABEL);
      facts.classNames().forEach(label.putArray("names")::add);
      label.put("_type", "ClassLabel");
    }
    if (facts.oddHeaders()) {
      features.set(SampleFields.HEADER, value("binary"));
    }
    ObjectNode all = json.objectNode();
    all.putObject("info").set("features", features);
    return all.toString();
  }

  private static ObjectNode value(String type) {
    return JsonNodeFactory.instance.objectNode().put("dtype", type).put("_type", "Value");
  }

  /** Writes the rows of a shard, and ends row groups by their rows and bytes. */
  private static final class Rows implements Shard {
    /** Definition levels: an image is there, with its bytes, with its path; so is a label. */
    private static final int IMAGE = 2;

    private static final int LABEL = 2;
    private static final int NO_LABELS = 1;

    private final SampleFacts facts;
    private final long groupRows;
    private final ImageSuffix suffix;
    private final FSDataOutputStream out;
    private final ParquetOutput file;
    private ColumnWriter key;
    private ColumnWriter id2;
    private ColumnWriter bytes;
    private ColumnWriter path;
    private ColumnWriter labels;
    private ColumnWriter header;
    private long groupBytes;

    Rows(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
      this.facts = facts;
      groupRows = OutputConf.ROW_GROUP_ROWS.getLong(conf);
      suffix = ImageSuffix.of(conf, Set.of());
      PageCodec codec = OutputConf.CODEC.getEnum(conf, PageCodec.class);
      out = files.create(".parquet");
      try {
        file = new ParquetOutput(schema(facts), properties(), codec, Set.of(IMAGES), out::write);
      } catch (IOException | RuntimeException | Error e) {
        try (out) {
          throw e;
        }
      }
      begin();
    }

    private void begin() {
      key = file.column(SampleFields.KEY);
      id2 = facts.id2() ? file.column(SampleFields.ID2) : null;
      bytes = file.column(BYTES);
      path = file.column(PATH);
      labels = facts.integral() ? file.column(SampleFields.LABEL) : file.column(LABELS);
      header = facts.oddHeaders() ? file.column(SampleFields.HEADER) : null;
      groupBytes = 0;
    }

    @Override
    public void write(SampleRecord record) throws IOException {
      int length = record.imageLength();
      if (file.rows() == groupRows || groupBytes + length > GROUP_BYTES) {
        file.endRowGroup();
        begin();
      }
      groupBytes += length;
      key.write(record.key(), 0, 0);
      if (id2 != null) {
        id2.write(record.id2(), 0, 0);
      }
      bytes.write(
          Binary.fromReusedByteArray(record.bytes(), record.imageOffset(), length), 0, IMAGE);
      String name = facts.name(record.ordinal()) + "." + suffix.of(record);
      path.write(Binary.fromString(name), 0, IMAGE);
      writeLabels(record);
      writeHeader(record);
      file.endRow();
    }

    private void writeLabels(SampleRecord record) {
      if (facts.integral()) {
        labels.write((long) record.label(0), 0, 0);
      } else if (record.labelCount() == 0) {
        labels.writeNull(0, NO_LABELS);
      } else {
        for (int i = 0; i < record.labelCount(); i++) {
          labels.write(record.label(i), i == 0 ? 0 : 1, LABEL);
        }
      }
    }

    private void writeHeader(SampleRecord record) {
      int count = record.oddHeaderBytes();
      if (header != null && count > 0) {
        header.write(
            Binary.fromReusedByteArray(record.bytes(), record.payloadOffset(), count), 0, 1);
      } else if (header != null) {
        header.writeNull(0, 0);
      }
    }

    @Override
    public void finish() throws IOException {
      var entries = new TreeMap<String, String>();
      entries.put(HUGGING_FACE, huggingFace(facts));
      file.finish(entries);
    }

    @Override
    public void close() throws IOException {
      try (out) {
        file.close();
      }
    }
  }
}
