// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.OutputFiles;
import dev.recordio.formats.output.SampleColumn;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.image.ImageContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Writes {@code shard.00000.mds} and so on, and {@code index.json} about all of them: MosaicML's
 * shards. Columns: {@code image} ({@code jpeg} where all are, else {@code bytes}), {@code key}
 * ({@code uint64}), and {@code label} ({@code int}) where all records have one whole label, else
 * {@code labels} ({@code ndarray:float32}); {@code id2} ({@code uint64}) where some is not 0;
 * {@code recordio_header} ({@code bytes}) where key and labels do not give some header back, empty
 * for the others.
 *
 * <p>A shard begins with the offsets of its samples, which are known only after the last one. So a
 * task keeps offsets in memory, four bytes each, and samples on its disk.
 */
public final class MdsOutput implements SampleOutput {
  @Override
  public Set<OutputConf> keys() {
    return Set.of();
  }

  static MdsSchema schema(SampleFacts facts) {
    boolean jpeg = facts.formats().equals(List.of(ImageContent.JPEG));
    var columns = new ArrayList<MdsSchema.Column>();
    columns.add(MdsSchema.Column.of(SampleFields.IMAGE, jpeg ? "jpeg" : "bytes"));
    columns.add(MdsSchema.Column.of(SampleFields.KEY, "uint64"));
    if (facts.header()) {
      columns.add(
          facts.integral()
              ? MdsSchema.Column.of(SampleFields.LABEL, "int")
              : MdsSchema.Column.of(SampleFields.LABELS, MdsSchema.Column.FLOATS));
    }
    if (facts.id2()) {
      columns.add(MdsSchema.Column.of(SampleFields.ID2, "uint64"));
    }
    if (facts.oddHeaders()) {
      columns.add(MdsSchema.Column.of(SampleFields.HEADER, "bytes"));
    }
    for (SampleColumn column : facts.columns()) {
      columns.add(MdsSchema.Column.of(column.name(), encoding(column.type())));
    }
    return MdsSchema.sorted(columns.toArray(new MdsSchema.Column[0]));
  }

  private static String encoding(SampleColumn.Type type) {
    return switch (type) {
      case TEXT -> "str";
      case BYTES -> "bytes";
      case INT64 -> "int";
      case FLOAT32 -> "float32";
      case FLOAT64 -> "float64";
      case FLOATS -> MdsSchema.Column.FLOATS;
    };
  }

  @Override
  public void check(List<SampleColumn> columns) throws UnfitInputException {
    for (SampleColumn column : columns) {
      if (!column.name().matches("[a-z0-9_]+") || Part.of(column.name()) != Part.FURTHER) {
        throw new UnfitInputException(
            "the column "
                + column.name()
                + " can't be a column of MDS here: expected lower-case letters, digits and _,"
                + " and no name of the columns of image, key and labels");
      }
    }
  }

  /**
   * Returns how many samples a shard of this format has.
   *
   * @param in the shard, at its beginning
   * @throws UnfitInputException when it has other columns than these facts give
   */
  public static long samples(InputStream in, String name, SampleFacts facts) throws IOException {
    byte[] number = in.readNBytes(Integer.BYTES);
    if (number.length == Integer.BYTES) {
      long count = LittleEndian.getInt(number, 0) & 0xFFFFFFFFL;
      in.skipNBytes(Integer.BYTES * (count + 1));
      byte[] config = schema(facts).config();
      if (Arrays.equals(in.readNBytes(config.length), config)) {
        return count;
      }
    }
    throw new UnfitInputException(
        "other columns, or no shard of MDS: " + name + "; write to another folder");
  }

  /** What a column has of a record. */
  private enum Part {
    IMAGE(SampleFields.IMAGE),
    KEY(SampleFields.KEY),
    LABEL(SampleFields.LABEL),
    LABELS(SampleFields.LABELS),
    ID2(SampleFields.ID2),
    HEADER(SampleFields.HEADER),
    /** A further column. */
    FURTHER("");

    private final String column;

    Part(String column) {
      this.column = column;
    }

    static Part of(String name) {
      for (Part part : values()) {
        if (part.column.equals(name)) {
          return part;
        }
      }
      return FURTHER;
    }
  }

  @Override
  public long files(long shards, long records) {
    return shards + 1;
  }

  /** The offset of the sample, the length of the image, key and label. */
  @Override
  public long bytes(Configuration conf, SampleFacts facts, Size record) {
    return 2 * Integer.BYTES + 2 * Long.BYTES + record.image();
  }

