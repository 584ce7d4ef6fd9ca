// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.OutputFiles;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.image.ImageContent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
    return MdsSchema.sorted(columns.toArray(new MdsSchema.Column[0]));
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
      return new Writer(facts, new MdsShardHead(schema(facts)), files, files.createSpool(), out);
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
    private final MdsShardHead head;
    private final ShardFiles files;
    private final ShardFiles.Spool samples;
    private final LittleEndianWriter sampleWriter;
    private final OutputStream out;

    Writer(
        SampleFacts facts,
        MdsShardHead head,
        ShardFiles files,
        ShardFiles.Spool samples,
        OutputStream out) {
      this.facts = facts;
      this.head = head;
      this.files = files;
      this.samples = samples;
      sampleWriter = new LittleEndianWriter(samples::append);
      this.out = out;
    }

    /** Sizes of the columns without a fixed one; then id2, image, key, label or labels, header. */
    @Override
    public void write(SampleRecord record) throws IOException {
      boolean array = facts.header() && !facts.integral();
      if (facts.integral() && !record.hasIntegralLabel()) {
        throw record.malformed(
            "a record that has changed since it was counted", "one whole label", "another label");
      }
      long arrayBytes = array ? MdsArray.bytes(record.labelCount()) : 0;
      long fixed =
          Integer.BYTES * ((array ? 2 : 1) + (facts.oddHeaders() ? 1 : 0))
              + (facts.id2() ? Long.BYTES : 0)
              + Long.BYTES
              + (facts.integral() ? Long.BYTES : 0);
      int headerBytes = facts.oddHeaders() ? record.oddHeaderBytes() : 0;
      if (!head.add(fixed + arrayBytes + record.imageLength() + headerBytes)) {
        throw tooLarge();
      }
      sampleWriter.putInt(record.imageLength());
      if (array) {
        sampleWriter.putInt((int) arrayBytes);
      }
      if (facts.oddHeaders()) {
        sampleWriter.putInt(headerBytes);
      }
      if (facts.id2()) {
        sampleWriter.putLong(record.id2());
      }
      sampleWriter.putBytes(record.bytes(), record.imageOffset(), record.imageLength());
      sampleWriter.putLong(record.key());
      if (array) {
        writeLabels(record);
      } else if (facts.integral()) {
        sampleWriter.putLong((long) record.label(0));
      }
      if (headerBytes > 0) {
        sampleWriter.putBytes(record.bytes(), record.payloadOffset(), headerBytes);
      }
    }

    private void writeLabels(SampleRecord record) throws IOException {
      int count = record.labelCount();
      MdsArray.writeHead(sampleWriter, count);
      for (int i = 0; i < count; i++) {
        sampleWriter.putInt(Float.floatToRawIntBits(record.label(i)));
      }
    }

    private UnfitInputException tooLarge() {
      return new UnfitInputException(
          "shard "
              + files.shard()
              + " would have more than "
              + MdsShardHead.MAX_BYTES
              + " bytes, and the offsets of MDS can't pass that: export to smaller shards"
              + " (--shard-size), or more of them (--shards)");
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
