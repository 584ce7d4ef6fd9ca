// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.formats.tensorflow.TfRecordFrame;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.util.Progressable;

/** The formats of {@code pack --from}. */
public enum SampleFormat {
  /** Tars where the members with one base name are a sample. Never detected. */
  WEBDATASET(Source.Kind.WEBDATASET) {
    @Override
    boolean isNamed(String name) {
      return name.endsWith(".tar") || name.endsWith(".tar.gz") || name.endsWith(".tgz");
    }

    @Override
    void scan(
        Configuration conf,
        FileStatus file,
        SourceErrors errors,
        Selection selection,
        Source.Sink sink)
        throws IOException {
      WebDatasetScan.scan(conf, file, errors, selection, sink);
    }

    @Override
    public SampleReader newReader(Configuration conf, Progressable progress) throws IOException {
      return new WebDatasetReader(conf, progress);
    }
  },
  /** TFRecord files of tf.train.Example, or of anything with {@code --raw}. */
  TFRECORD(Source.Kind.TFRECORD) {
    @Override
    boolean isNamed(String name) {
      return TfRecordScan.isNamed(name);
    }

    @Override
    boolean isDetected(byte[] head, int length, long fileLength) {
      return length >= TfRecordFrame.HEADER_BYTES && TfRecordFrame.isHeader(head, 0);
    }

    @Override
    void scan(
        Configuration conf,
        FileStatus file,
        SourceErrors errors,
        Selection selection,
        Source.Sink sink)
        throws IOException {
      TfRecordScan.scan(conf, file, errors, sink);
    }

    @Override
    public SampleReader newReader(Configuration conf, Progressable progress) throws IOException {
      return new TfRecordSamples(conf);
    }
  },
  /** Parquet files, a row a sample. */
  PARQUET(Source.Kind.PARQUET) {
    @Override
    boolean isNamed(String name) {
      return name.endsWith(".parquet");
    }

    @Override
    boolean isDetected(byte[] head, int length, long fileLength) {
      return ParquetScan.isParquet(head, length);
    }

    @Override
    void scan(
        Configuration conf,
        FileStatus file,
        SourceErrors errors,
        Selection selection,
        Source.Sink sink)
        throws IOException {
      ParquetScan.scan(conf, file, sink);
    }

    @Override
    public SampleReader newReader(Configuration conf, Progressable progress) {
      return new ParquetSampleReader(conf);
    }
  },
  /** Folders of MosaicML's shards, with their {@code index.json}. */
  MDS(Source.Kind.MDS) {
    @Override
    boolean isNamed(String name) {
      return name.equals(MdsIndex.NAME);
    }

    @Override
    void scan(
        Configuration conf,
        FileStatus file,
        SourceErrors errors,
        Selection selection,
        Source.Sink sink)
        throws IOException {
      new MdsScan(conf, errors, sink).scan(file);
    }

    @Override
    public SampleReader newReader(Configuration conf, Progressable progress) {
      return new MdsReader(conf);
    }
  };

  private final Source.Kind kind;

  SampleFormat(Source.Kind kind) {
    this.kind = kind;
  }

  /**
   * Returns the format that {@code recordio.pack.from} names.
   *
   * @return null for auto and files
   */
  public static SampleFormat of(Configuration conf) {
    String name = PackConf.FROM.getChoice(conf);
    for (SampleFormat format : values()) {
      if (format.toString().equals(name)) {
        return format;
      }
    }
    return null;
  }

  /** Returns the format of a source; null when it is no sample. */
  public static SampleFormat of(Source source) {
    for (SampleFormat format : values()) {
      if (format.kind == source.kind) {
        return format;
      }
    }
    return null;
  }

  /**
   * Whether a file in a folder is one to scan, by its name in lower case. Hidden files, and those
   * with a leading underscore, are none.
   */
  abstract boolean isNamed(String name);

  /** Whether a file that is named directly is of this format, by its first bytes. */
  boolean isDetected(byte[] head, int length, long fileLength) {
    return false;
  }

  /**
   * Passes a source for each sample of a file, in order: with this format's kind, and an estimate
   * of the image's bytes as its size.
   *
   * @param selection which folders of a tar are hidden
   * @throws IOException when the file is damaged; with the place, and what was expected and found
   */
  abstract void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException;

  /**
   * Opens a reader for a task.
   *
   * @param progress called while much is passed over
   */
  public abstract SampleReader newReader(Configuration conf, Progressable progress)
      throws IOException;

  /** Returns the name, as users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
