// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.arrayrecord.ArrayRecordFooter;
import dev.recordio.formats.arrayrecord.ArrayRecordReader;
import dev.recordio.formats.arrayrecord.ArrayRecordWalk;
import dev.recordio.formats.arrayrecord.Chunks;
import dev.recordio.formats.tensorflow.ExampleSamples;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.SourceFiles;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Finds the records of an ArrayRecord file by its footer, and reads them. A source has the offset
 * of its chunk, the bytes up to the next one as its length, its number in the chunk as its tag, and
 * the mean of the chunk as its size. Records that come in order cost one read of each chunk.
 *
 * <p>Where the footer is damaged, and {@code --on-error skip} asks for what is left, the chunks are
 * found by their headers.
 */
final class ArrayRecordSamples implements SampleReader {
  private final Configuration conf;
  private final ExampleSamples samples;
  private String path;
  private Chunks file;
  private long chunk = -1; // that was read

  ArrayRecordSamples(Configuration conf) {
    this.conf = conf;
    samples = new ExampleSamples(SampleFormat.ARRAYRECORD.fields(conf));
  }

  /**
   * Passes a source for each record of a file.
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
    SampleFormat.ARRAYRECORD.fields(conf); // contradictions are an error before anything is read
    Path path = file.getPath();
    String name = path.toString();
    var source = new Source();
    try (Chunks chunks = ArrayRecordReader.chunks(SourceFiles.of(conf, path), file)) {
      ArrayRecordFooter footer;
      try {
        footer = ArrayRecordFooter.read(chunks);
      } catch (MalformedRecordException e) {
        MalformedRecordException placed = advised(e, name);
        errors.unreadable(source, name, placed);
        sink.accept(source);
        walk(file, chunks, placed.offset(), errors, sink);
        return;
      }
      for (int i = 0; i < footer.chunks(); i++) {
        long offset = footer.offset(i);
        long end = footer.offset(i + 1);
        pass(file, offset, end, footer.first(i + 1) - footer.first(i), sink);
      }
    }
  }

  private static void walk(
      FileStatus file, Chunks chunks, long known, SourceErrors errors, Source.Sink sink)
      throws IOException {
    ArrayRecordWalk.walk(
        chunks,
        new ArrayRecordWalk.Found() {
          @Override
          public void chunk(long offset, long end, long records) throws IOException {
            pass(file, offset, end, records, sink);
          }

          @Override
          public void damage(MalformedRecordException why) throws IOException {
            String name = file.getPath().toString();
            if (why.offset() != known) {
              errors.reject(name, why.path() == null ? why.at(name) : why, sink);
            }
          }
        });
  }

  private static void pass(FileStatus file, long offset, long end, long records, Source.Sink sink)
      throws IOException {
    var source = new Source();
    long mean = (end - offset) / records;
    for (long i = 0; i < records; i++) {
      sink.accept(
          SampleFormat.ARRAYRECORD
              .set(source, file.getPath().toString(), "", offset, end - offset, i, mean)
              .in(file));
    }
  }

  private static MalformedRecordException advised(MalformedRecordException e, String path) {
    return new MalformedRecordException(
        e.what(),
        path,
        e.offset(),
        -1,
        e.expected(),
        e.found() + "; records may be left (--on-error skip packs them)");
  }

  @Override
  public void read(Source source, PayloadBuilder image, Sample sample) throws IOException {
    try {
      if (!source.path.equals(path)) {
        open(source);
      }
      if (chunk != source.offset) {
        chunk = -1;
        file.read(source.offset, source.offset + source.length);
        chunk = source.offset;
      }
      if (source.tag >= file.count()) {
        throw file.lacks(source.tag);
      }
      int record = (int) source.tag;
      int from = file.from(record);
      samples.readValue(file.bytes(), from, file.end(record), from, chunk, sample);
    } catch (MalformedRecordException e) {
      throw e.path() == null ? e.at(source.path) : e;
    }
    image.append(sample.bytes(), sample.imageOffset(), sample.imageLength());
  }

  private void open(Source source) throws IOException {
    close();
    var from = new Path(source.path);
    file = ArrayRecordReader.chunks(SourceFiles.of(conf, from), from, source.fileLength);
    path = source.path;
  }

  @Override
  public void close() throws IOException {
    path = null;
    chunk = -1;
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
