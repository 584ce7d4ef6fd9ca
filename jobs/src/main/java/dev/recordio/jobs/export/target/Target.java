// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.conf.InvalidSettingException;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/** The formats of export, by name. */
public enum Target {
  /** WebDataset's tars. */
  WEBDATASET(WebDatasetTarget::new),
  /** A file an image, in folders by label. */
  FOLDER(FolderTarget::new),
  /** TensorFlow's TFRecords. */
  TFRECORD(TfRecordTarget::new),
  /** Shards of MosaicML's streaming, with their index. */
  MDS(MdsTarget::new),
  /** Hadoop's SequenceFile of keys and payloads. */
  SEQUENCEFILE(SequenceFileTarget::new),
  /** Parquet, as Hugging Face's datasets have images. */
  PARQUET(ParquetTarget::new);

  private final Supplier<ExportTarget> target;

  Target(Supplier<ExportTarget> target) {
    this.target = target;
  }

  /** Returns the names of all, as users write them. */
  static String[] names() {
    return Arrays.stream(values()).map(Target::toString).toArray(String[]::new);
  }

  /**
   * Returns the configured format.
   *
   * @throws InvalidSettingException when there is none
   */
  public static ExportTarget of(Configuration conf) {
    if (ExportConf.TO.get(conf).isEmpty()) {
      throw new InvalidSettingException(
          "export takes --to FORMAT, one of " + String.join(", ", names()));
    }
    return ExportConf.TO.getOneOf(conf, values(), Target::toString).target.get();
  }

  /** Returns the name, as users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
