// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.arrayrecord.ArrayRecordOutput;
import dev.recordio.formats.folder.FolderOutput;
import dev.recordio.formats.insightface.FacePairsOutput;
import dev.recordio.formats.mosaic.MdsOutput;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.parquet.ParquetRowsOutput;
import dev.recordio.formats.sequence.SequenceFileOutput;
import dev.recordio.formats.tensorflow.TfRecordOutput;
import dev.recordio.formats.webdataset.WebDatasetOutput;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/** The formats of export, by name. */
enum Target {
  /** WebDataset's tars. */
  WEBDATASET(WebDatasetOutput::new),
  /** A file an image, in folders by label. */
  FOLDER(FolderOutput::new),
  /** TensorFlow's TFRecords. */
  TFRECORD(TfRecordOutput::new),
  /** ArrayRecord, which Grain reads. */
  ARRAYRECORD(ArrayRecordOutput::new),
  /** Parquet, as Hugging Face's datasets have images. */
  PARQUET(ParquetRowsOutput::new),
  /** Shards of MosaicML's streaming, with their index. */
  MDS(MdsOutput::new),
  /** Hadoop's SequenceFile of keys and payloads. */
  SEQUENCEFILE(SequenceFileOutput::new),
  /** A verification set of InsightFace. */
  INSIGHTFACE_BIN(FacePairsOutput::new);

  private final Supplier<SampleOutput> output;

  Target(Supplier<SampleOutput> output) {
    this.output = output;
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
  static SampleOutput of(Configuration conf) {
    if (ExportConf.TO.get(conf).isEmpty()) {
      throw new InvalidSettingException(
          "export takes --to FORMAT, one of " + String.join(", ", names()));
    }
    return ExportConf.TO.getOneOf(conf, values(), Target::toString).output.get();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
