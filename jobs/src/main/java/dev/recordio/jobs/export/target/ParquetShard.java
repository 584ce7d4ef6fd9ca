// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.formats.parquet.PageCodec;
import dev.recordio.formats.parquet.ParquetOutput;
import java.io.IOException;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;

/** Writes the rows of a shard, and ends row groups by their rows and bytes. */
final class ParquetShard implements TargetShard {
  /** The most bytes of images in a row group; a larger image is a row group of its own. */
  static final long GROUP_BYTES = 64 << 20;

  /** Definition levels: an image is there, with its bytes, with its path; so is a label. */
  private static final int IMAGE = 2;

  private static final int LABEL = 2;
  private static final int NO_LABELS = 1;

  private final ExportPlan plan;
  private final long groupRows;
  private final String ext;
  private final String metadata;
  private final FSDataOutputStream out;
  private final ParquetOutput file;
  private final String nameFormat;
  private ColumnWriter key;
  private ColumnWriter id2;
  private ColumnWriter bytes;
  private ColumnWriter path;
  private ColumnWriter labels;
  private ColumnWriter header;
  private long groupBytes;

  ParquetShard(Configuration conf, ExportPlan plan, ShardFiles files) throws IOException {
    this.plan = plan;
    groupRows = ExportConf.ROW_GROUP_ROWS.getLong(conf);
    ext = ExportConf.EXT.get(conf);
    nameFormat = "%0" + plan.digits() + "d.%s";
    metadata = ImageColumns.huggingFace(plan, ClassNames.of(conf));
    PageCodec codec = ExportConf.CODEC.getEnum(conf, PageCodec.class);
    out = files.create(".parquet");
    try {
      file =
          new ParquetOutput(
              ImageColumns.schema(plan),
              ImageColumns.properties(),
              codec,
              Set.of(ImageColumns.IMAGES),
              out::write);
    } catch (IOException | RuntimeException | Error e) {
      try (out) {
        throw e;
      }
    }
    begin();
  }

  private void begin() {
    key = file.column(ImageColumns.KEY);
    id2 = plan.id2() ? file.column(ImageColumns.ID2) : null;
    bytes = file.column(ImageColumns.BYTES);
    path = file.column(ImageColumns.PATH);
    labels = plan.integral() ? file.column(ImageColumns.LABEL) : file.column(ImageColumns.LABELS);
    header = plan.oddHeaders() ? file.column(ImageColumns.HEADER) : null;
    groupBytes = 0;
  }

  @Override
  public void write(ExportRecord record) throws IOException {
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
    bytes.write(Binary.fromReusedByteArray(record.bytes(), record.imageOffset(), length), 0, IMAGE);
    String suffix = ext.isEmpty() ? record.content().suffix() : ext;
    path.write(Binary.fromString(String.format(nameFormat, record.ordinal(), suffix)), 0, IMAGE);
    writeLabels(record);
    writeHeader(record);
    file.endRow();
  }

  private void writeLabels(ExportRecord record) {
    if (plan.integral()) {
      labels.write((long) record.label(0), 0, 0);
    } else if (record.labelCount() == 0) {
      labels.writeNull(0, NO_LABELS);
    } else {
      for (int i = 0; i < record.labelCount(); i++) {
        labels.write(record.label(i), i == 0 ? 0 : 1, LABEL);
      }
    }
  }

  private void writeHeader(ExportRecord record) {
    int count = record.oddHeaderBytes();
    if (header != null && count > 0) {
      header.write(Binary.fromReusedByteArray(record.bytes(), record.payloadOffset(), count), 0, 1);
    } else if (header != null) {
      header.writeNull(0, 0);
    }
  }

  @Override
  public void finish() throws IOException {
    var entries = new TreeMap<String, String>();
    entries.put(ImageColumns.HUGGING_FACE, metadata);
    file.finish(entries);
  }

  @Override
  public void close() throws IOException {
    try (out) {
      file.close();
    }
  }
}
