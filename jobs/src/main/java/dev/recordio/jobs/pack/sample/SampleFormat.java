// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.arrayrecord.ArrayRecordReader;
import dev.recordio.formats.insightface.FacePairs;
import dev.recordio.formats.mosaic.MdsIndex;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PackConf.BoxFormat;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.SourceFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.util.Progressable;

/** The formats of {@code pack --from}. */
public enum SampleFormat {
  /** Tars where the members with one base name are a sample. Never detected. */
  WEBDATASET,
  /** TFRecord files of tf.train.Example, or of anything with {@code --raw}. */
  TFRECORD,
  /** ArrayRecord files of tf.train.Example, or of anything with {@code --raw}. */
  ARRAYRECORD,
  /** Parquet files, a row a sample. */
  PARQUET,
  /** Folders of MosaicML's shards, with their {@code index.json}. */
  MDS,
  /** InsightFace's verification sets; their images are parts of files, not samples. */
  INSIGHTFACE_BIN;

  private static final SampleFormat[] FORMATS = values();

  private final byte[] detail = {(byte) ordinal()};

  /** Returns what inputs may be, as users write it. */
  static String[] words() {
    var words = new ArrayList<>(List.of("auto", "files"));
    Stream.of(values()).map(Object::toString).forEach(words::add);
    Stream.of(BoxFormat.values()).map(Object::toString).forEach(words::add);
    return words.toArray(String[]::new);
  }

  /**
   * Makes a source a sample of this format.
   *
   * @param size an estimate of the bytes of its image
   */
  Source set(
      Source source, String path, String name, long offset, long length, long tag, long size) {
    source.set(Source.Kind.SAMPLE, path, name, offset, length, tag, size).detail = detail;
    return source;
  }

  /** Adds to a sample what its reader needs besides. */
  void addDetail(Source source, byte[] more) {
    source.detail = Arrays.copyOf(detail, detail.length + more.length);
    System.arraycopy(more, 0, source.detail, detail.length, more.length);
  }

  /** Returns what a sample has besides its format. */
  static byte[] detailOf(Source sample) {
    return Arrays.copyOfRange(sample.detail, 1, sample.detail.length);
  }

  /**
   * Returns the format that {@code recordio.pack.from} names.
   *
   * @return null for auto, files and annotations of boxes
   */
  public static SampleFormat of(Configuration conf) {
    String name = SampleConf.FROM.getChoice(conf);
    for (SampleFormat format : values()) {
      if (format.toString().equals(name)) {
        return format;
      }
    }
    return null;
  }

  /** Returns the format of a source; null when it is no sample. */
  public static SampleFormat of(Source source) {
    return source.isSample() ? FORMATS[source.detail[0]] : null;
  }

  /** Whether records are bytes of any kind, which {@code --raw} takes as they are. */
  public boolean isOpaque() {
    return this == TFRECORD || this == ARRAYRECORD;
  }

  /**
   * Returns the configured fields of samples.
   *
   * @throws InvalidSettingException when settings contradict each other
   */
  SampleFields fields(Configuration conf) {
    boolean raw = SampleConf.RAW.getBoolean(conf);
    if (raw && !isOpaque()) {
      throw new InvalidSettingException(
          "--raw is for TFRecord and ArrayRecord files: samples of "
              + this
              + " have no payloads of records");
    }
    boolean labelled = !PackConf.HEADER.getChoice(conf).equals("none");
    String label = SampleConf.LABEL_FIELD.get(conf);
    if (!labelled && !label.isEmpty() && (this == WEBDATASET || isOpaque())) {
      throw new InvalidSettingException(
          SampleConf.LABEL_FIELD
              + " is "
              + label
              + ", but records without a header have no labels");
    }
    return new SampleFields(
        SampleConf.IMAGE_FIELD.get(conf), label, SampleConf.KEY_FIELD.get(conf), labelled, raw);
  }

  /**
   * Whether a file in a folder is one to scan, by its name in lower case. Hidden files, and those
   * with a leading underscore, are none.
   */
  boolean isNamed(String name) {
    return switch (this) {
      case WEBDATASET -> name.endsWith(".tar") || name.endsWith(".tar.gz") || name.endsWith(".tgz");
      case TFRECORD -> TfRecordSamples.isNamed(name);
      case ARRAYRECORD -> ArrayRecordReader.isNamed(name);
      case PARQUET -> name.endsWith(".parquet");
      case MDS -> MdsIndex.NAME.equals(name);
      case INSIGHTFACE_BIN -> name.endsWith(".bin");
    };
  }

  /** Whether a file that is named directly is of this format, by its first bytes. */
  boolean isDetected(byte[] head) {
    return switch (this) {
      case TFRECORD -> TfRecordSamples.isDetected(head);
      case ARRAYRECORD -> FileSignature.of(head, head.length) == FileSignature.ARRAY_RECORD;
      case PARQUET -> FileSignature.of(head, head.length) == FileSignature.PARQUET;
      case WEBDATASET, MDS, INSIGHTFACE_BIN -> false;
    };
  }

  /**
   * Passes a source for each sample of a file, in order.
   *
   * @param selection which folders of a tar are hidden
   * @throws IOException when the file is damaged; with the place, and what was expected and found
   */
  void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    switch (this) {
      case WEBDATASET -> WebDatasetSamples.scan(conf, file, errors, selection, sink);
      case TFRECORD -> TfRecordSamples.scan(conf, file, errors, selection, sink);
      case ARRAYRECORD -> ArrayRecordSamples.scan(conf, file, errors, selection, sink);
      case PARQUET -> ParquetSamples.scan(conf, file, errors, selection, sink);
      case MDS -> MdsSamples.scan(conf, file, errors, selection, sink);
      case INSIGHTFACE_BIN -> scanPairs(conf, file, errors, sink);
    }
  }

  /** Passes each image of a verification set, with 1 as its label if its pair is one person. */
  private static void scanPairs(
      Configuration conf, FileStatus file, SourceErrors errors, Source.Sink sink)
      throws IOException {
    String path = file.getPath().toString();
    var source = new Source();
    FacePairs pairs;
    try (InputStream open =
            Files.open(SourceFiles.of(conf, file.getPath()), file, Files.Reading.WHOLE);
        var in = new BufferedInputStream(open, 1 << 16)) {
      pairs = FacePairs.read(in, file.getLen());
    } catch (MalformedRecordException e) {
      errors.unreadable(source, path, e.at(path));
      sink.accept(source);
      return;
    }
    float[] label = new float[1];
    for (int image = 0; image < pairs.images(); image++) {
      long length = pairs.length(image);
      source
          .set(
              Source.Kind.SLICE,
              path,
              Integer.toString(image),
              pairs.offset(image),
              length,
              0,
              length)
          .in(file);
      label[0] = pairs.isSame(image) ? 1 : 0;
      source.listed = true;
      source.label(image, label, 1);
      sink.accept(source);
    }
  }

  /**
   * Opens a reader for a task.
   *
   * @param progress called while much is passed over
   */
  public SampleReader newReader(Configuration conf, Progressable progress) throws IOException {
    return switch (this) {
      case WEBDATASET -> new WebDatasetSamples(conf, progress);
      case TFRECORD -> new TfRecordSamples(conf, progress);
      case ARRAYRECORD -> new ArrayRecordSamples(conf);
      case PARQUET -> new ParquetSamples(conf, progress);
      case MDS -> new MdsSamples(conf, progress);
      case INSIGHTFACE_BIN -> throw new IllegalStateException("its images are no samples");
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
