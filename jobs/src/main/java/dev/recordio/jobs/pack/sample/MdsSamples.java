// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.mosaic.MdsFields;
import dev.recordio.formats.mosaic.MdsIndex;
import dev.recordio.formats.mosaic.MdsOffsets;
import dev.recordio.formats.mosaic.MdsSample;
import dev.recordio.formats.mosaic.MdsSchema;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.SliceReader;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.SourceFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/**
 * Finds the samples of a data set of MDS, and reads them. To find them, it reads the index, and the
 * offsets and the config of each shard. Checksums of shards ({@code hashes}) are not compared: no
 * task reads a whole shard.
 *
 * <p>A source has the offset and the bytes of its sample; its tag is where the shard's config is
 * ({@link #configAt}, {@link #configBytes}), which names the columns.
 */
final class MdsSamples implements SampleReader {
  private record Open(MdsSample sample, MdsFields fields) {}

  private final SampleFields fields;
  private final SliceReader slices;
  private final PayloadBuilder bytes = new PayloadBuilder();
  private final Map<String, Open> shards = new HashMap<>(); // by path
  private final Map<MdsSchema, Open> bySchema = new HashMap<>();

  MdsSamples(Configuration conf, Progressable progress) {
    fields = SampleFormat.MDS.fields(conf);
    slices = new SliceReader(conf);
  }

  @Override
  public void read(Source source, PayloadBuilder image, Sample sample) throws IOException {
    try {
      Open shard = shard(source);
      bytes.begin(0);
      slices.read(source, bytes);
      shard.sample.reset(bytes.bytes(), 0, bytes.length(), source.offset);
      shard.fields.read(shard.sample, sample);
      image.append(sample.bytes(), sample.imageOffset(), sample.imageLength());
    } catch (MalformedRecordException e) {
      throw e.path() == null ? e.at(source.path) : e;
    }
  }

  private Open shard(Source source) throws IOException {
    Open shard = shards.get(source.path);
    if (shard == null) {
      var path = new Path(source.path);
      bytes.begin(0);
      slices.read(source.path, configAt(source), configBytes(source), bytes);
      MdsSchema schema = MdsIndex.schema(path, bytes.bytes(), 0, bytes.length());
      shard = bySchema.get(schema);
      if (shard == null) {
        shard = new Open(new MdsSample(schema), new MdsFields(fields, schema, path));
        bySchema.put(schema, shard);
      }
      shards.put(source.path, shard);
    }
    return shard;
  }

  @Override
  public void close() throws IOException {
    slices.close();
  }

