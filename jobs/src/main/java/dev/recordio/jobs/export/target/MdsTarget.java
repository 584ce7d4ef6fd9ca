// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.formats.mosaic.MdsArray;
import dev.recordio.formats.mosaic.MdsSchema;
import dev.recordio.formats.mosaic.MdsShardHead;
import dev.recordio.image.ImageContent;
import dev.recordio.jobs.run.TaskFile;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Progressable;

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
final class MdsTarget implements ExportTarget {
  private static final String INDEX = "index.json";

  /** The column after all others, by its name. */
  private static final String HEADER = "recordio_header";

  @Override
  public void check(Configuration conf) {
    ExportSettings.refuse(
        conf,
        Target.MDS,
        ExportConf.RAW,
        ExportConf.EXT,
        ExportConf.CLASS_NAMES,
        ExportConf.ROW_GROUP_ROWS,
        ExportConf.CODEC);
  }

  @Override
  public boolean takesPayloads(Configuration conf) {
    return false;
  }

  /** Returns the columns of all shards. */
  static MdsSchema schema(ExportPlan plan) {
    boolean jpeg = plan.formats().equals(List.of(ImageContent.JPEG));
    var columns = new ArrayList<MdsSchema.Column>();
    columns.add(MdsSchema.Column.of("image", jpeg ? "jpeg" : "bytes"));
    columns.add(MdsSchema.Column.of("key", "uint64"));
    if (plan.header()) {
      columns.add(
          plan.integral()
              ? MdsSchema.Column.of("label", "int")
              : MdsSchema.Column.of("labels", MdsSchema.Column.FLOATS));
    }
    if (plan.id2()) {
      columns.add(MdsSchema.Column.of("id2", "uint64"));
    }
    if (plan.oddHeaders()) {
      columns.add(MdsSchema.Column.of(HEADER, "bytes"));
    }
    return MdsSchema.sorted(columns.toArray(new MdsSchema.Column[0]));
  }

  /** Shards, and their index. */
  @Override
  public long files(long shards, long records) {
    return shards + 1;
  }

  /** The offset of the sample, the length of the image, key and label. */
  @Override
  public long bytes(Configuration conf, ExportPlan plan, RecordSize record) {
    return 2 * Integer.BYTES + 2 * Long.BYTES + record.image();
  }

  @Override
  public TargetShard open(Configuration conf, ExportPlan plan, ShardFiles files)
      throws IOException {
    OutputStream out = files.createNamed(String.format("shard.%05d.mds", files.shard()));
    try {
      var samples = TaskFile.create(conf, "recordio-export");
      var head = new MdsShardHead(schema(plan));
      return new Shard(plan, head, samples, out, files.progress(), () -> "shard " + files.shard());
    } catch (IOException | RuntimeException | Error e) {
      try (out) {
        throw e;
      }
    }
  }

  @Override
  public void complete(ExportedFiles output) throws IOException {
    MdsSchema schema = schema(output.plan());
    List<String> entries =
        output.shards().stream()
            .map(shard -> schema.entry(shard.file(), shard.bytes(), shard.records()))
            .toList();
    try (OutputStream out = output.create(INDEX)) {
      out.write(MdsSchema.index(entries).getBytes(StandardCharsets.US_ASCII));
    }
  }

  static final class Shard implements TargetShard {
    private final ExportPlan plan;
    private final MdsShardHead head;
    private final TaskFile samples;
    private final LittleEndianWriter sampleWriter;
    private final OutputStream out;
    private final Progressable progress;
    private final Supplier<String> name;

    Shard(
        ExportPlan plan,
        MdsShardHead head,
        TaskFile samples,
        OutputStream out,
        Progressable progress,
        Supplier<String> name) {
      this.plan = plan;
      this.head = head;
      this.samples = samples;
      sampleWriter = new LittleEndianWriter(samples::append);
      this.out = out;
      this.progress = progress;
      this.name = name;
    }

    /** Sizes of the columns without a fixed one; then id2, image, key, label or labels, header. */
    @Override
    public void write(ExportRecord record) throws IOException {
      boolean array = plan.header() && !plan.integral();
      if (plan.integral() && !record.hasIntegralLabel()) {
        throw record.malformed(
            "a record that has changed since it was counted", "one whole label", "another label");
      }
      long arrayBytes = array ? MdsArray.bytes(record.labelCount()) : 0;
      long fixed =
          Integer.BYTES * ((array ? 2 : 1) + (plan.oddHeaders() ? 1 : 0))
              + (plan.id2() ? Long.BYTES : 0)
              + Long.BYTES
              + (plan.integral() ? Long.BYTES : 0);
      int headerBytes = plan.oddHeaders() ? record.oddHeaderBytes() : 0;
      if (!head.add(fixed + arrayBytes + record.imageLength() + headerBytes)) {
        throw tooLarge();
      }
      sampleWriter.putInt(record.imageLength());
      if (array) {
        sampleWriter.putInt((int) arrayBytes);
      }
      if (plan.oddHeaders()) {
        sampleWriter.putInt(headerBytes);
      }
      if (plan.id2()) {
        sampleWriter.putLong(record.id2());
      }
      sampleWriter.putBytes(record.bytes(), record.imageOffset(), record.imageLength());
      sampleWriter.putLong(record.key());
      if (array) {
        writeLabels(record);
      } else if (plan.integral()) {
        sampleWriter.putLong((long) record.label(0));
      }
      if (headerBytes > 0) {
        sampleWriter.putBytes(record.bytes(), record.payloadOffset(), headerBytes);
      }
    }

    private void writeLabels(ExportRecord record) throws IOException {
      int count = record.labelCount();
      MdsArray.writeHead(sampleWriter, count);
      for (int i = 0; i < count; i++) {
        sampleWriter.putInt(Float.floatToRawIntBits(record.label(i)));
      }
    }

    private BadInputException tooLarge() {
      return new BadInputException(
          name.get()
              + " would have more than "
              + MdsShardHead.MAX_BYTES
              + " bytes, and the offsets of MDS can't pass that: export to smaller shards"
              + " (--shard-size), or more of them (--shards)",
          null);
    }

    @Override
    public void finish() throws IOException {
      var writer = new LittleEndianWriter(out::write);
      head.write(writer);
      writer.flush();
      sampleWriter.flush();
      samples.copyTo(out, progress);
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
