// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.arrayrecord.ArrayRecordReader;
import dev.recordio.formats.tensorflow.ExampleSamples;
import dev.recordio.formats.tensorflow.TfRecordFrame;
import dev.recordio.formats.tensorflow.TfRecordReader;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.SourceFiles;
import dev.recordio.jobs.pack.source.SourceReader;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/**
 * Finds the records of a TFRecord file by their headers, whose checksums it compares, and reads
 * them. To find them, small records are read along, in large reads; large ones are passed over.
 */
final class TfRecordSamples implements SampleReader {
  private static final int CHUNK_BYTES = 1 << 20;

  /** Data from this size on is passed over by a seek; below, a read takes less time than that. */
  private static final int SEEK_BYTES = 1 << 16;

  /** As many of TensorFlow's scripts name shards: {@code train-00000-of-01024}. */
  private static final Pattern SHARD = Pattern.compile(".*-\\d{5,}-of-\\d{5,}");

  private static final byte[] GZIP = {0x1F, (byte) 0x8B};

  private final ExampleSamples samples;
  private final SourceReader content;
  private final Source slice = new Source();

  TfRecordSamples(Configuration conf, Progressable progress) throws IOException {
    samples = new ExampleSamples(SampleFormat.TFRECORD.fields(conf));
    content = new SourceReader(conf, progress);
  }

  /** Whether a file begins with the header of a record. */
  static boolean isDetected(byte[] head) {
    return head.length >= TfRecordFrame.HEADER_BYTES && TfRecordFrame.isHeader(head, 0);
  }

  /**
   * Whether a file in a folder is one of TFRecords, by its name in lower case; indexes of other
   * programs beside it are not.
   */
  static boolean isNamed(String name) {
    return hasExtension(name) || SHARD.matcher(name).matches() && !ArrayRecordReader.isNamed(name);
  }

  /** The same, but by the extension alone. */
  static boolean hasExtension(String name) {
    return name.contains(".tfrecord") && !name.endsWith(".idx") && !name.endsWith(".index");
  }

  /**
   * Passes a source for each record of a file, with the offset and length of its frame.
   *
   * @throws IOException when the file is damaged and must not be; with the place
   */
  static void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    SampleFormat.TFRECORD.fields(conf); // contradictions are an error before anything is read
    Path path = file.getPath();
    String name = path.toString();
    FileSystem fs = SourceFiles.of(conf, path);
    var source = new Source();
    var frames = new TfRecordReader();
    try (FSDataInputStream in = Files.open(fs, file, Files.Reading.PIECES);
        var chunks = ChunkReader.of(in, name, file.getLen(), CHUNK_BYTES)) {
      long data = Long.MAX_VALUE; // of the record before
      for (long offset = 0; offset < file.getLen(); ) {
        try {
          data = next(chunks, frames, offset, data);
        } catch (MalformedRecordException e) {
          errors.unreadable(source, name, e.at(name));
          sink.accept(source);
          return;
        }
        long frame = data + TfRecordFrame.FRAME_BYTES;
        sink.accept(SampleFormat.TFRECORD.set(source, name, "", offset, frame, 0, data).in(file));
        offset += frame;
      }
    }
  }

  /** Returns the length of the data of the frame at an offset. */
  private static long next(ChunkReader chunks, TfRecordReader frames, long offset, long passed)
      throws IOException {
    long length = chunks.length();
    long end = Math.min(length, offset + TfRecordFrame.HEADER_BYTES);
    if (offset < chunks.offset() || end > chunks.end()) {
      chunks.fill(offset, end, passed < SEEK_BYTES ? Long.MAX_VALUE : end);
    }
    int at = (int) (offset - chunks.offset());
    try {
      return frames.length(chunks.buffer(), at, offset, length - offset);
    } catch (MalformedRecordException e) {
      if (offset == 0 && isGzip(chunks)) {
        throw new MalformedRecordException(
            e.what(), null, 0, -1, "records that are not compressed (gzip -d)", "a gzip file");
      }
      boolean lost = end - offset == TfRecordFrame.HEADER_BYTES && !isHeader(chunks, at);
      throw lost ? with(e, "; no record after it can be found") : e;
    }
  }

  private static boolean isHeader(ChunkReader chunks, int at) {
    return TfRecordFrame.isHeader(chunks.buffer(), at);
  }

  private static MalformedRecordException with(MalformedRecordException e, String more) {
    return new MalformedRecordException(
        e.what(), null, e.offset(), -1, e.expected(), e.found() + more);
  }

  private static boolean isGzip(ChunkReader chunks) {
    byte[] head = chunks.buffer();
    return chunks.filled() >= GZIP.length && head[0] == GZIP[0] && head[1] == GZIP[1];
  }

  @Override
  public void read(Source source, PayloadBuilder image, Sample sample) throws IOException {
    int start = image.length();
    slice
        .set(Source.Kind.SLICE, source.path, "", source.offset, source.length, 0, source.length)
        .within(source);
    content.read(slice, image);
    try {
      samples.read(image.bytes(), start, image.length(), source.offset, sample);
    } catch (MalformedRecordException e) {
      throw e.at(source.path);
    }
    image.keep(sample.imageOffset(), sample.imageLength());
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