  /** Passes a source for each sample, in the order of the index. */
  static void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    new Scan(conf, errors, sink).scan(file);
  }

  /** Returns the offset of the config of a sample's shard. */
  static long configAt(Source sample) {
    return sample.tag & 0xFFFFFFFFL;
  }

  /** Returns the bytes of the config of a sample's shard. */
  static int configBytes(Source sample) {
    return (int) (sample.tag >>> Integer.SIZE);
  }

  private static final class Scan {
    private static final int MAX_CONFIG = 1 << 20;
    private static final int CHUNK = 1 << 16;

    private final Configuration conf;
    private final SampleFields fields;
    private final SourceErrors errors;
    private final Source.Sink sink;
    private final Source source = new Source();
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<Path, Map<String, FileStatus>> folders = new HashMap<>();

    Scan(Configuration conf, SourceErrors errors, Source.Sink sink) {
      this.conf = conf;
      fields = SampleFormat.MDS.fields(conf);
      this.errors = errors;
      this.sink = sink;
    }

    /**
     * Passes a source for each sample, in the order of the index.
     *
     * @param index the file {@code index.json}
     */
    void scan(FileStatus index) throws IOException {
      Path folder = index.getPath().getParent();
      FileSystem fs = index.getPath().getFileSystem(conf);
      for (MdsIndex.Shard shard : MdsIndex.read(SourceFiles.of(fs, index.getPath()), index)) {
        new MdsFields(fields, shard.schema(), index.getPath()); // or an error
        Path path = new Path(folder, shard.name());
        FileStatus file;
        try {
          file = find(fs, path, shard);
        } catch (IOException e) {
          reject(path, e);
          continue;
        }
        scan(fs, file, shard);
      }
    }

    /** Returns the file of a shard. Files are looked up by listing their folder once. */
    private FileStatus find(FileSystem fs, Path path, MdsIndex.Shard shard) throws IOException {
      Map<String, FileStatus> files = folders.get(path.getParent());
      if (files == null) {
        files = new HashMap<>();
        folders.put(path.getParent(), files);
        for (FileStatus file : fs.listStatus(path.getParent())) {
          files.put(file.getPath().getName(), file);
        }
      }
      FileStatus file = files.get(path.getName());
      if (file == null && !shard.compression().isEmpty()) {
        throw new UnfitInputException(
            path
                + " is not there, but compressed by "
                + shard.compression()
                + ", which is not read: decompress the shards of the data set first");
      }
      if (file == null || file.isDirectory()) {
        throw new FileNotFoundException(path + ", which " + MdsIndex.NAME + " lists");
      }
      if (file.getLen() != shard.bytes()) {
        throw new MalformedRecordException(
            "malformed MDS shard",
            path.toString(),
            Math.min(file.getLen(), shard.bytes()),
            -1,
            "the " + shard.bytes() + " bytes that " + MdsIndex.NAME + " lists",
            file.getLen() + " bytes");
      }
      return file;
    }

    private void reject(Path path, IOException why) throws IOException {
      IOException placed =
          why instanceof MalformedRecordException malformed && malformed.path() == null
              ? malformed.at(path.toString())
              : why;
      errors.unreadable(source, path.toString(), placed);
      sink.accept(source);
    }

    private void scan(FileSystem fs, FileStatus file, MdsIndex.Shard shard) throws IOException {
      FileSystem allowed = SourceFiles.of(fs, file.getPath());
      try (FSDataInputStream in = open(allowed, file, shard)) {
        if (in != null) {
          scan(in, file, shard);
        }
      }
    }

    private FSDataInputStream open(FileSystem fs, FileStatus file, MdsIndex.Shard shard)
        throws IOException {
      long head = Integer.BYTES * (shard.samples() + 2) + CHUNK;
      try {
        return Files.open(fs, file, Files.Reading.PIECES, 0, head);
      } catch (IOException e) {
        reject(file.getPath(), e);
        return null;
      }
    }

    private void scan(FSDataInputStream in, FileStatus file, MdsIndex.Shard shard)
        throws IOException {
      Path path = file.getPath();
      String name = path.toString();
      MdsOffsets offsets;
      long tag;
      long from;
      try {
        fill(in, Math.min(2 * Integer.BYTES, file.getLen()));
        offsets = new MdsOffsets(file.getLen(), number(in), shard.samples());
        from = offsets.take(number(in));
        tag = checkConfig(in, path, offsets.configStart(), from, shard.schema());
      } catch (IOException e) {
        reject(path, e);
        return;
      }
      for (long left = offsets.size() - 1; left > 0; left--) {
        long to;
        try {
          if (!chunk.hasRemaining()) {
            fill(in, Math.min(CHUNK, left * Integer.BYTES));
          }
          to = offsets.take(chunk.getInt());
        } catch (IOException e) {
          reject(path, e);
          return;
        }
        sink.accept(
            SampleFormat.MDS.set(source, name, "", from, to - from, tag, to - from).in(file));
        from = to;
      }
    }

    private void fill(InputStream in, long bytes) throws IOException {
      chunk.clear().limit((int) bytes);
      int got = in.readNBytes(chunk.array(), 0, (int) bytes);
      chunk.limit(got);
    }

    private int number(InputStream in) throws MalformedRecordException {
      if (chunk.remaining() < Integer.BYTES) {
        throw new MalformedRecordException(
            "malformed MDS shard",
            null,
            0,
            -1,
            "a number of samples and offsets",
            "the file's end");
      }
      return chunk.getInt();
    }

    /** Checks that a shard has the columns that the index lists; returns the tag of its samples. */
    private long checkConfig(FSDataInputStream in, Path path, long from, long to, MdsSchema listed)
        throws IOException {
      if (to - from > MAX_CONFIG) {
        throw new MalformedRecordException(
            "malformed MDS shard",
            path.toString(),
            Integer.BYTES,
            -1,
            "an offset after a config of at most " + MAX_CONFIG + " bytes at " + from,
            "" + to);
      }
      byte[] config = new byte[(int) (to - from)];
      in.readFully(from, config);
      MdsSchema own = MdsIndex.schema(path, config, 0, config.length);
      if (!own.equals(listed)) {
        throw new MalformedRecordException(
            "malformed MDS shard",
            path.toString(),
            from,
            -1,
            "the columns that " + MdsIndex.NAME + " lists: " + MdsFields.text(listed),
            MdsFields.text(own));
      }
      return (long) config.length << Integer.SIZE | from;
    }
  }
}