  @Override
  public Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
    OutputStream out = files.createNamed(String.format("shard.%05d.mds", files.shard()));
    try {
      MdsSchema schema = schema(facts);
      return new Writer(facts, schema, new MdsShardHead(schema), files, files.createSpool(), out);
    } catch (IOException | RuntimeException | Error e) {
      try (out) {
        throw e;
      }
    }
  }

  @Override
  public void complete(SampleFacts facts, OutputFiles output) throws IOException {
    MdsSchema schema = schema(facts);
    List<String> entries =
        output.shards().stream()
            .map(shard -> schema.entry(shard.file(), shard.bytes(), shard.records()))
            .toList();
    try (OutputStream out = output.create(MdsIndex.NAME)) {
      out.write(MdsSchema.index(entries).getBytes(StandardCharsets.US_ASCII));
    }
  }

  static final class Writer implements Shard {
    private final SampleFacts facts;
    private final List<MdsSchema.Column> columns;
    private final Part[] parts; // of columns
    private final int[] further; // the further columns; of other columns without meaning
    private final Object[] values; // of further columns; text as bytes
    private final long[] sizes;
    private final MdsShardHead head;
    private final ShardFiles files;
    private final ShardFiles.Spool samples;
    private final LittleEndianWriter sampleWriter;
    private final OutputStream out;

    Writer(
        SampleFacts facts,
        MdsSchema schema,
        MdsShardHead head,
        ShardFiles files,
        ShardFiles.Spool samples,
        OutputStream out) {
      this.facts = facts;
      columns = schema.columns();
      parts = columns.stream().map(column -> Part.of(column.name())).toArray(Part[]::new);
      List<String> names = facts.columns().stream().map(SampleColumn::name).toList();
      further = columns.stream().mapToInt(column -> names.indexOf(column.name())).toArray();
      values = new Object[parts.length];
      sizes = new long[parts.length];
      this.head = head;
      this.files = files;
      this.samples = samples;
      sampleWriter = new LittleEndianWriter(samples::append);
      this.out = out;
    }

    /** Sizes of the columns without a fixed one; then all columns, in the order of their names. */
    @Override
    public void write(SampleRecord record) throws IOException {
      if (facts.integral() && !record.hasIntegralLabel()) {
        throw record.malformed(
            "a record that has changed since it was counted", "one whole label", "another label");
      }
      long all = 0;
      for (int i = 0; i < parts.length; i++) {
        sizes[i] = columns.get(i).isVariable() ? size(i, record) : columns.get(i).bytes();
        all += sizes[i] + (columns.get(i).isVariable() ? Integer.BYTES : 0);
      }
      if (!head.add(all)) {
        throw tooLarge();
      }
      for (int i = 0; i < parts.length; i++) {
        if (columns.get(i).isVariable()) {
          sampleWriter.putInt((int) sizes[i]);
        }
      }
      for (int i = 0; i < parts.length; i++) {
        put(i, record);
      }
    }

    private long size(int column, SampleRecord record) throws UnfitInputException {
      return switch (parts[column]) {
        case IMAGE -> record.imageLength();
        case LABELS -> MdsArray.bytes(record.labelCount());
        case HEADER -> record.oddHeaderBytes();
        default -> {
          Object value = value(column, record);
          if (value instanceof float[] numbers) {
            if (numbers.length == 0) {
              throw unfit(column, "an array with numbers", "an empty one");
            }
            yield MdsArray.bytes(numbers.length);
          }
          byte[] bytes = facts.columns().get(further[column]).bytes(value);
          values[column] = bytes;
          yield bytes.length;
        }
      };
    }

    private Object value(int column, SampleRecord record) throws UnfitInputException {
      Object value = record.further(further[column]);
      if (value == null) {
        throw unfit(column, "a value, as MDS has no other", "NULL");
      }
      values[column] = value;
      return value;
    }

    private UnfitInputException unfit(int column, String expected, String found) {
      return new UnfitInputException(
          "column "
              + columns.get(column).name()
              + ", sample "
              + head.count()
              + ": expected "
              + expected
              + ", found "
              + found);
    }

    private void put(int column, SampleRecord record) throws IOException {
      switch (parts[column]) {
        case IMAGE ->
            sampleWriter.putBytes(record.bytes(), record.imageOffset(), record.imageLength());
        case KEY -> sampleWriter.putLong(record.key());
        case ID2 -> sampleWriter.putLong(record.id2());
        case LABEL -> sampleWriter.putLong((long) record.label(0));
        case LABELS -> {
          float[] labels = new float[record.labelCount()];
          for (int i = 0; i < labels.length; i++) {
            labels[i] = record.label(i);
          }
          putFloats(labels);
        }
        case HEADER -> {
          if (sizes[column] > 0) {
            sampleWriter.putBytes(record.bytes(), record.payloadOffset(), (int) sizes[column]);
          }
        }
        case FURTHER -> {
          if (!columns.get(column).isVariable()) {
            value(column, record);
          }
          if (values[column] instanceof byte[] bytes) {
            sampleWriter.putBytes(bytes, 0, bytes.length);
          } else if (values[column] instanceof float[] numbers) {
            putFloats(numbers);
          } else if (values[column] instanceof Float number) {
            sampleWriter.putInt(Float.floatToRawIntBits(number));
          } else if (values[column] instanceof Double number) {
            sampleWriter.putLong(Double.doubleToRawLongBits(number));
          } else {
            sampleWriter.putLong((Long) values[column]);
          }
        }
        default -> throw new IllegalStateException();
      }
    }

    private void putFloats(float[] numbers) throws IOException {
      MdsArray.writeHead(sampleWriter, numbers.length);
      for (float number : numbers) {
        sampleWriter.putInt(Float.floatToRawIntBits(number));
      }
    }

    private UnfitInputException tooLarge() {
      return new UnfitInputException(
          "shard "
              + files.shard()
              + " would have more than "
              + MdsShardHead.MAX_BYTES
              + " bytes, more than the offsets of MDS can hold: export to smaller shards"
              + " (--shard-size), or to more (--shards)");
    }

    @Override
    public void finish() throws IOException {
      var writer = new LittleEndianWriter(out::write);
      head.write(writer);
      writer.flush();
      sampleWriter.flush();
      samples.copyTo(out, files.progress());
    }

    @Override
    public void close() throws IOException {
      try (out;
          samples) {
        // Both are closed, whatever fails.
      }
    }
  }
}
