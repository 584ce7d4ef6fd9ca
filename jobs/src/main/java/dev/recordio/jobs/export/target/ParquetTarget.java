// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Writes {@code part-00000.parquet}: {@code key}, {@code image} (bytes and path), {@code label} or
 * {@code labels}, with the description that Hugging Face's {@code datasets} reads.
 *
 * <p>Memory of a task: a row group, at most 64 MiB or an image if that is larger.
 */
final class ParquetTarget implements ExportTarget {
  /** A label that Hugging Face's class labels have for "none". */
  private static final long NO_LABEL = -1;

  /** Of key, path and label, and the length of the image. */
  private static final int ROW_BYTES = 40;

  @Override
  public void check(Configuration conf) throws IOException {
    ExportSettings.refuse(conf, Target.PARQUET, ExportConf.RAW);
    if (ExportConf.HEADER.getChoice(conf).equals("none")) {
      throw new InvalidSettingException(
          ExportConf.HEADER
              + " is none, but "
              + Target.PARQUET
              + " has columns of keys, images and labels, which image headers give");
    }
    ClassNames.read(conf); // a missing file is an error before anything is read
  }

  @Override
  public boolean takesPayloads(Configuration conf) {
    return false;
  }

  @Override
  public void check(Configuration conf, ExportPlan plan) throws IOException {
    if (!plan.header() && plan.records() > 0) {
      throw new BadInputException(
          "the records have no image header, from which "
              + Target.PARQUET
              + " takes keys, images and labels; --to tfrecord --raw writes them as they are",
          null);
    }
    if (plan.largeKey()) {
      throw new BadInputException(
          "a record's key is 2^63 or more, and the column key of "
              + Target.PARQUET
              + " is int64; --to mds has room for it",
          null);
    }
    ClassNames.set(conf, plan, NO_LABEL, " (none)");
  }

  @Override
  public long bytes(Configuration conf, ExportPlan plan, RecordSize record) {
    return ROW_BYTES + record.image();
  }

  @Override
  public TargetShard open(Configuration conf, ExportPlan plan, ShardFiles files)
      throws IOException {
    return new ParquetShard(conf, plan, files);
  }
}
